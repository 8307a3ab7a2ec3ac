const DROPPED = /[\0-\x08\x0e-\x1f\x7f-\x9f\xad\ufeff]/gu;

/**
 * Text as all offsets refer to it: lines end in \n, no control characters, no trailing spaces, at most three line
 * breaks in a row, no lone surrogates. Letters stay as found (no Unicode normalisation).
 */
export function cleanText(text: string): string {
  const lines = text
    .replace(/\r\n?|[\f\v\x85\u2028\u2029]/gu, '\n')
    .replace(DROPPED, '')
    .split('\n');
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{4,}/gu, '\n\n\n')
    .replace(/\ufffd{2,}/gu, '\ufffd')
    .replace(/^\n+/u, '')
    .trimEnd()
    .toWellFormed();
}

/** One line of text: every run of white space becomes a space. */
export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/gu, ' ').trim();
}

/** True where the text holds a letter or a digit of any script. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
