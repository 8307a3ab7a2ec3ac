import { languageProfiles } from '../../text/language';
import { withoutNoteMarks } from '../../text/raised-marks';
import { isStopWord } from '../../text/analysis/english';
import languages from './languages.json' with { type: 'json' };

/** A word, number or sign of a sentence, or one character of a script without spaces. */
export interface Word {
  /** UTF-16 offsets in the sentence, the end excluded. */
  readonly start: number;
  readonly end: number;
  /** Form for comparison: small letters and compatible forms made one; of a number its value. */
  readonly key: string;
  readonly kind: 'word' | 'number' | 'sign' | 'character';
  readonly isCapital: boolean;
  /** Negation ("not") or condition ("unless") of the words beside it; null for neither. */
  readonly turn: Turn | null;
  /** True for a content word: no function word. */
  readonly isContent: boolean;
  /** Number of its clause: from 0, one more behind each mark between words. */
  readonly clause: number;
  /** Number of its bracket, from 1; 0 outside of all. */
  readonly bracket: number;
}

/** A sentence as grounding reads it. */
export interface Reading {
  readonly text: string;
  readonly words: readonly Word[];
  /** Marks in front of each clause but the first, in order. */
  readonly marks: readonly string[];
}

type Turn = 'negation' | 'condition';

/** A language's entry in `languages.json`; `numbers` are the words for 2, 3, 4 and so on. */
interface LanguageMarks {
  readonly negation?: readonly string[];
  readonly condition?: readonly string[];
  readonly endings?: readonly string[];
  readonly harmless?: readonly string[];
  readonly numbers?: readonly string[];
}

/** Lookup tables of a language's function words, endings and numbers. */
interface Lookup {
  readonly turns: ReadonlyMap<string, Turn>;
  readonly endings: readonly string[];
  /** Turns of scripts without spaces, the longest first; null for words that only look like one. */
  readonly runs: readonly (readonly [run: string, turn: Turn | null])[];
  readonly numbers: ReadonlyMap<string, string>;
  readonly functionWords: ReadonlySet<string>;
}

const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}]/u;
const ALL: Readonly<Record<string, LanguageMarks>> = languages;
const lookups = new Map<string, Lookup>();

function lookupOf(language: string): Lookup {
  const known = lookups.get(language);
  if (known) return known;
  const { negation = [], condition = [], endings = [], harmless = [], numbers = [] } = ALL[language] ?? {};
  const all: readonly (readonly [string, Turn | null])[] = [
    ...condition.map((one) => [one, 'condition'] as const),
    ...negation.map((one) => [one, 'negation'] as const),
    ...harmless.map((one) => [one, null] as const),
  ];
  const lookup = {
    turns: new Map(all.flatMap(([one, turn]) => (turn && !UNSPACED.test(one) ? [[one, turn] as const] : []))),
    endings,
    runs: all.filter(([one]) => UNSPACED.test(one)).sort(([a], [b]) => b.length - a.length),
    numbers: new Map(numbers.map((name, at) => [name, String(at + 2)] as const)),
    functionWords: new Set((languageProfiles[language] ?? '').split(' ')),
  };
  lookups.set(language, lookup);
  return lookup;
}

