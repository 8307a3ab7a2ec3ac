import type { Demand } from './demands';
import type { GroundIndex } from './ground-index';
import { before } from './held-by';
import { findNames, TITLES } from './names';
import type { Word } from './statement';
import { wordSet } from '../../text/word-set';

/** Pronouns by what they may stand for. */
const KINDS = {
  person: wordSet('he him his'),
  either: wordSet('she her hers er ihn ihm sein seine seinen seinem seiner ihr ihre ihrem ihren sie'),
  thing: wordSet('it its es this dieses'),
  many: wordSet('they them their these those'),
  any: wordSet('dieser diese'),
} as const;
type Kind = keyof typeof KINDS;

const kindOf = (lower: string): Kind | null => {
  for (const kind of ['person', 'either', 'thing', 'many', 'any'] as const) if (KINDS[kind].has(lower)) return kind;
  return null;
};

/** Pronouns that stand for a subject, and so for the one of the sentence before. */
const SUBJECT = wordSet('he she it they this these those er sie es dieser diese dieses');
const BE = wordSet('was is were are has had been wurde wird war ist');
/** What "it" is said of where it stands for nothing: "it was resolved to …". */
const EMPTY = wordSet(
  'resolved agreed decided ordered carried proposed moved said thought believed reported noted known clear true possible likely necessary recorded ' +
    'beschlossen vereinbart entschieden bekannt möglich nötig',
);
const PREPOSITIONS = wordSet(
  'in on at by of from to for with under over near off into between among against about after before during since until through ' +
    'im am an auf aus bei mit nach von vom zu zum zur für durch in gegen über unter vor seit',
);
const ARTICLES = wordSet('the a an this that these those its their his her our der die das dem den des ein eine einer');
const SMALL_ONES = wordSet('of the de la von van der and & du del di');
const OPENING = 3;
const CLOSE = 0.8;
const EMPTY_WITHIN = 4;

/** The plural of a noun. */
const MANY = /(?:[^\W\ds]{2}s|men|people|children)$/u;

/** A name or another run of words of a sentence, by its first and last place. */
type Span = readonly [number, number];

/** A run of words of a sentence, with the place of the word that a statement ends it with: its noun. */
interface Phrase {
  readonly span: Span;
  readonly head: number;
}

/**
 * Whether a pronoun at a place of a ground plainly stands for some words of a statement, a name or a noun: they stand together in the sentence
 * right before it (or before other sentences on the same one), fit the pronoun, and no other name there comes nearer to being meant.
 */
export function isMeant(demands: readonly Demand[], at: number, index: GroundIndex, ground: number): boolean {
  const own = index.words[ground] ?? [];
  const pronoun = own[at]?.lower ?? '';
  const kind = kindOf(pronoun);
  if (kind === null || demands.length === 0 || isEmpty(own, at) || isOwn(own, at)) return false;
  const sentence = spokenOf(kind, index, ground);
  if (sentence === null) return false;
  const words = index.words[sentence] ?? [];
  // "Her mother sold fish. She …" may go on with either.
  if (POSSESSIVE.has(words[0]?.lower ?? '')) return false;
  const phrase = phraseOf(demands, words);
  if (!phrase) return false;
  const { span, head } = phrase;
  const isName = demands.some((one) => one.kind === 'name');
  if (!isName) return fitsNoun(kind, words[head]);
  const names = namesOf(words, index).filter((one) => fitsName(kind, words, one));
  const subject = SUBJECT.has(pronoun) ? names.find(([first]) => !isBehindPreposition(words, first)) : undefined;
  const meant = subject ?? (names.length === 1 ? names[0] : undefined);
  return meant !== undefined && meant[0] <= span[1] && span[0] <= meant[1];
}

const POSSESSIVE = wordSet('his her its their my our ihr ihre sein seine mein meine');

/** "Of her own design" is of whom its own sentence tells. */
const isOwn = (words: readonly Word[], at: number): boolean =>
  /^(?:own|eigene[nrms]?)$/u.test(words[at + 1]?.lower ?? '');

/** "It was resolved …", "it is clear that …". */
const isEmpty = (words: readonly Word[], at: number): boolean =>
  (words[at]?.lower === 'it' || words[at]?.lower === 'es') &&
  BE.has(words[at + 1]?.lower ?? '') &&
  words.slice(at + 2, at + EMPTY_WITHIN).some(({ lower }) => EMPTY.has(lower));

