import type { DocumentRow, Span } from '../tables/tables';

/** A number or a bullet with the space behind it. */
const MARK = /^(?:[(（]?(\d{1,3})[.)）]|[-*•])\s+(?=\S)/u;
/** UTF-16 code units around a numbered line in which the number before it or behind it must begin a line. */
const LOOKED_AROUND = 4000;

/** Length of the number or bullet with which a list's item begins at the span's start; 0 for other text, such as a year or an ordinal that begins a line. */
export function listMarkLength(
  { text }: Pick<DocumentRow, 'text'>,
  { start, end }: Pick<Span, 'start' | 'end'>,
): number {
  const found = MARK.exec(text.slice(start, Math.min(end, start + 12)));
  if (!found || !beginsLine(text, start)) return 0;
  const [mark, number] = found;
  return number === undefined || isCounted(text, start, Number(number)) ? mark.length : 0;
}

const beginsLine = (text: string, start: number): boolean =>
  /(?:^|\n)[^\S\n]*$/u.test(text.slice(Math.max(0, start - 80), start));

/** Whether a line near by begins with the number before it, the one after it, or the same as in Markdown's "1. … 1. …". */
function isCounted(text: string, start: number, number: number): boolean {
  const numbers = [number - 1, number, number + 1].join('|');
  const line = new RegExp(String.raw`\n[^\S\n]*[(（]?(?:${numbers})[.)）]\s`, 'u');
  const before = text.slice(Math.max(0, start - LOOKED_AROUND), Math.max(0, start - 1));
  const after = text.slice(start + 1, start + LOOKED_AROUND);
  return line.test(`\n${before}`) || line.test(after);
}

/** The span without the number or bullet of its list. */
export function withoutListMark(document: Pick<DocumentRow, 'text'>, span: Span): Span {
  const length = listMarkLength(document, span);
  return length === 0 ? span : { ...span, start: span.start + length };
}
