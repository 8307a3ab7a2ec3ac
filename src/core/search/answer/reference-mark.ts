import { citedNumbers, tableWords } from '../../text/cited-numbers';
import { CONTEXT_DATASETS, type ContextDataset } from '../context/context';

/** A reference in a model's text. */
export interface Mark {
  /** Offset after it. */
  readonly end: number;
  readonly hints: readonly Omit<PlacedHint, 'at'>[];
  /** True for a mark of the model's own knowledge. */
  readonly isGeneral: boolean;
}

/** Options of reading marks in an answer. */
interface MarkOptions {
  /** The table that a bare `[1]` means. */
  readonly bare: ContextDataset;
  /** True if no more text will come. */
  readonly ended: boolean;
}

/** The bracket that closes each that may open a reference. */
export const CLOSERS: ReadonlyMap<string, string> = new Map(
  ['[]', '【】', '［］', '()', '（）'].map(([a = '', b = '']) => [a, b]),
);
/** Longest reference that is waited for, in UTF-16 code units. */
const LONGEST = 300;

/** Beginning of a reference in the form that prompts ask for. */
const DATA = /^\s*data\s*[:：]/iu;
/** Beginning of such a reference in another language. */
const LEAD = /^\s*\p{L}+\s*[:：](?=\s*(?:\p{L}+\s*(?:[(（]|$)|$))/u;
const OWN = /^\s*llm(?!\p{L})/iu;
/** `1†source`, as some services teach their models. */
const DAGGER = /^\s*\d+[\d:]*†/u;
const BARE = /^[\s\d,;，；、^–-]+$/u;
/** Characters that occur in no list of tables and numbers. */
const OTHER = /[^\p{L}\d\s,;:&+#^()–\-†，；：、（）]|\n/u;

/** The table that a word means, also in the singular or cut short; null for none that a prompt has. */
function tableOf(word: string): ContextDataset | null {
  const beginning = word.toLowerCase().replace(/y$/u, '');
  return CONTEXT_DATASETS.find((dataset) => dataset.toLowerCase().startsWith(beginning)) ?? null;
}

/** With the first letter of a table before a number, as in `S1`, made its name. */
const spelledOut = (content: string): string =>
  content.replace(/(?<!\p{L})[SREC](?=\d)/gu, (letter) => `${tableOf(letter) ?? ''} `);

/**
 * The reference that opens at an offset: `[Data: Sources (1, 2); Reports (3, +more)]`, `[Sources: 1]`, `(Source 3)`,
 * `[1]`, `[S1]`, `【1†source】`, `[LLM: verify]`, also full-width and broken off. Null when there is none, `open` when
 * more text is needed to decide.
 */
export function markAt(text: string, at: number, { bare, ended }: MarkOptions): Mark | 'open' | null {
  const opener = text[at] ?? '';
  const closer = CLOSERS.get(opener);
  if (closer === undefined) return null;
  const isRound = closer === ')' || closer === '）';
  const content = text.slice(at + 1, at + 1 + LONGEST);
  const length = lengthInside(content, opener, closer);
  if (length < 0) {
    const isOver = ended || content.includes('\n') || content.length === LONGEST;
    if (!isOver) return couldBecome(content, isRound) ? 'open' : null;
    return unclosedMark(content, at + 1, isRound, bare);
  }
  const inside = content.slice(0, length);
  const end = at + length + 2;
  const mark = closedMark(inside, end, isRound, bare);
  if (mark === null || isRound || DATA.test(inside)) return mark;
  if (end === text.length && !ended) return 'open';
  const isLink = text[end] === '(' || (text[end] === ':' && BARE.test(inside));
  return isLink ? null : mark;
}

/** Length up to the bracket that closes; -1 when it does not within the line. */
function lengthInside(content: string, opener: string, closer: string): number {
  let depth = 1;
  for (let at = 0; at < content.length; at++) {
    const sign = content[at];
    if (sign === '\n') return -1;
    if (sign === opener) depth += 1;
    else if (sign === closer) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** Checks if an unfinished content may become a reference. */
function couldBecome(content: string, isRound: boolean): boolean {
  if (DATA.test(`${content}:`) || OWN.test(content) || DAGGER.test(content)) return true;
  const words = tableWords(isRound ? content : content.replace(LEAD, ''));
  return !OTHER.test(content) && (words.every(tableOf) || (!isRound && words.length === 1));
}

/**
 * Reads a closed mark. After `Data:` anything is allowed; otherwise tables with their numbers, or in square brackets
 * numbers alone or after one other word.
 */
function closedMark(content: string, end: number, isRound: boolean, bare: ContextDataset): Mark | null {
  if (OWN.test(content)) return { end, hints: [], isGeneral: true };
  if (DATA.test(content)) {
    const mark = { end, hints: hintsIn(content, bare), isGeneral: /general knowledge/iu.test(content) };
    return isRound && !mark.isGeneral && mark.hints.length === 0 ? null : mark;
  }
  if (isRound) return isNamed(content) ? { end, hints: hintsIn(content, bare), isGeneral: false } : null;
  const list = DAGGER.test(content) ? content.slice(0, content.search(/[:†]/u)) : spelledOut(content.replace(LEAD, ''));
  return isNamed(list) || isBare(list) ? { end, hints: hintsIn(list, bare), isGeneral: false } : null;
}

/** Checks for a list of numbers only, where each word has a number. */
function isList(content: string): boolean {
  const cited = citedNumbers(content);
  const words = tableWords(content);
  return cited.length > 0 && !OTHER.test(content) && words.every((one) => cited.some(({ word }) => word === one));
}

const isNamed = (content: string): boolean =>
  isList(content) && tableWords(content).length > 0 && tableWords(content).every(tableOf);

/** Numbers that are no years, alone or after one word, such as that for a source in another language. */
function isBare(content: string): boolean {
  const isYear = (content.match(/\d+/gu) ?? []).some(({ length }) => length === 4 || length > 6);
  return isList(content) && !isYear && (BARE.test(content) || content.match(/\p{L}+/gu)?.length === 1);
}

/**
 * Returns the mark of an unclosed bracket: all of it where the text breaks off, else a prefix that is a whole reference
 * by itself.
 */
function unclosedMark(content: string, from: number, isRound: boolean, bare: ContextDataset): Mark | null {
  const isReference = isRound ? isNamed(content) : couldBecome(content, isRound);
  if (isReference && !OTHER.test(content)) {
    // The last number may have lost digits, so it counts only with a sign after it.
    const hints = hintsIn(content.replace(/[\d–-]+$/u, ''), bare);
    return { end: from + content.length, hints, isGeneral: OWN.test(content) };
  }
  if (!DATA.test(content)) return null;
  const ends = [...content.matchAll(/[)）]/gu)].map(({ index }) => index + 1);
  const end = ends.findLast((one) => isList(content.slice(0, one).replace(DATA, '')));
  return end === undefined ? null : { end: from + end, hints: hintsIn(content.slice(0, end), bare), isGeneral: false };
}

/** Parses the tables and numbers of a mark. The table is null after `Data:` where none has this name. */
function hintsIn(content: string, bare: ContextDataset): Mark['hints'] {
  const list = content.replace(DATA, '');
  const other = DATA.test(content) ? null : bare;
  return citedNumbers(list).map(({ word, number }) => ({
    dataset: word === null ? bare : (tableOf(word) ?? other),
    number,
  }));
}

/** A reference that a model wrote into its answer. */
export interface PlacedHint {
  /** Null for a table that does not exist. */
  readonly dataset: ContextDataset | null;
  /** As the model wrote it. */
  readonly number: number;
  /**
   * UTF-16 offset of the mark in the clean text: the end of the words before it, or the start of the line that it
   * opens.
   */
  readonly at: number;
}
