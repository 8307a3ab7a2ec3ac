import { SEPARATOR, WORD, characterClasses } from '../../text/characters';
import { terms } from '../../text/terms';
import { folded, type FoldedText } from '../../retrieval/folded-text';

/** What somebody typed to find in the texts, read. */
export interface TextQuery {
  /** All of these are in a passage that is found. */
  readonly parts: readonly QueryPart[];
  /** None of these is. */
  readonly without: readonly QueryPart[];
  /** Parts of a title or file name, folded; a document has all of the first and none of the second. */
  readonly documents: readonly string[];
  readonly notDocuments: readonly string[];
}

/** A word or phrase. */
export interface QueryPart {
  /** Folded, with single spaces. */
  readonly text: string;
  /** Its index terms: what a passage that holds it has; those of its last word are left out while that is being typed. */
  readonly terms: readonly string[];
  /** The beginning of the last word, folded, while it is being typed. */
  readonly beginning: string | null;
  /** True where every form of the word is meant, not just these letters. */
  readonly inflected: boolean;
  /** Its words with their UTF-16 offsets in what was typed. */
  readonly words: readonly QueryWord[];
}

export interface QueryWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const ITEM = /(-?)(document:)?(?:["“”„]([^"“”„]*)(["“”„]?)|([^\s"“”„]+))/giu;
/** A shorter one is a word of its own: too much begins so. */
const LEAST_BEGINNING = 3;
const WORDS = /[^\s"“”„]+/gu;
const INNER_WORD = /[\p{L}\p{N}\p{M}'’]+/gu;

/**
 * Reads `word`, `"a phrase"`, `-without` and `document:name`; a name of several words stands in quotation marks, as in
 * `document:"Board minutes"`. The last word is taken as a beginning unless white space or a quotation mark ends it.
 */
export function readTextQuery(typed: string): TextQuery {
  const query = {
    parts: [] as QueryPart[],
    without: [] as QueryPart[],
    documents: [] as string[],
    notDocuments: [] as string[],
  };
  for (const found of typed.matchAll(ITEM)) {
    const [whole, minus, document, quoted, closed, word] = found;
    const text = quoted ?? word ?? '';
    const name = folded(text);
    if (name === '' || !/[\p{L}\p{N}]/u.test(name)) continue;
    const isLast = found.index + whole.length === typed.length;
    if (document) {
      (minus ? query.notDocuments : query.documents).push(name);
      continue;
    }
    const start = found.index + whole.indexOf(text, minus ? 1 : 0);
    const unfinished = !minus && isLast && !closed && /[\p{L}\p{N}\p{M}]$/u.test(text);
    (minus ? query.without : query.parts).push(partOf(text, start, quoted !== undefined, unfinished));
  }
  return query;
}

function partOf(text: string, start: number, quoted: boolean, unfinished: boolean): QueryPart {
  const words = [...text.matchAll(WORDS)].map(({ 0: word, index }) => {
    return { word, start: start + index, end: start + index + word.length };
  });
  const typed = unfinished ? ([...text.matchAll(INNER_WORD)].at(-1)?.[0] ?? '') : '';
  const last = typed.length >= LEAST_BEGINNING || (typed !== '' && !isSpaced(typed)) ? typed : null;
  const finished = last === null ? text : text.slice(0, text.length - last.length);
  const own = terms(finished);
  const inflected = !quoted && terms(text).length === 1 && isSpaced(text) && /^[\p{L}\p{N}\p{M}'’]+$/u.test(text);
  return {
    text: folded(text),
    terms: own,
    beginning: last === null ? null : folded(last),
    inflected: inflected || (!quoted && last !== null && last === text && isSpaced(text)),
    words,
  };
}

/** Of a script whose words stand apart. */
function isSpaced(word: string): boolean {
  const classes = characterClasses();
  for (let at = 0; at < word.length; at++) {
    const kind = classes[word.charCodeAt(at)] ?? SEPARATOR;
    if (kind > WORD && kind < 5) return false;
  }
  return true;
}

/** Offsets in a text as it was, the end excluded. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The places of a word or phrase in a text, in order. */
export function placesOf(part: QueryPart, text: string, fold: FoldedText): readonly Place[] {
  return part.inflected ? formsIn(part, text, fold) : literallyIn(part, fold);
}

function literallyIn(part: QueryPart, fold: FoldedText): readonly Place[] {
  const places: Place[] = [];
  const { text } = fold;
  for (let found = nextOf(part, text, 0); found; found = nextOf(part, text, found.end)) {
    const { start, end } = found;
    if (joins(text, start) || (part.beginning === null && joins(text, end))) continue;
    places.push({
      start: fold.offsetAt(start),
      end: fold.offsetAt(part.beginning === null ? end : wordEnd(text, end)),
    });
  }
  return places;
}

function nextOf(part: QueryPart, text: string, from: number): Place | null {
  if (!part.text.includes(' ')) {
    const start = text.indexOf(part.text, from);
    return start < 0 ? null : { start, end: start + part.text.length };
  }
  const pattern = patternOf(part);
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found && { start: found.index, end: found.index + found[0].length };
}

const patterns = new WeakMap<QueryPart, RegExp>();

function patternOf(part: QueryPart): RegExp {
  let pattern = patterns.get(part);
  if (!pattern) {
    const words = part.text.split(' ').map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&'));
    pattern = new RegExp(words.join('\\s+'), 'gu');
    patterns.set(part, pattern);
  }
  return pattern;
}

/** Words of the text that have the term of the word, or begin as it does while it is being typed. */
function formsIn(part: QueryPart, text: string, fold: FoldedText): readonly Place[] {
  const own = part.terms[0] ?? terms(part.text)[0];
  const starts = own === undefined ? [part.text] : rootsOf(own, part.text);
  const places: Place[] = [];
  for (const root of starts) {
    for (let at = fold.text.indexOf(root); at >= 0; at = fold.text.indexOf(root, at + root.length)) {
      if (joins(fold.text, at)) continue;
      const place = { start: fold.offsetAt(at), end: fold.offsetAt(wordEnd(fold.text, at + root.length)) };
      const word = text.slice(place.start, place.end);
      const begins = part.beginning !== null && fold.text.startsWith(part.beginning, at) && terms(word).length > 0;
      if (begins || isForm(word, part, own)) places.push(place);
    }
  }
  return starts.length === 1 ? places : places.sort((a, b) => a.start - b.start);
}

function isForm(word: string, part: QueryPart, term: string | undefined): boolean {
  return term === undefined ? folded(word) === part.text : terms(word).includes(term);
}

/** Letters with which every form of a term begins; a number also as it stands with commas. */
function rootsOf(term: string, word: string): readonly string[] {
  if (/^\d{4,}$/u.test(term)) return [term, term.replace(/\B(?=(?:\d{3})+$)/gu, ',')];
  let same = 0;
  while (same < term.length && term[same] === word[same]) same++;
  return [term.slice(0, Math.max(1, Math.min(same, term.length > 3 ? term.length - 1 : term.length)))];
}

const kindAt = (text: string, at: number): number => characterClasses()[text.charCodeAt(at)] ?? SEPARATOR;

/** Whether a word goes on over that offset. */
const joins = (text: string, at: number): boolean =>
  at > 0 && kindAt(text, at - 1) === WORD && kindAt(text, at) === WORD;

function wordEnd(text: string, from: number): number {
  let at = from;
  const goesOn = (): boolean =>
    kindAt(text, at) === WORD || ((text[at] === "'" || text[at] === ',') && isWordWithin(text, at));
  while (at < text.length && goesOn()) at++;
  return at;
}

/** An apostrophe between letters, a comma between digits. */
function isWordWithin(text: string, at: number): boolean {
  if (text[at] === "'") return kindAt(text, at - 1) === WORD && kindAt(text, at + 1) === WORD;
  return /\d/u.test(text[at - 1] ?? '') && /\d/u.test(text[at + 1] ?? '');
}
