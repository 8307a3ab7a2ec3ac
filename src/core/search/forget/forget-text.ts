import type { AnswerSentence } from '../events';
import { GONE, saysGone } from './forget-trace';

/** A written text and where its sentences stand in it. */
export interface Told {
  readonly text: string;
  readonly sentences: readonly AnswerSentence[];
}

/**
 * A written text with some of its sentences taken out: a word in their place says so, once for neighbours, and stays when more is taken out; a
 * heading leaves nothing. Of what stands between sentences only marks and list numbers stay. Offsets follow.
 */
export function forgetSentences({ text, sentences }: Told, goes: (sentence: AnswerSentence) => boolean): Told {
  const kept: AnswerSentence[] = [];
  let told = '';
  let from = 0;
  /** Whether the last thing told is the word for what went. */
  let isGap = false;
  const add = (words: string, sentence: AnswerSentence): void => {
    const at = { start: told.length, end: told.length + words.length };
    told += words;
    kept.push({ ...sentence, text: words, at });
  };
  for (const sentence of inOrder(sentences)) {
    const { start, end } = sentence.at;
    if (start < from) continue; // of two that overlap the first stands
    const between = marksOf(text.slice(from, start));
    const own = text.slice(start, end);
    const saidSomething = hasClaim(sentence) || saysGone(own);
    from = end;
    if (!goes(sentence)) {
      told += between;
      add(own, sentence);
      isGap = false;
      continue;
    }
    const isNext = isGap && !between.includes('\n');
    if (!isNext) told += between;
    if (isRow(own)) add(saysGone(own) ? own : goneRow(own, sentence), plain(sentence));
    else if (isNext) continue;
    else if (saidSomething) add(GONE, plain(sentence));
    isGap = saidSomething && !isRow(own);
  }
  told += marksOf(text.slice(from));
  return { text: told, sentences: kept };
}

const inOrder = (sentences: readonly AnswerSentence[]): readonly AnswerSentence[] =>
  sentences.toSorted((a, b) => a.at.start - b.at.start);

/** Whether a sentence says something of the matter: a heading or a greeting leaves no gap. */
const hasClaim = ({ verdict, reason }: AnswerSentence): boolean => verdict !== 'not checked' || reason !== 'no claim';

/** The word for what went, in a sentence's place. */
const plain = ({ at }: AnswerSentence): AnswerSentence => ({ text: GONE, citations: [], at, verdict: 'not checked' });

const isRow = (own: string): boolean => own.startsWith('|');

/** A row of a table keeps its cells, so that the table stays one. */
function goneRow(own: string, sentence: AnswerSentence): string {
  const cells = own.replace(/[^|\n]+/gu, ' ');
  return !hasClaim(sentence) ? cells : cells.replace('| ', `| ${GONE} `);
}

/** Marks of Markdown, breaks and list numbers, without any words. */
function marksOf(between: string): string {
  return between.replace(
    /(^|\n)([ \t>]*\d{1,3}[.)](?=\s))|[\p{L}\p{M}\p{N}]+/gu,
    (_found, line: string | undefined, number: string) => (line === undefined ? '' : line + number),
  );
}
