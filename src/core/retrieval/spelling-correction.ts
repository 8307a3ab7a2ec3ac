import type { EntityRow } from '../tables/tables';
import { isSpaced } from '../text/characters';
import { terms } from '../text/terms';
import { languagesOf, mainLanguage, termsInDocuments } from './lexical/languages';
import { folded, foldedText, goesOn, wordsBegun } from '../text/folded-text';
import type { SearchIndex } from './index';

/** Words without digits: others are numbers or marks. */
const ALPHABETIC = /^[\p{L}\p{M}'-]+$/u;
const WORD = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;
const POSSESSIVE = /['’]s$/u;
const LEAST_LETTERS = 3;
const LEAST_HALF = 3;
/** Text units in which the spelling of a term, and of two words side by side, is looked up. */
const UNITS_READ = 12;
const UNITS_READ_FOR_TWO = 48;
/** Weights in edits: what a name gains, what another first letter costs, what ten times as many passages gain. */
const NAME = 0.4;
const FIRST_LETTER = 0.5;
const FREQUENCY = 0.1;

/**
 * Words of the documents that are spelt nearly as a word which is nowhere in them, as written there, the likeliest
 * first (Damerau 1964). At most one edit in up to 5 letters, two in up to 9, then three; a missing space or an added
 * hyphen too. Empty for a word in the index, for numbers, and for scripts without an alphabet. Linear in the
 * vocabulary.
 */
export function suggestSpelling(index: SearchIndex, word: string, limit: number): readonly string[] {
  const typed = folded(word);
  if (typed.length < LEAST_LETTERS || !ALPHABETIC.test(typed) || !isSpaced(typed) || isIndexed(index, word)) return [];
  const found = [...joinedOrSplit(index, typed), ...nearNames(index, typed), ...nearTerms(index, word, limit)];
  const best = new Map<string, string>();
  for (const near of found.sort(byCost)) {
    const key = terms(near.word).join(' ');
    if (!best.has(key)) best.set(key, near.word);
  }
  return [...best.values()].slice(0, limit);
}

/** A word and how far it is from the one that was typed. */
interface Near {
  readonly word: string;
  readonly cost: number;
}

const byCost = (one: Near, other: Near): number => one.cost - other.cost;

function isIndexed({ passages, tables }: SearchIndex, word: string): boolean {
  const known = (term: string): boolean => passages.bm25.documentFrequency(term) > 0;
  return languagesOf(tables.documents).some((language) => terms(word, language).every(known));
}

/** Edits that a slip of so many letters may be. */
const boundOf = (letters: number): number => (letters < 6 ? 1 : letters < 10 ? 2 : 3);

/** The cost of what is near a typed word, and in so many passages; undefined for what is too far. */
function costTo(typed: string, most: number): (other: string, passages: number) => number | undefined {
  const distance = distanceTo(typed, most);
  return (other, passages) => {
    const edits = distance(other) + (typed[0] === other[0] ? 0 : FIRST_LETTER);
    return edits > most ? undefined : edits - FREQUENCY * Math.log10(passages);
  };
}

function nearTerms(index: SearchIndex, written: string, limit: number): readonly Near[] {
  const { bm25 } = index.passages;
  const typed = folded(written);
  const most = boundOf(typed.length);
  const distance = distanceTo(typed, most);
  const sought = termsInDocuments(written, index.tables.documents);
  const costs = (sought.length > 0 ? sought : [typed])
    .filter(({ length }) => length >= LEAST_LETTERS)
    .map((one) => costTo(one, boundOf(one.length)));
  const near: Near[] = [];
  for (const term of costs.length === 0 ? [] : bm25.terms()) {
    const texts = term.length < LEAST_LETTERS ? 0 : bm25.documentFrequency(term);
    const found = texts > 0 ? costs.flatMap((costOf) => costOf(term, texts) ?? []) : [];
    if (found.length > 0) near.push({ word: term, cost: Math.min(...found) });
  }
  return near
    .sort((one, other) => byCost(one, other) || (one.word < other.word ? -1 : 1))
    .slice(0, 2 * limit + 4)
    .flatMap(({ word: term, cost }) => {
      const word = surfaceOf(index, term, typed);
      // Stems are near where words need not be: "park" and "par".
      return word === undefined || distance(folded(word)) > most ? [] : [{ word, cost }];
    });
}

/**
 * Returns the spelling of a term in the texts: the form nearest to the typed one, then the commonest, then the one in
 * small letters.
 */
function surfaceOf(index: SearchIndex, term: string, typed: string): string | undefined {
  const root = term.length > LEAST_LETTERS ? term.slice(0, -1) : term;
  const forms = new Map<string, number>();
  let read = 0;
  for (const slot of index.passages.bm25.holding(term)) {
    const fold = foldedText(index.unitAt.get(slot)?.text ?? '');
    for (const [start, end] of wordsBegun(fold.text, root)) {
      const form = fold.original(start, end).text.replace(POSSESSIVE, '');
      if (termsInDocuments(form, index.tables.documents).includes(term)) forms.set(form, (forms.get(form) ?? 0) + 1);
    }
    if (forms.size > 0 && ++read >= UNITS_READ) break;
  }
  const distance = distanceTo(typed, typed.length);
  const ranked = [...forms].map(([form, count]) => ({ form, count, edits: distance(folded(form)) }));
  ranked.sort((one, other) => one.edits - other.edits || other.count - one.count || (one.form > other.form ? -1 : 1));
  return ranked[0]?.form;
}

/** A word of entities' names as it is written, and the passages that mention them. */
interface NameWord {
  readonly written: string;
  readonly passages: number;
}

const known = new WeakMap<readonly EntityRow[], ReadonlyMap<string, NameWord>>();

/** The words of entities' names by how they are folded, made once for each state of the table. */
function nameWords(entities: readonly EntityRow[]): ReadonlyMap<string, NameWord> {
  const words = new Map<string, NameWord>();
  for (const { title, aliases, frequency } of entities) {
    for (const [found] of [title, ...aliases].join('\n').matchAll(WORD)) {
      if (/^\p{Ll}/u.test(found)) continue;
      const name = found.replace(POSSESSIVE, '');
      const { written, passages } = words.get(folded(name)) ?? { written: name, passages: 0 };
      words.set(folded(name), { written, passages: passages + frequency });
    }
  }
  return words;
}

function nearNames({ tables: { entities } }: SearchIndex, typed: string): readonly Near[] {
  const words = known.get(entities) ?? nameWords(entities);
  known.set(entities, words);
  const costOf = costTo(typed, boundOf(typed.length));
  return [...words].flatMap(([name, { written, passages }]) => {
    const cost = costOf(name, Math.max(1, passages));
    return cost === undefined ? [] : [{ word: written, cost: cost - NAME }];
  });
}

/** One word typed as two with a hyphen, or two typed as one. */
function joinedOrSplit(index: SearchIndex, typed: string): readonly Near[] {
  const { bm25 } = index.passages;
  const termsOf = (word: string): readonly string[] => termsInDocuments(word, index.tables.documents);
  const holding = (word: string): readonly number[] => termsOf(word).flatMap((term) => bm25.holding(term));
  if (typed.includes('-')) {
    const [whole, ...more] = terms(typed.replaceAll('-', ''), mainLanguage(index.tables.documents));
    const word = whole === undefined || more.length > 0 ? undefined : surfaceOf(index, whole, typed);
    return word === undefined ? [] : [{ word, cost: 1 }];
  }
  const found: Near[] = [];
  for (let at = LEAST_HALF; at <= typed.length - LEAST_HALF; at++) {
    const [one, other] = [typed.slice(0, at), typed.slice(at)];
    const first = new Set(holding(one));
    const both = first.size === 0 ? [] : holding(other).filter((slot) => first.has(slot));
    const word = besideEachOther(
      index,
      both,
      [' ', '-', '\n'].map((between) => `${one}${between}${other}`),
    );
    if (word !== undefined) found.push({ word, cost: 1 });
  }
  return found;
}

/** The first of some pairs of words that occurs in text units, as written there. */
function besideEachOther(
  { unitAt }: SearchIndex,
  slots: readonly number[],
  pairs: readonly string[],
): string | undefined {
  for (const slot of slots.slice(0, UNITS_READ_FOR_TWO)) {
    const { text, original } = foldedText(unitAt.get(slot)?.text ?? '');
    for (const pair of pairs) {
      const at = text.indexOf(pair);
      if (at < 0 || goesOn(text, at) || goesOn(text, at + pair.length)) continue;
      return original(at, at + pair.length).text.replace('\n', ' ');
    }
  }
  return undefined;
}

/** Letters from which on one slip of the keys, and two, still leave a word recognisable. */
const ONE_SLIP = 4;
const TWO_SLIPS = 8;

/** Checks if a word is another one but for a slip or two, so that it may be searched for instead. */
export function isSlip(typed: string, form: string): boolean {
  const one = folded(typed);
  const most = one.length < ONE_SLIP ? 0 : one.length < TWO_SLIPS ? 1 : 2;
  return distanceTo(one, most)(folded(form)) <= most;
}

/**
 * Counts the letters that must be changed, added, left out or swapped with their neighbour, in a band about the diagonal; above `most` where
 * there are more, and for most words that begin quite otherwise.
 */
function distanceTo(typed: string, most: number): (other: string) => number {
  const width = typed.length + most + 2;
  let beforeLast = new Uint8Array(width);
  let last = new Uint8Array(width);
  let row = new Uint8Array(width);
  const codes = Array.from(typed, (_, at) => typed.charCodeAt(at));
  const [first, second] = codes;
  const tooFar = most + 1;
  return (other) => {
    const length = other.length;
    if (length > typed.length + most || length < typed.length - most) return tooFar;
    const start = other.charCodeAt(0);
    if (start !== first && start !== second && other.charCodeAt(1) !== first && other.charCodeAt(1) !== second) {
      return tooFar;
    }
    for (let at = 0; at <= length; at++) last[at] = Math.min(at, tooFar);
    for (let at = 1; at <= codes.length; at++) {
      const from = Math.max(1, at - most);
      const to = Math.min(length, at + most);
      row.fill(tooFar);
      if (at <= most) row[0] = at;
      let least = row[0] ?? 0;
      for (let place = from; place <= to; place++) {
        const same = codes[at - 1] === other.charCodeAt(place - 1);
        let best = Math.min((last[place - 1] ?? 0) + (same ? 0 : 1), (last[place] ?? 0) + 1, (row[place - 1] ?? 0) + 1);
        const swaps = at > 1 && place > 1 && codes[at - 1] === other.charCodeAt(place - 2);
        if (swaps && codes[at - 2] === other.charCodeAt(place - 1))
          best = Math.min(best, (beforeLast[place - 2] ?? 0) + 1);
        row[place] = Math.min(best, tooFar);
        least = Math.min(least, best);
      }
      if (least > most) return tooFar;
      [beforeLast, last, row] = [last, row, beforeLast];
    }
    return Math.min(tooFar, last[length] ?? tooFar);
  };
}
