const SPACES = ' \t\r\n';

/**
 * Without ASCII white space at both ends, in one pass however much of it there is. Wider white space stays: the grammars let it through, so it
 * counts as text.
 */
export function trimAscii(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && SPACES.includes(text.charAt(start))) start++;
  while (end > start && SPACES.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
