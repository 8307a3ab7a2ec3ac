import { isSpaced } from '../../text/characters';
import { terms } from '../../text/terms';
import { folded, goesOn, wordEnd, wordsBegun, type FoldedText } from '../../text/folded-text';
import type { TextRange } from '../evidence/evidence';

/** What somebody typed to find in the texts, read. */
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
  /** Its index terms: what a passage that holds it has; those of its last word are left out while that is being typed. */
  readonly terms: readonly string[];
  /** The beginning of the last word, folded, while it is being typed. */
  readonly beginning: string | null;
  /** True where every form of the word is meant, not just these letters. */
  readonly inflected: boolean;
  /** Its words with their UTF-16 offsets in what was typed. */
  readonly words: readonly QueryWord[];
}

export interface QueryWord extends TextRange {
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
export function readTextQuery(typed: string): TextQuery {
  const parts: QueryPart[] = [];
  const without: QueryPart[] = [];
  const documents: TextQuery['documents'][number][] = [];
  for (const { 0: whole, 1: minus, 2: document, 3: quoted, 4: closed, 5: word, index } of typed.matchAll(ITEM)) {
    const text = quoted ?? word ?? '';
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    const isLast = index + whole.length === typed.length;
    const start = index + whole.indexOf(text, minus ? 1 : 0);
    if (document) documents.push({ name: folded(text), has: !minus });
    else if (minus) without.push(partOf(text, start, quoted !== undefined, false));
    else parts.push(partOf(text, start, quoted !== undefined, isLast && !closed));
  }
  return { parts, without, documents };
}

function partOf(text: string, start: number, quoted: boolean, unfinished: boolean): QueryPart {
  const typed = LAST_WORD.exec(text)?.[0] ?? '';
  const isBeginning = unfinished && (typed.length >= LEAST_BEGINNING || !isSpaced(typed));
  const last = isBeginning ? typed : '';
  const words = folded(text).split(' ');
  return {
    text: words.join(' '),
    pattern: new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')).join('\\s+'), 'gu'),
    terms: terms(text.slice(0, text.length - last.length)),
    beginning: last === '' ? null : folded(last),
    inflected: !quoted && typed === text && isSpaced(text) && (isBeginning || terms(text).length === 1),
    words: Array.from(text.matchAll(/\S+/gu), ({ 0: word, index }) => {
      return { word, start: start + index, end: start + index + word.length };
    }),
  };
}

/** The places of a word or phrase in a text, in order: UTF-16 offsets in it as it was. */
export function placesOf(part: QueryPart, fold: FoldedText): readonly TextRange[] {
  return part.inflected ? formsIn(part, fold) : literallyIn(part, fold);
}

const literallyIn = ({ pattern, beginning }: QueryPart, { text, original }: FoldedText): readonly TextRange[] =>
  Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({ start: index, end: index + found.length }))
    .filter(({ start, end }) => !goesOn(text, start) && (beginning !== null || !goesOn(text, end)))
    .map(({ start, end }) => original(start, beginning === null ? end : wordEnd(text, end)));

/** Words of the text that have the term of the word, or begin as it does while it is being typed. */
function formsIn({ text, terms: own, beginning }: QueryPart, fold: FoldedText): readonly TextRange[] {
  const term = own[0] ?? terms(text)[0];
  const isForm = (word: string): boolean => (term === undefined ? folded(word) === text : terms(word).includes(term));
  const begins = (word: string, at: number): boolean =>
    beginning !== null && fold.text.startsWith(beginning, at) && terms(word).length > 0;
  const roots = term === undefined ? [text] : rootsOf(term, text);
  return roots
    .flatMap((root) => [...wordsBegun(fold.text, root)])
    .sort(([one], [other]) => one - other)
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