const PIECE =
  /(?<number>(?:(?<![\p{L}\p{N}])[-−])?\p{Nd}+(?:[.,’']\p{Nd}+)*)|(?<numeral>[〇零一二三四五六七八九两十百千万亿]{2,})|(?<character>[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])|(?<word>(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{M}\p{N}])+(?:[.'’](?=\p{L})[\p{L}\p{M}\p{N}]+)*)|(?<sign>[%‰§&]|(?![|~^`¨])\p{S})|(?<open>[([（【])|(?<close>[)\]）】])|(?<mark>(?<!\p{Nd})[:：]|[:：](?!\p{Nd})|[,，、;；.!?…。！？؟—–]|(?<=\s)-(?=\s))/gu;

/** Reference that a model writes behind a sentence. */
const REFERENCE = /\[(?:\s*\d{1,3}\s*(?:[,;–-]\s*\d{1,3}\s*)*|Data:[^\]]*)\]/gu;

/** The sentence with references such as `[2, 3]` blanked out, every other character at its place. */
const withoutReferences = (sentence: string): string =>
  sentence.replace(REFERENCE, (found) => ' '.repeat(found.length));

/** Reads a sentence, references and note marks left out. Never throws; linear in its length. */
export function readSentence(sentence: string, language: string): Reading {
  const lookup = lookupOf(language);
  const text = withoutNoteMarks(withoutReferences(sentence));
  const words: Word[] = [];
  const marks: string[] = [];
  let depth = 0;
  let brackets = 0;
  let pending = '';
  for (const { 0: found, index: start, groups = {} } of text.matchAll(PIECE)) {
    if (groups['mark'] !== undefined) pending += found;
    else if (groups['open'] !== undefined) brackets += depth++ === 0 ? 1 : 0;
    else if (groups['close'] !== undefined) depth = Math.max(0, depth - 1);
    else {
      if (pending !== '' && words.length > 0) marks.push(pending);
      pending = '';
      const end = start + found.length;
      const place = { start, end, clause: marks.length, bracket: depth > 0 ? brackets : 0 };
      words.push({ ...place, ...wordOf(found, groups, lookup) });
    }
  }
  return { text, words: withRunTurns(text, words, lookup.runs), marks };
}

function wordOf(
  found: string,
  groups: Readonly<Record<string, string | undefined>>,
  { turns, endings, numbers, functionWords }: Lookup,
): Pick<Word, 'key' | 'kind' | 'isCapital' | 'turn' | 'isContent'> {
  const key = found.normalize('NFKC').toLowerCase().replaceAll('’', "'");
  const plain = { isCapital: false, turn: null, isContent: true };
  if (groups['number'] !== undefined) return { ...plain, key: numberKey(key), kind: 'number' };
  if (groups['numeral'] !== undefined) return { ...plain, key: numeralKey(key), kind: 'number' };
  if (groups['sign'] !== undefined) return { ...plain, key, kind: 'sign', isContent: false };
  if (groups['character'] !== undefined) return { ...plain, key, kind: 'character' };
  const number = numbers.get(key);
  if (number !== undefined) return { ...plain, key: number, kind: 'number' };
  return {
    key,
    kind: 'word',
    isCapital: /^\p{Lu}/u.test(found),
    turn: turns.get(key) ?? (endings.some((ending) => key.endsWith(ending)) ? 'negation' : null),
    isContent: !functionWords.has(key) && !isStopWord(key),
  };
}

/** A number's value as text: signs between thousands gone, a decimal comma a point; as it stands where that is no number. */
function numberKey(number: string): string {
  const plain = number
    .replace('−', '-')
    .replaceAll(/[.,'](?=\d{3}(?!\d))/gu, '')
    .replace(',', '.');
  const value = Number(plain);
  return Number.isSafeInteger(value) || plain.includes('.') ? String(value) : plain;
}

const DIGITS = '〇一二三四五六七八九';
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000, 万: 10_000, 亿: 100_000_000 };

/** The value of Chinese numerals as text: digits alone make a year, the others are added up by their units. */
function numeralKey(numeral: string): string {
  const digits = [...numeral.replaceAll('零', '〇').replaceAll('两', '二')];
  if (digits.every((digit) => DIGITS.includes(digit))) return digits.map((digit) => DIGITS.indexOf(digit)).join('');
  let [total, section, last] = [0, 0, 0];
  for (const digit of digits) {
    const unit = UNITS[digit];
    if (unit === undefined) last = DIGITS.indexOf(digit);
    else if (unit < 10_000) [section, last] = [section + Math.max(1, last) * unit, 0];
    else [total, section, last] = [total + Math.max(1, section + last) * unit, 0, 0];
  }
  return String(total + section + last);
}

/**
 * Marks the characters of turning words in scripts without spaces; a longer harmless word wins over the words in it.
 */
function withRunTurns(text: string, words: readonly Word[], runs: Lookup['runs']): readonly Word[] {
  if (runs.length === 0) return words;
  const turns = new Map<number, Turn | null>();
  for (const [run, turn] of runs) {
    for (let at = text.indexOf(run); at >= 0; at = text.indexOf(run, at + 1)) {
      if (!turns.has(at)) for (let i = 0; i < run.length; i++) turns.set(at + i, i === 0 ? turn : null);
    }
  }
  return words.map((word) => ({ ...word, turn: turns.get(word.start) ?? word.turn }));
}
