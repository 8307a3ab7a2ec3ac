const SEPARATOR = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/u;
const MOST_ROWS = 200;

/** The head of the Markdown table in which a row stands; empty for what is no row, and for the head itself. */
export function tableHead(document: string, { start, end }: { readonly start: number; readonly end: number }): string {
  const row = document.slice(start, end).trim();
  if (!row.startsWith('|') || SEPARATOR.test(row)) return '';
  let at = document.lastIndexOf('\n', start - 1);
  let isNext = false;
  for (let rows = 0; rows < MOST_ROWS && at > 0; rows++) {
    const from = document.lastIndexOf('\n', at - 1);
    const line = document.slice(from + 1, at).trim();
    if (!line.startsWith('|')) return '';
    if (isNext) return line;
    isNext = SEPARATOR.test(line);
    at = from;
  }
  return '';
}
