import { foldedText, folded } from './folded-text';
import type { EntityRow } from '../tables/tables';
import { terms } from '../text/terms';
import type { SearchIndex } from './index';

/** Letters of one alphabet: what has digits is a number or a mark, what is written without spaces is found by its parts. */
const ALPHABETIC = /^[\p{L}\p{M}'’-]+$/u;
const UNALPHABETIC =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;
const LEAST_LETTERS = 3;
const LEAST_HALF = 3;
/** Text units in which the spelling of a term is looked up. */
const UNITS_READ = 12;
/** Weights in edits: what a name gains, what another first letter costs, what ten times as many passages gain. */
const NAME = 0.4;
const FIRST_LETTER = 0.5;
const FREQUENCY = 0.1;

/**
 * Words of the documents that are spelt nearly as a word which stands nowhere in them, as they stand there, the likeliest first (Damerau 1964):
 * at most one edit in up to 5 letters, two in up to 9, then three; a missing or an added space too. Empty for a word that the index holds, for
 * numbers, and for scripts without an alphabet. Linear in the vocabulary.
 */
export function suggestSpelling(index: SearchIndex, word: string, limit: number): readonly string[] {
  const typed = folded(word);
  if (UNALPHABETIC.test(typed) || !/^[\p{L}\p{M}'’ -]+$/u.test(typed) || isHeld(index, typed)) return [];
  const found = [...joinedOrSplit(index, typed), ...nearNames(index, typed), ...nearTerms(index, typed, limit)];
  const best = new Map<string, Near>();
  for (const near of found) {
    const key = terms(near.word).join(' ');
    const other = best.get(key);
    if (!other || near.cost < other.cost) best.set(key, near);
  }
  return [...best.values()]
    .sort((one, other) => one.cost - other.cost)
    .slice(0, limit)
    .map((near) => near.word);
}

/** A word and how far it is from the one that was typed. */
interface Near {
  readonly word: string;
  readonly cost: number;
}

function isHeld({ store }: SearchIndex, typed: string): boolean {
  const own = terms(typed);
  return own.length === 0 || own.every((term) => store.passages.bm25.documentFrequency(term) > 0);
}

/** Edits that a slip of so many letters may be. */
const boundOf = (letters: number): number => (letters < 6 ? 1 : letters < 10 ? 2 : 3);

function* nearTerms(index: SearchIndex, typed: string, limit: number): Generator<Near> {
  const { bm25 } = index.store.passages;
  const sought = terms(typed)[0] ?? typed;
  if (sought.length < LEAST_LETTERS || !ALPHABETIC.test(sought)) return;
  const most = boundOf(typed.length);
  const distance = distanceTo(sought, most);
  const near: { readonly term: string; readonly cost: number }[] = [];
  for (const term of bm25.terms()) {
    const edits = distance(term);
    if (edits > most || term.length < LEAST_LETTERS) continue;
    const texts = bm25.documentFrequency(term);
    if (texts > 0) near.push({ term, cost: costOf(edits, sought, term) - FREQUENCY * Math.log10(texts) });
  }
  near.sort((one, other) => one.cost - other.cost);
  for (const { term, cost } of near.slice(0, 2 * limit + 4)) {
    const word = surfaceOf(index, term, typed);
    if (word !== null) yield { word, cost };
  }
}

const costOf = (edits: number, typed: string, other: string): number =>
  edits + (typed[0] === other[0] ? 0 : FIRST_LETTER);

/** How a term is written in the texts: the form nearest to what was typed, then the commonest, then the one in small letters. */
function surfaceOf(index: SearchIndex, term: string, typed: string): string | null {
  const forms = new Map<string, number>();
  let read = 0;
  for (const slot of index.store.passages.bm25.holding(term)) {
    const text = index.unitAt.get(slot)?.text;
    if (text === undefined) continue;
    for (const form of formsIn(text, term)) forms.set(form, (forms.get(form) ?? 0) + 1);
    if (forms.size > 0 && ++read >= UNITS_READ) break;
  }
  const distance = distanceTo(typed, typed.length);
  const ranked = [...forms].map(([form, count]) => ({ form, count, edits: distance(folded(form)) }));
  ranked.sort((one, other) => one.edits - other.edits || other.count - one.count || (one.form > other.form ? -1 : 1));
  return ranked[0]?.form ?? null;
}

function* formsIn(text: string, term: string): Generator<string> {
  const fold = foldedText(text);
  const root = term.length > LEAST_LETTERS ? term.slice(0, -1) : term;
  for (let at = fold.text.indexOf(root); at >= 0; at = fold.text.indexOf(root, at + 1)) {
    const start = fold.offsetAt(at);
    if (/[\p{L}\p{N}\p{M}]/u.test(text.charAt(start - 1))) continue;
    WORD.lastIndex = start;
    const found = WORD.exec(text);
    if (found?.index !== start) continue;
    const whole = found[0].replace(/['’]s$/u, '');
    const part = whole.split('-')[0] ?? whole;
    if (terms(part).includes(term)) yield part;
  }
}

/** A word of entities' names as it is written, and the passages that mention them. */
interface NameWord {
  readonly written: string;
  passages: number;
}

const known = new WeakMap<readonly EntityRow[], ReadonlyMap<string, NameWord>>();

/** The words of entities' names by how they are folded, made once for each state of the table. */
function nameWords(entities: readonly EntityRow[]): ReadonlyMap<string, NameWord> {
  const before = known.get(entities);
  if (before) return before;
  const words = new Map<string, NameWord>();
  for (const { title, aliases, frequency } of entities) {
    for (const [found] of [title, ...aliases].join('\n').matchAll(WORD)) {
      if (/^\p{Ll}/u.test(found)) continue;
      const written = found.replace(/['’]s$/u, '');
      const own = words.get(folded(written));
      if (own) own.passages += frequency;
      else words.set(folded(written), { written, passages: frequency });
    }
  }
  known.set(entities, words);
  return words;
}

function* nearNames({ tables }: SearchIndex, typed: string): Generator<Near> {
  if (typed.length < LEAST_LETTERS || !ALPHABETIC.test(typed)) return;
  const most = boundOf(typed.length);
  const distance = distanceTo(typed, most);
  for (const [name, { written, passages }] of nameWords(tables.entities)) {
    const edits = distance(name);
    if (edits > most) continue;
    yield { word: written, cost: costOf(edits, typed, name) - NAME - FREQUENCY * Math.log10(Math.max(1, passages)) };
  }
}

/** One word typed as two, or two typed as one. */
function* joinedOrSplit(index: SearchIndex, typed: string): Generator<Near> {
  const { bm25 } = index.store.passages;
  if (/[ -]/u.test(typed)) {
    const [whole, ...more] = terms(typed.replace(/[ -]/gu, ''));
    const word = whole === undefined || more.length > 0 ? null : surfaceOf(index, whole, typed);
    if (word !== null) yield { word, cost: 1 };
    return;
  }
  for (let at = LEAST_HALF; at <= typed.length - LEAST_HALF; at++) {
    const halves = [typed.slice(0, at), typed.slice(at)] as const;
    const [one, other] = halves.map((half) => terms(half)[0]);
    if (one === undefined || other === undefined) continue;
    const first = new Set(bm25.holding(one));
    const both = first.size === 0 ? [] : bm25.holding(other).filter((slot) => first.has(slot));
    const word = both.length === 0 ? null : besideEachOther(index, both, halves);
    if (word !== null) yield { word, cost: 1 };
  }
}

function besideEachOther(
  { unitAt }: SearchIndex,
  slots: readonly number[],
  [one, other]: readonly [string, string],
): string | null {
  for (const slot of slots.slice(0, 4 * UNITS_READ)) {
    const text = unitAt.get(slot)?.text ?? '';
    const fold = foldedText(text);
    for (const between of [' ', '-', '\n']) {
      const at = fold.text.indexOf(`${one}${between}${other}`);
      if (at < 0 || /[\p{L}\p{N}]/u.test(fold.text.charAt(at - 1))) continue;
      const end = at + one.length + other.length + 1;
      if (/[\p{L}\p{N}]/u.test(fold.text.charAt(end))) continue;
      return text.slice(fold.offsetAt(at), fold.offsetAt(end)).replace('\n', ' ');
    }
  }
  return null;
}

/** Letters from which on one slip of the keys, and two, still leave a word recognisable. */
const ONE_SLIP = 4;
const TWO_SLIPS = 8;

/** Whether a word is another one but for a slip or two, so that it may be searched for in its place. */
export function isSlip(typed: string, form: string): boolean {
  const [one, other] = [folded(typed), folded(form)];
  const most = one.length < ONE_SLIP ? 0 : one.length < TWO_SLIPS ? 1 : 2;
  return distanceTo(one, most)(other) <= most;
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
