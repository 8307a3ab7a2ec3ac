import type { Box, PageLines } from './box';

/** Words of a document as they stand within its lines, in small letters. */
export interface Lexicon {
  readonly words: ReadonlySet<string>;
  /** Words with hyphens. */
  readonly compounds: ReadonlySet<string>;
}

/** Words broken at the ends of lines are left out. */
export function lexiconOf(pages: readonly PageLines[]): Lexicon {
  const [words, compounds] = [new Set<string>(), new Set<string>()];
  let isBroken = false;
  for (const { text } of linesOf(pages)) {
    const whole = (isBroken ? text.replace(/^\S+/u, '') : text).replace(/\S+[-\u2010\u00ad]$/u, '').toLowerCase();
    for (const [word] of whole.matchAll(/\p{L}[\p{L}\p{M}]*/gu)) words.add(word);
    for (const [word] of whole.matchAll(/[\p{L}\p{N}]{1,40}(?:-[\p{L}\p{N}]{1,40})+/gu)) compounds.add(word);
    isBroken = /[\p{L}\p{N}][-\u2010\u00ad]$/u.test(text);
  }
  return { words, compounds };
}

function* linesOf(pages: readonly PageLines[]): Generator<Box> {
  for (const page of pages) for (const region of page.regions) yield* region;
}

/** Characters of scripts without spaces between words, and their signs. */
export const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
const APART = /\t| … /u;

/** The text before a line break, with its hyphen removed or a separator added. */
export function beforeBreak(before: string, after: string, lexicon: Lexicon): string {
  const head = /([\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}-]*)([-\u2010\u00ad])$/u.exec(before.slice(-80));
  const tail = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/u.exec(after)?.[0];
  if (head && tail) return keepsHyphen(head, tail, lexicon) ? before : before.slice(0, -1);
  if (APART.test(before) || APART.test(after)) return `${before}\n`;
  return WIDE.test(before.at(-1) ?? '') && WIDE.test(after.charAt(0)) ? before : `${before} `;
}

/**
 * Checks for a hyphen at a line's end that belongs to the word: before a number or a capital, or in a word with another
 * one. Else the rest of the document tells: it has the word with the hyphen, or both halves and not the whole.
 */
function keepsHyphen([, head = '', hyphen]: RegExpExecArray, tail: string, { words, compounds }: Lexicon): boolean {
  if (hyphen === '\u00ad') return false;
  if (!/^\p{Ll}/u.test(tail)) return !/^\p{Lu}+$/u.test(head + tail);
  if (head.includes('-')) return true;
  const [first, second] = [head.toLowerCase(), tail.toLowerCase()];
  if (words.has(first + second)) return false;
  if (compounds.has(`${first}-${second}`)) return true;
  return Math.min(first.length, second.length) >= SHORTEST && words.has(first) && words.has(second);
}

/** Shorter words are also endings and beginnings of others. */
const SHORTEST = 4;

/** Usual distance of baselines within a paragraph, in multiples of the letter size: the lower third of what is seen. */
export function lineSpacing(pages: readonly PageLines[]): number {
  const ratios = pages.flatMap((page) =>
    page.regions.flatMap((region) =>
      region.slice(1).flatMap((line, index) => {
        const gap = line.y - (region[index]?.y ?? line.y);
        return gap > 0 && gap < 4 * line.size ? [gap / line.size] : [];
      }),
    ),
  );
  ratios.sort((a, b) => a - b);
  return Math.max(1, ratios[Math.floor(ratios.length / 3)] ?? 1.3);
}