/** The sentence of the same row that tells whom a pronoun means: the one before, or before those that begin with the same pronoun or name nobody. */
function spokenOf(kind: Kind, index: GroundIndex, ground: number): number | null {
  const row = before(index, ground);
  const found = row.findLast((one) => {
    const words = index.words[one] ?? [];
    const opening = words.slice(0, OPENING);
    const isNobody = kind === 'many' && !words.some(({ lower }) => MANY.test(lower));
    return !isNobody && !opening.some(({ lower }) => SUBJECT.has(lower) && kindOf(lower) === kind);
  });
  return found ?? row[0] ?? null;
}

/** Where some words stand together in a sentence, with nothing of weight between them; null for nowhere. */
export function phraseOf(demands: readonly Demand[], words: readonly Word[]): Phrase | null {
  const places = demands.map(({ held }) =>
    words.flatMap(({ keys }, at) => (keys.some((key) => (held.get(key) ?? 0) >= CLOSE) ? [at] : [])),
  );
  const known = places.filter((own) => own.length > 0);
  const isWhole = demands.every(({ kind }, at) => kind === 'name' || (places[at]?.length ?? 0) > 0);
  const [first, ...others] = known;
  if (!first || !isWhole) return null;
  for (const start of first) {
    const chosen = [start, ...others.map((own) => nearest(own, start))];
    const span: Span = [Math.min(...chosen), Math.max(...chosen)];
    const inside = words.slice(span[0], span[1] + 1).filter((_, at) => !chosen.includes(span[0] + at));
    if (inside.every(({ keys, lower }) => keys.length === 0 || TITLES.has(lower)))
      return { span, head: chosen.at(-1) ?? start };
  }
  return null;
}

const nearest = (places: readonly number[], to: number): number =>
  places.reduce((best, at) => (Math.abs(at - to) < Math.abs(best - to) ? at : best), places[0] ?? to);

/** The names of a sentence, each from its first to its last word. */
function namesOf(words: readonly Word[], index: GroundIndex): readonly Span[] {
  const spans = new Map<number, Span>();
  findNames(words, index).forEach((name, at) => {
    if (name >= 0) spans.set(name, [spans.get(name)?.[0] ?? at, at]);
  });
  return [...spans.values()];
}

function fitsName(kind: Kind, words: readonly Word[], [first, last]: Span): boolean {
  const lead = words[first - 1]?.lower ?? '';
  const isPerson = TITLES.has(lead) || words[last + 1]?.lower === 'who' || words[last + 2]?.lower === 'who';
  if (kind === 'person') return !ARTICLES.has(lead);
  if (kind === 'thing') return !isPerson;
  if (kind === 'many') return !isPerson && (ARTICLES.has(lead) || isJoined(words, [first, last]));
  return true;
}

/** Two names told of together: "Anna and Karl". */
const isJoined = (words: readonly Word[], [first, last]: Span): boolean =>
  words.slice(Math.max(0, first - 1), last + 2).some(({ lower }) => lower === 'and' || lower === 'und');

function fitsNoun(kind: Kind, noun: Word | undefined): boolean {
  const isMany = MANY.test(noun?.lower ?? '');
  return kind === 'many' ? isMany : kind !== 'thing' || !isMany;
}

/** Whether a word, or the name or number that it ends, stands behind a preposition: "in the spring of", "on 4 May". */
export function isBehindPreposition(words: readonly Word[], first: number): boolean {
  let at = first - 1;
  while (at >= 0 && isLead(words[at])) at -= 1;
  return PREPOSITIONS.has(words[at]?.lower ?? '');
}

const isLead = (word: Word | undefined): boolean =>
  word !== undefined && (ARTICLES.has(word.lower) || TITLES.has(word.lower) || word.kind === 'number');

/** Whether words of one name stand beside each other in any ground: "Lars" and "Tveit". */
export function isOneName(name: readonly Demand[], index: GroundIndex): boolean {
  const [first] = name;
  const grounds = new Set([...(first?.held.keys() ?? [])].flatMap((key) => [...(index.postings.get(key) ?? [])]));
  return [...grounds].some((ground) => {
    const words = index.words[ground] ?? [];
    const span = phraseOf(name, words)?.span ?? null;
    const isAll = name.every(({ held }) => words.some(({ keys }) => keys.some((key) => held.has(key))));
    return (
      isAll &&
      span !== null &&
      words.slice(span[0], span[1]).every(({ keys, lower }) => keys.length > 0 || SMALL_ONES.has(lower))
    );
  });
}
