import { areCode, isCodeLine, isFenceOfCode } from './code-lines';

/** The first line of a fence and the last one, where it has one. */
const FENCES = /^[`~]{3,}[^\n]*\n?|\n?[ \t]*[`~]{3,}\s*$/gu;
const OPENING = /^[`~]{3,}[^\n]*\n?/u;
const LEAST = 4;
/** What prose seldom has and code seldom lacks. */
const CODE = /[{}<>=\\|^;]|[\p{L}\d_][([]|[)\]][.([]|\p{L}\.\p{L}+\(|->|::|\/\/|--|^\s*[#$@%]/u;
const WORD = /^["'“”‘’„«»(¿¡*_-]*[\p{L}\p{M}\p{N}£$€%][\p{L}\p{M}\p{N}'’.,:/£$€%-]*[.,:!?)"'“”‘’»*_…]*$/u;
/** Signs with which a line of a list begins. */
const ITEM = /^\s*(?:[-*+>]|\d{1,3}[.)])\s+/u;
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;

/** What stands between the fences of a block of code. */
export const fencedText = (block: string): string => block.replace(FENCES, '');

/** UTF-16 offsets of what stands between the fences of a block that begins at `start`. */
export function fencedRange(block: string, start: number): { readonly start: number; readonly end: number } {
  const from = OPENING.exec(block)?.[0].length ?? 0;
  return { start: start + from, end: start + Math.max(from, from + fencedText(block).length) };
}

/** Whether a fence holds sentences or a list of words and not code: it names no language of code, and at least half of its lines read like prose. */
export function isProseInFence(block: string): boolean {
  if (isFenceOfCode(block)) return false;
  const lines = fencedText(block)
    .split('\n')
    .filter((line) => /\p{L}/u.test(line));
  return lines.length > 0 && !areCode(lines) && 2 * lines.filter(isProse).length >= lines.length;
}

function isProse(line: string): boolean {
  const own = line.replace(ITEM, '').trim();
  if (CODE.test(own) || isCodeLine(own)) return false;
  if ((own.match(HAN)?.length ?? 0) >= LEAST) return true;
  const words = own.split(/\s+/u);
  return words.length >= LEAST && words.every((word) => WORD.test(word) || /^[–—-]$/u.test(word));
}
