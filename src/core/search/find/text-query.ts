import { foldAccents } from '../../text/analysis/folding';
import { isSpaced } from '../../text/characters';
import { termForms } from './term-forms';
import { folded, goesOn, wordEnd, wordsBegun, type FoldedText } from '../../text/folded-text';
import type { TextRange } from '../evidence/evidence';

/** Parsed query for a search in the texts. */
export interface TextQuery {
  /** All of these are in a passage that is found. */
  readonly parts: readonly QueryPart[];
  /** None of these is. */
  readonly without: readonly QueryPart[];
  /** Parts of a title or file name, folded, and whether a document has them or lacks them. */
  readonly documents: readonly { readonly name: string; readonly has: boolean }[];
}

/** A word or phrase. */
export interface QueryPart {
  /** Folded, with single spaces. */
  readonly text: string;
  /** The same with any white space between its words. */
  readonly pattern: RegExp;
  /** For each of its index terms, what it may be in some language: a passage that holds it has one of each. Those of its last word are left out while that is being typed. */
  readonly terms: readonly (readonly string[])[];
  /** The beginning of the last word, folded, while it is being typed. */
  readonly beginning: string | null;
  /** BCP 47 languages in which its words may be. */
  readonly languages: readonly string[];
  /** True where every form of the word is meant, not just these letters. */
  readonly inflected: boolean;
  /** Words with their UTF-16 offsets in the query. */
  readonly words: readonly QueryWord[];
}

interface QueryWord extends TextRange {
  readonly word: string;
}

const ITEM = /(-?)(document:)?(?:["“”„]([^"“”„]*)(["“”„]?)|([^\s"“”„]+))/giu;
/** A shorter one is a word of its own: too much begins so. */
const LEAST_BEGINNING = 3;
/** Not the digits behind a sign in a number, which is whole only with those before it. */
const LAST_WORD = /(?<![\p{L}\p{N}\p{M}'’]|\p{N}[.,])[\p{L}\p{N}\p{M}'’]+$/u;

/**
 * Reads `word`, `"a phrase"`, `-without` and `document:name`; a name of several words stands in quotation marks, as in
 * `document:"Board minutes"`. The last word is taken as a beginning unless white space or a quotation mark ends it.
 */
export function readTextQuery(typed: string, languages: readonly string[]): TextQuery {
  const parts: QueryPart[] = [];
  const without: QueryPart[] = [];
  const documents: TextQuery['documents'][number][] = [];
  for (const { 0: whole, 1: minus, 2: document, 3: quoted, 4: closed, 5: word, index } of typed.matchAll(ITEM)) {
    const text = quoted ?? word ?? '';
    if (!/[\p{L}\p{N}]/u.test(folded(text))) continue;
    const isLast = index + whole.length === typed.length;
    const start = index + whole.indexOf(text, minus ? 1 : 0);
    if (document) documents.push({ name: folded(text), has: !minus });
    else if (minus) without.push(partOf({ text, start, quoted: quoted !== undefined, unfinished: false }, languages));
    else parts.push(partOf({ text, start, quoted: quoted !== undefined, unfinished: isLast && !closed }, languages));
  }
  return { parts, without, documents };
}

/** A part as it was typed, from an offset on. */
interface TypedPart {
  readonly text: string;
  readonly start: number;
  readonly quoted: boolean;
  /** True where its last word may continue. */
  readonly unfinished: boolean;
}

function partOf({ text, start, quoted, unfinished }: TypedPart, languages: readonly string[]): QueryPart {
  const typed = LAST_WORD.exec(text)?.[0] ?? '';
  const isBeginning = unfinished && (typed.length >= LEAST_BEGINNING || !isSpaced(typed));
  const last = isBeginning ? typed : '';
  const words = folded(text).split(' ');
  return {
    text: words.join(' '),
    pattern: new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')).join('\\s+'), 'gu'),
    terms: termForms(text.slice(0, text.length - last.length), languages),
    languages,
    beginning: last === '' ? null : folded(last),
    inflected: !quoted && typed === text && isWord(words) && (isBeginning || termForms(text, languages).length === 1),
    words: Array.from(text.matchAll(/\S+/gu), ({ 0: word, index }) => {
      return { word, start: start + index, end: start + index + word.length };
    }),
  };
}

/** Checks if the typed text is one word of a script with spaces between words, which `10^6` is not. */
const isWord = ([word = '', ...others]: readonly string[]): boolean =>
  others.length === 0 && isSpaced(word) && wordEnd(word, 0) === word.length;

/** The places of a word or phrase in a text, in order: UTF-16 offsets in it as it was. */
export function placesOf(part: QueryPart, fold: FoldedText): readonly TextRange[] {
  return part.inflected ? formsIn(part, fold) : literallyIn(part, fold);
}

const literallyIn = ({ pattern, beginning }: QueryPart, { text, original }: FoldedText): readonly TextRange[] =>
  Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({ start: index, end: index + found.length }))
    .filter(({ start, end }) => !goesOn(text, start) && (beginning !== null || !goesOn(text, end)))
    .map(({ start, end }) => original(start, beginning === null ? end : wordEnd(text, end)));

/** Words of the text that have the term of the word in some language, or begin as it does while it is being typed. */
function formsIn({ text, terms: own, beginning, languages }: QueryPart, fold: FoldedText): readonly TextRange[] {
  const wanted = own[0] ?? termForms(text, languages)[0] ?? [];
  const isForm = (word: string): boolean =>
    wanted.length === 0
      ? folded(word) === text
      : termForms(word, languages).some((forms) => forms.some((term) => wanted.includes(term)));
  const begins = (word: string, at: number): boolean =>
    beginning !== null && fold.text.startsWith(beginning, at) && termForms(word, languages).length > 0;
  const roots = wanted.length === 0 ? [text] : wanted.flatMap((term) => rootsOf(foldAccents(term), text));
  return [...new Set(roots)]
    .flatMap((root) => [...wordsBegun(fold.text, root)])
    .sort(([one], [other]) => one - other)
    .filter(([start], at, all) => start !== all[at - 1]?.[0])
    .flatMap(([start, end]) => {
      const word = fold.original(start, end);
      return begins(word.text, start) || isForm(word.text) ? [word] : [];
    });
}

/** Letters with which every form of a term begins; a number also as it stands with commas or points. */
function rootsOf(term: string, word: string): readonly string[] {
  if (/^\d{4,}$/u.test(term)) return ['', ',', '.'].map((sign) => term.replace(/\B(?=(?:\d{3})+$)/gu, sign));
  let same = 0;
  while (same < term.length && term[same] === word[same]) same++;
  return [term.slice(0, Math.max(1, Math.min(same, term.length > 3 ? term.length - 1 : term.length)))];
}
