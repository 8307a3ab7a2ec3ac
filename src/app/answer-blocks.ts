import type { AnswerSentence } from '../core/search/events';

/** Neighbouring sentences of one shape: a heading, a list or a paragraph. */
export interface AnswerBlock {
  readonly kind: 'heading' | 'list' | 'paragraph' | 'plain';
  readonly sentences: readonly AnswerSentence[];
}

const KIND = { heading: 'heading', item: 'list', sentence: 'paragraph', plain: 'plain' } as const;

/** Joins neighbours that say the same, or nothing, so that their chips stand together after one sentence. */
export function mergedSentences(sentences: readonly AnswerSentence[]): readonly AnswerSentence[] {
  const merged: AnswerSentence[] = [];
  for (const sentence of sentences) {
    const text = sentence.text.trim();
    const last = merged.at(-1);
    const same = last && (text === '' || (last.text === text && last.role === sentence.role));
    if (!same) merged.push({ ...sentence, text });
    else merged[merged.length - 1] = { ...last, citations: [...new Set([...last.citations, ...sentence.citations])] };
  }
  return merged;
}

/** Neighbouring sentences of one role as a block; a heading is a block of its own. */
export function answerBlocks(sentences: readonly AnswerSentence[]): readonly AnswerBlock[] {
  const blocks: { kind: AnswerBlock['kind']; sentences: AnswerSentence[] }[] = [];
  for (const sentence of mergedSentences(sentences)) {
    const kind = KIND[sentence.role];
    const last = blocks.at(-1);
    if (last && last.kind === kind && kind !== 'heading') last.sentences.push(sentence);
    else blocks.push({ kind, sentences: [sentence] });
  }
  return blocks;
}
