import { conceptKey } from '../retrieval/concepts';
import type { DocumentRow } from '../tables/tables';
import { terms } from '../text/terms';
import type { Candidate } from './candidates';
import { isHeadingLine, isHeadLine } from './line-kinds';
import { oneLine } from './passages';

/** True for the title or a heading: what stands above the text and states nothing. */
export function isFurniture({ span, text }: Pick<Candidate, 'span' | 'text'>, document: DocumentRow): boolean {
  const line = oneLine(text);
  if (line.toLowerCase() === oneLine(document.title).toLowerCase()) return true;
  if (
    isHeadingLine(
      line,
      document.text.slice(Math.max(0, span.start - LOOKED_AROUND), span.start),
      document.text.slice(span.end, span.end + LOOKED_AROUND),
    )
  ) {
    return true;
  }
  return document.heading_starts.some((start, at) => {
    if (span.start < start || span.start > start + MOST_MARKS) return false;
    const own = oneLine(document.heading_texts[at] ?? '');
    return span.end <= start + MOST_MARKS + own.length || line === own;
  });
}

/** Room for the marks before a heading's words. */
const MOST_MARKS = 8;
const LOOKED_AROUND = 600;

/** The sentence from its first line that is no mail header, marked heading or bare tag; null when none is left. */
export function withoutHeadLines(candidate: Candidate, document: DocumentRow): Candidate | null {
  const { span, text } = candidate;
  let cut = 0;
  for (const line of text.split(/(?<=\n)/)) {
    if (line.trim() !== '' && !isHeadLine(line.trim())) break;
    cut += line.length;
  }
  if (cut === 0) return candidate;
  const rest = text.slice(cut);
  if (rest.trim() === '') return null;
  const start = span.start + cut + (rest.length - rest.trimStart().length);
  const own = document.text.slice(start, span.end);
  return {
    ...candidate,
    span: { ...span, start },
    text: own,
    terms: new Set(terms(own)),
    folded: ` ${conceptKey(own)} `,
  };
}
