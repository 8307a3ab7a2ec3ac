const DROPPED = /[\0-\x08\x0e-\x1f\x7f-\x9f\xad\ufeff]/gu;

/**
 * Text as all offsets refer to it: lines end in \n, no control characters, no trailing spaces, at most three line
 * breaks in a row, no lone surrogates; a word that a soft hyphen breaks is whole. Letters stay as found (no Unicode normalisation).
 */
export function cleanText(text: string): string {
  if (text.length <= PIECE) return cleanPiece(text).replace(/^\n+/u, '').trimEnd();
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = pieceEnd(text, from);
    pieces.push(cleanPiece(text.slice(from, to)));
    from = to;
  }
  return pieces.join('').replace(/^\n+/u, '').trimEnd();
}

/** Characters cleaned at a time: of a long text, the steps between need not all be in memory. */
const PIECE = 1_000_000;

/**
 * Returns the end of a piece: behind a line that is not empty, before one that begins with a letter or a digit; else
 * the text's end.
 */
function pieceEnd(text: string, from: number): number {
  for (let at = text.indexOf('\n', from + PIECE); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (lineEnd.test(text.slice(at - 3, at)) && lineStart.test(text.slice(at + 1, at + 3))) return at + 1;
  }
  return text.length;
}

const lineEnd = /[\p{L}\p{N}\p{P}] ?\r?$/u;
const lineStart = /^[\p{L}\p{N}]/u;

function cleanPiece(text: string): string {
  const lines = text
    .replace(/\r\n?|[\f\v\x85\u2028\u2029]/gu, '\n')
    .replace(/\xad[ \t]*\n[ \t]*/gu, '')
    .replace(DROPPED, '')
    .split('\n');
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{4,}/gu, '\n\n\n')
    .replace(/\ufffd{2,}/gu, '\ufffd')
    .toWellFormed();
}

/** One line of text: every run of white space becomes a space. */
export function oneLine(text: string): string {
  // Wide tables have millions of empty cells.
  return text && cleanText(text).replace(/\s+/gu, ' ').trim();
}

/** True where the text holds a letter or a digit of any script. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
