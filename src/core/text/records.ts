const field = /^[ \t]{0,12}([\p{L}\p{N}_][^:\n]{0,59}):[ \t]+\S/u;
const leastFields = 2;
const looked = 400;

/**
 * The end of the record whose first line begins at `start`: lines up to a blank one that are all `label: value`, no label twice, as a
 * talk would have it. Gives `start` when there is none.
 */
export function endOfRecord(text: string, start: number): number {
  const labels = new Set<string>();
  let at = start;
  while (at < text.length) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, Math.min(end, at + looked));
    if (line.trim() === '') break;
    const label = field.exec(line)?.[1];
    if (label === undefined || labels.has(label)) return start;
    labels.add(label);
    at = end + 1;
  }
  return labels.size >= leastFields ? Math.min(text.length, at - 1) : start;
}

/** Whether a whole text is one record. */
export function isRecord(text: string): boolean {
  return endOfRecord(text, 0) === text.length && text !== '';
}
