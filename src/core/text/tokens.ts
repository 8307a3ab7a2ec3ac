import { isCommonPair } from './chinese-words';
import { isSpace } from './sentences';

/**
 * Estimates o200k tokens without the tokenizer. It walks the pieces that o200k first cuts a text into (words with the space
 * before them, digits in threes, punctuation, white space; Han text by common words) and adds what such a piece costs on
 * average. Costs were fitted on English reference articles and Chinese prose; other scripts have one cost per letter.
 */

/** Mean tokens of an English word in lower case, by length in letters. */
const lowerCost = [0, 1, 1, 1, 1.01, 1.01, 1.04, 1.07, 1.08, 1.13, 1.2, 1.22, 1.4, 1.45, 1.7];
/** The same for a word with a capital first letter: many are names. */
const capitalCost = [0, 1, 1, 1.02, 1.15, 1.27, 1.36, 1.49, 1.59, 1.78, 2, 2.2, 2.45, 2.6, 2.8];
const perFurtherLetter = 0.28;
/** Each letter of a word such as `McIver` or `XMLFile`, and each after the third of one all in capitals: most of those are common. */
const perMixedLetter = 0.42;
const perFurtherCapital = 0.1;
const perAccent = 0.75;
const perHan = 0.93;

/** First code unit of ranges of letters with the tokens per code unit up to the next range. */
const ranges: readonly (readonly [from: number, cost: number])[] = [
  [0x250, 0.9],
  [0x370, 0.45],
  [0x400, 0.33],
  [0x530, 0.7],
  [0x590, 0.5],
  [0x600, 0.39],
  [0x700, 1],
  [0x900, 0.44],
  [0x980, 0.5],
  [0xe00, 0.44],
  [0xe80, 0.8],
  [0x10a0, 0.6],
  [0x1100, 1],
  [0x1e00, 0.5],
  [0x2000, 0.9],
  [0x3000, 0.95],
  [0x3040, 0.77],
  [0x3100, 1.2],
  [0x3400, 1.6],
  [0x4e00, perHan],
  [0xa000, 1.2],
  [0xac00, 0.87],
  [0xd7b0, 1.3],
  [0xe000, 1.5],
  [0xff00, 0.95],
];
const costs = new Float32Array(0x10000);
for (const [n, [from, cost]] of ranges.entries()) costs.fill(cost, from, ranges[n + 1]?.[0] ?? 0x10000);

const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a;
const isUpper = (code: number): boolean => code >= 0x41 && code <= 0x5a;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isAccented = (code: number): boolean => code >= 0xc0 && code < 0x250 && code !== 0xd7 && code !== 0xf7;

/** Estimated o200k tokens of a text, a whole number; within about 10 % on English and Chinese prose. Linear, no allocation. */
export function estimateTokens(text: string): number {
  let total = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const from = at;
    if (isLower(code) || isUpper(code) || isAccented(code)) {
      at = wordEnd(text, at);
      total += wordCost(text, from, at);
    } else if (isDigit(code)) {
      while (isDigit(text.charCodeAt(at))) at++;
      total += Math.ceil((at - from) / 3) + (text.charCodeAt(from - 1) === 0x20 ? 1 : 0);
    } else if (isSpace(code)) {
      at = spaceEnd(text, at);
      total += spaceCost(text, from, at);
    } else if (code < 0xc0) {
      at = Math.max(at + 1, punctuationEnd(text, at));
      total += punctuationCost(text, from, at);
    } else {
      const pair = code >= 0x4e00 && code < 0xa000 && isCommonPair(code, text.charCodeAt(at + 1));
      total += pair ? 1 : (costs[code] ?? 1);
      at += pair ? 2 : 1;
    }
  }
  return Math.ceil(total);
}

/** Capitals and then small letters, as o200k splits camelCase. */
function wordEnd(text: string, start: number): number {
  let at = start;
  while (isUpper(text.charCodeAt(at))) at++;
  for (let code = text.charCodeAt(at); isLower(code) || isAccented(code); code = text.charCodeAt(at)) at++;
  return at;
}

function wordCost(text: string, start: number, end: number): number {
  let capitals = 0;
  let accents = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (isUpper(code)) capitals++;
    else if (!isLower(code)) accents++;
  }
  const length = end - start;
  if (capitals === length && capitals > 1) return 1 + Math.max(0, length - 3) * perFurtherCapital;
  if (capitals > 1) return Math.max(1, length * perMixedLetter);
  const byLength = capitals === 1 ? capitalCost : lowerCost;
  const last = byLength.length - 1;
  return (byLength[Math.min(length, last)] ?? 1) + Math.max(0, length - last) * perFurtherLetter + accents * perAccent;
}

function spaceEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Line ends join the punctuation before them; the last space joins the word after it; the rest is a piece of its own. */
function spaceCost(text: string, start: number, end: number): number {
  let lineEnd = end;
  while (lineEnd > start && text.charCodeAt(lineEnd - 1) !== 0x0a) lineEnd--;
  const indent = end - lineEnd > 1 || (end > lineEnd && text.charCodeAt(end - 1) !== 0x20) ? 1 : 0;
  if (lineEnd === start) return indent;
  const before = text.charCodeAt(start - 1);
  const joins = text.charCodeAt(start) === 0x0a && before > 0x20 && before < 0x7f && !isLetterOrDigit(before);
  return indent + (joins ? 0 : 1);
}

const isLetterOrDigit = (code: number): boolean => isLower(code) || isUpper(code) || isDigit(code);

function punctuationEnd(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === 0x27 && isLower(text.charCodeAt(start + 1))) return start + 1;
  let at = start;
  for (let code = first; at < text.length; code = text.charCodeAt(at)) {
    if (code >= 0xa0 || isDigit(code) || isLower(code) || isUpper(code) || isSpace(code)) break;
    at++;
  }
  return at;
}

/**
 * Runs of one sign are cheap, mixed ones less so; a sign that begins a word (`well-known`, `f(x`) mostly costs little beside it, an
 * apostrophe within a word often nothing.
 */
function punctuationCost(text: string, start: number, end: number): number {
  if (end === start) return 1;
  if (end - start === 1) {
    const sign = text.charCodeAt(start);
    if (sign === APOSTROPHE) return 0.4;
    return sign !== COMMA && text.charCodeAt(start - 1) !== 0x20 && isLetter(text.charCodeAt(end)) ? 0.25 : 1;
  }
  for (let at = start + 1; at < end; at++) {
    if (text.charCodeAt(at) !== text.charCodeAt(start)) return 1 + (end - start - 2) * 0.25;
  }
  return 1 + (end - start) / 24;
}

const APOSTROPHE = 0x27;
/** As in a row of a table, where the word after it is seldom known with it. */
const COMMA = 0x2c;

const isLetter = (code: number): boolean => isLower(code) || isUpper(code) || isAccented(code);
