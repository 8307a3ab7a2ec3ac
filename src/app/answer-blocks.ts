import type { AnswerSentence } from '../core/search/events';

/** Neighbouring sentences of one shape: a heading, a list or a paragraph. */
export interface AnswerBlock {
  readonly kind: 'heading' | 'list' | 'paragraph' | 'plain';
  readonly sentences: readonly AnswerSentence[];
}

const KIND = { heading: 'heading', item: 'list', sentence: 'paragraph', plain: 'plain' } as const;

export function answerBlocks(sentences: readonly AnswerSentence[]): readonly AnswerBlock[] {
  const blocks: { kind: AnswerBlock['kind']; sentences: AnswerSentence[] }[] = [];
  for (const sentence of sentences) {
    const kind = KIND[sentence.role];
    const last = blocks.at(-1);
    if (last && last.kind === kind && kind !== 'heading') last.sentences.push(sentence);
    else blocks.push({ kind, sentences: [sentence] });
  }
  return blocks;
}
