import { conceptKey } from '../retrieval/concepts';
import type { DocumentRow } from '../tables/tables';
import type { Candidate } from './candidates';

const MOST_JOINED = 5;
const OPENING = /(?:^|[\s(\[—–-])["“](?=[^\s"”])|[「『]/gu;
const CLOSING = /[^\s"“]["”](?=[\s.,;:!?)\]—–-]|$)|[」』]/gu;
const ASKS = /[?？]["”』」)\]]*\s*$/u;

/** True for a sentence that asks. */
export const isAsking = (text: string): boolean => ASKS.test(text);

/**
 * Joins the sentences of a text unit that say something only together: a quotation up to the sentence that closes it, and a
 * question with its reply; at most five, else each stays alone.
 */
export function joinUtterances(sentences: readonly Candidate[], document: DocumentRow): readonly Candidate[] {
  const joined: Candidate[] = [];
  for (let at = 0; at < sentences.length;) {
    const group = sentences.slice(at, at + lengthAt(sentences, at, document.text));
    const whole = merged(group, document.text);
    if (whole) joined.push(whole);
    at += group.length;
  }
  return joined;
}

function lengthAt(sentences: readonly Candidate[], from: number, source: string): number {
  const start = sentences[from]?.span.start ?? 0;
  let before = start;
  for (let length = 1; length <= MOST_JOINED; length++) {
    const last = sentences[from + length - 1];
    if (!last || source.slice(before, last.span.start).trim() !== '') return 1;
    if (!isAsking(last.text) && !isOpen(source.slice(start, last.span.end))) return length;
    before = last.span.end;
  }
  return 1;
}

const isOpen = (text: string): boolean => (text.match(OPENING)?.length ?? 0) > (text.match(CLOSING)?.length ?? 0);

function merged(group: readonly Candidate[], source: string): Candidate | undefined {
  const first = group[0];
  const last = group.at(-1);
  if (!first || !last || group.length === 1) return first;
  const text = source.slice(first.span.start, last.span.end);
  return {
    ...first,
    span: { ...first.span, end: last.span.end },
    text,
    terms: new Set(group.flatMap((one) => [...one.terms])),
    folded: ` ${conceptKey(text)} `,
  };
}
