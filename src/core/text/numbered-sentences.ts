import type { TextUnitSource } from './text-units';
import { safeCut, splitSentences } from './sentences';
import { estimateTokens } from './tokens';

/** A sentence of a document; its number is its place in the list. Offsets count UTF-16 code units of the document's text. */
export interface NumberedSentence {
  readonly start: number;
  readonly end: number;
  /** Estimated tokens, with the white space up to the next sentence. */
  readonly tokens: number;
  /** True when a heading starts here. */
  readonly heading: boolean;
}

/** The document's sentences in order; one of more than `size` tokens is cut at safe borders into several. */
export function numberedSentences(document: TextUnitSource, size: number): NumberedSentence[] {
  const { text } = document;
  const headings = document.headings.map((heading) => heading.start);
  const { starts, ends } = splitSentences(text, document.language, headings);
  const headingStarts = new Set(headings);
  const sentences: NumberedSentence[] = [];
  starts.forEach((start, n) => {
    const end = ends[n] ?? start;
    const next = Math.min(starts[n + 1] ?? text.length, end + 8);
    const heading = hasHeading(headingStarts, start, end);
    for (const piece of pieces(text, start, end, size)) {
      const tail = piece.end === end ? next : piece.end;
      sentences.push({
        ...piece,
        tokens: estimateTokens(text.slice(piece.start, tail)),
        heading: heading && piece.start === start,
      });
    }
  });
  return sentences;
}

/** A heading may be marked by offset at its words, a few signs (such as `## `) into the sentence. */
function hasHeading(headings: ReadonlySet<number>, start: number, end: number): boolean {
  if (headings.size === 0) return false;
  for (let at = start; at < end && at < start + 10; at++) if (headings.has(at)) return true;
  return false;
}

function* pieces(text: string, start: number, end: number, size: number): Generator<{ start: number; end: number }> {
  let from = start;
  while (estimateTokens(text.slice(from, end)) > size) {
    const whole = estimateTokens(text.slice(from, end));
    let cut = safeCut(text, from, from + Math.max(2, Math.floor(((end - from) * size * 0.95) / whole)));
    while (cut - from > 2 && estimateTokens(text.slice(from, cut)) > size) {
      cut = safeCut(text, from, from + ((cut - from) >> 1) + 1);
    }
    if (cut >= end) break;
    const trimmed = text.slice(from, cut).trimEnd().length;
    if (trimmed > 0) yield { start: from, end: from + trimmed };
    from = cut + (text.slice(cut, end).length - text.slice(cut, end).trimStart().length);
  }
  if (from < end) yield { start: from, end };
}
