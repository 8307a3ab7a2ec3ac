import { isStopWord, terms } from '../../text/terms';
import { hanNumber, numberOfWord, readingsOf, scaleOfWord } from './number-words';

/** A word, number or run of signs of a statement. */
export interface Word {
  /** Index terms; of a number `#` and its value, with another reading if there is one. Empty for words without a topic. */
  readonly keys: readonly string[];
  readonly lower: string;
  readonly kind: 'word' | 'number';
  readonly isCapital: boolean;
  /** Begins the statement or a part of it, where a capital says nothing. */
  readonly isFirst: boolean;
  /** Number of the part of the statement between commas and the like. */
  readonly part: number;
  /** Of a number: written in letters and small, so that it may be somebody's count. */
  readonly isSoft: boolean;
}

/** German months, before which the dot of a day ends nothing: "31. März". */
const MONTH_NAMES = 'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember';
const TOKEN = new RegExp(
  [
    String.raw`([A-Za-z]+(?:['’][A-Za-z]+)?)(?![\p{L}\p{M}\p{N}'’])`,
    String.raw`(\d{4}-\d{2}-\d{2})(?!\d)`,
    String.raw`(\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,’']\d+)*)(?:st|nd|rd|th|s|\.(?=\s(?:${MONTH_NAMES})))?(?!\p{L}{2})`,
    String.raw`([〇零一二三四五六七八九十百千万亿两]{2,}|[二三四五六七八九十两](?=[票人年岁家米元月日号只头条座次户层名吨斤]))`,
    String.raw`([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])`,
    String.raw`([\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*)`,
    String.raw`([%£$€])`,
    String.raw`([.,;:()!?。，；、：—–|])`,
  ].join('|'),
  'gu',
);
const ENGLISH_MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
/** Names of months, small. */
export const MONTHS: ReadonlySet<string> = new Set([
  ...ENGLISH_MONTHS,
  ...'januar februar märz mai juni juli oktober dezember'.split(' '),
]);
const SHORT_MONTHS = new Map(ENGLISH_MONTHS.map((month) => [month.slice(0, 3), month]));
const SIGNS: Readonly<Record<string, string>> = { '%': 'percent', '£': 'pound', $: 'dollar', '€': 'euro' };
const STARTS = /[.:!?。：]/u;
const SMALL = 20;
const cacheLimit = 40_000;

const cache = new Map<string, readonly string[]>();

function keysOf(word: string): readonly string[] {
  const known = cache.get(word);
  if (known) return known;
  const keys = isStopWord(word) ? [] : terms(word);
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(word, keys);
  return keys;
}

const keyOfNumber = (value: number): string => `#${String(value)}`;

/** The value of a number's key; NaN for any other key. */
export const valueOfKey = (key: string): number => (key.startsWith('#') ? Number(key.slice(1)) : Number.NaN);

/** Whether a number's key is likely that of a year. */
export const isYear = (key: string): boolean => valueOfKey(key) >= 1000 && valueOfKey(key) <= 2100;

/** The words and numbers of a statement in order: "1,250" as "1250", "two" as "2", "12th" as "12". Pure; linear. */
export function readStatement(text: string): readonly Word[] {
  const words: Word[] = [];
  let part = 0;
  let isFirst = true;
  let han = '';
  const add = (keys: readonly string[], lower: string, kind: Word['kind'], isCapital = false, isSoft = false): void => {
    words.push({ keys, lower, kind, isCapital, isFirst, part, isSoft });
    isFirst = false;
  };
  const flush = (): void => {
    if (han !== '') add(terms(han), han, 'word');
    han = '';
  };
  for (const [, plain, date, digits, numerals, sign, other, symbol, stop] of text.matchAll(TOKEN)) {
    const word = plain ?? other;
    if (sign !== undefined) {
      han += sign;
      continue;
    }
    flush();
    if (date !== undefined) {
      const [year = '', month = '', day = ''] = date.split('-');
      add([keyOfNumber(Number(day))], day, 'number');
      add(keysOf(ENGLISH_MONTHS[Number(month) - 1] ?? month), month, 'word', true);
      add([keyOfNumber(Number(year))], year, 'number');
    } else if (digits !== undefined) add(readingsOf(digits).map(keyOfNumber), digits, 'number');
    else if (numerals !== undefined) add([keyOfNumber(hanNumber(numerals))], numerals, 'number');
    else if (word !== undefined) addWord(words, word, add);
    else if (symbol !== undefined) add([...keysOf(SIGNS[symbol] ?? '')], SIGNS[symbol] ?? '', 'word');
    else if (stop !== undefined) {
      part += 1;
      isFirst ||= STARTS.test(stop);
    }
  }
  flush();
  return words;
}

type Add = (keys: readonly string[], lower: string, kind: Word['kind'], isCapital?: boolean, isSoft?: boolean) => void;

function addWord(words: Word[], word: string, add: Add): void {
  const lower = word.toLowerCase();
  const last = words.at(-1);
  const scale = scaleOfWord(lower);
  if (scale !== undefined && last?.kind === 'number') {
    words[words.length - 1] = { ...last, keys: last.keys.map((key) => keyOfNumber(scaled(valueOfKey(key), scale))) };
    return;
  }
  const number = numberOfWord(lower) ?? (lower === 'one' && last?.isSoft && isTens(last) ? 1 : undefined);
  if (number !== undefined) {
    const tens = last && last.isSoft && last.kind === 'number' ? valueOfKey(last.keys[0] ?? '') : Number.NaN;
    if (last && number < 10 && isTens(last)) {
      words[words.length - 1] = { ...last, keys: [keyOfNumber(tens + number)] };
      return;
    }
    add([keyOfNumber(number)], lower, 'number', false, number <= SMALL || number % 10 === 0);
    return;
  }
  const isCapital = /^\p{Lu}/u.test(word);
  const month = isCapital && last?.kind === 'number' ? SHORT_MONTHS.get(lower) : undefined;
  if (lower === 'cent' && last?.lower === 'per') {
    words.pop();
    add(keysOf('percent'), 'percent', 'word');
  } else if (/^(?:\p{L}+n['’]t)$/u.test(lower)) add([], 'not', 'word');
  else add(keysOf(month ?? lower), lower, 'word', isCapital);
}

/** 20, 30 … 90. */
const isTens = ({ keys }: Word): boolean => {
  const value = valueOfKey(keys[0] ?? '');
  return value >= 20 && value < 100 && value % 10 === 0;
};

const scaled = (value: number, scale: number): number => Math.round(value * scale * 1000) / 1000;
