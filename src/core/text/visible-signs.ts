/**
 * Signs that change what a reader sees and are not seen themselves: overrides and embeddings of direction (UAX 9), controls but for white space, marks of
 * annotations, and tags. Isolates, direction marks, joiners and soft hyphens are in natural texts, and stay.
 */
const HIDDEN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u206A-\u206F\uFFF9-\uFFFB]+|[\u{E0000}-\u{E007F}]+/gu;
/** A flag of a region is written with tags behind it. */
const FLAG = /\u{1F3F4}$/u;
const TAG = 0xe0000;
/** Signs in a row that are shown one by one. */
const TOLD = 4;

/** A text of a document or a model as it may be shown: with a mark such as ⟦U+202E⟧ in place of each sign that is hidden in it. */
export function visibleSigns(text: string): string {
  // Most texts have none, and stay the same.
  if (text.search(HIDDEN) < 0) return text;
  return text.replace(HIDDEN, (run: string, at: number) => {
    const isFlag = (run.codePointAt(0) ?? 0) >= TAG && FLAG.test(text.slice(Math.max(0, at - 2), at));
    return isFlag ? run : marksOf([...run]);
  });
}

/** A piece of a text: words as they are, or one hidden sign with its name. */
interface TextPiece {
  readonly text: string;
  readonly hidden?: string;
}

/** The pieces of a text, each hidden sign by itself: for what counts the places of a text on the screen. */
export function textPieces(text: string): readonly TextPiece[] {
  if (text.search(HIDDEN) < 0) return [{ text }];
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const { index, 0: run } of text.matchAll(HIDDEN)) {
    if (visibleSigns(text.slice(Math.max(0, index - 2), index) + run).endsWith(run)) continue;
    if (index > from) pieces.push({ text: text.slice(from, index) });
    pieces.push(...[...run].map((sign) => ({ text: sign, hidden: nameOf(sign) })));
    from = index + run.length;
  }
  return from < text.length ? [...pieces, { text: text.slice(from) }] : pieces;
}

function marksOf(signs: readonly string[]): string {
  if (signs.length <= TOLD) return signs.map((sign) => `⟦${nameOf(sign)}⟧`).join('');
  const [first = ''] = signs;
  return `⟦${nameOf(first)}… ×${String(signs.length)}⟧`;
}

const nameOf = (sign: string): string => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
