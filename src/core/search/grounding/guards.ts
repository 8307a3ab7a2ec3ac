import type { VerdictReason } from './verdict';
import type { PremiseIndex, Premise, ReadPremise } from './evidence-index';
import { readSentence, type Reading, type Word } from './words';

/** UTF-16 offsets in the sentence that was checked, the end excluded. */
export interface LackedRange {
  readonly start: number;
  readonly end: number;
}

/** Differences of a sentence from a premise with its neighbours and heading: missing words, and a reversed meaning. */
export interface Difference {
  /** Strongest reason against it; `words` where there is none. */
  readonly reason: Extract<VerdictReason, 'number' | 'name' | 'negation' | 'words'>;
  readonly lacks: readonly LackedRange[];
}

/** Letters that two forms of a word begin with at the least, and how many they may differ in at their ends. */
const LEAST_STEM = 4;
const LONGEST_ENDING = 3;
/** Share of a sentence's words that a clause has to have, for its negation to speak against the sentence. */
const SAME_CLAUSE = 0.6;
const QUOTED_NAME = /[「『《〈“]([^」』》〉”]{1,40})[」』》〉”]/gu;
const HAN = /\p{sc=Han}/u;

/** All words of a premise with its surroundings. */
interface PremiseWords {
  readonly around: Reading;
  readonly whole: string;
  readonly keys: ReadonlySet<string>;
  /** Forms of words by their first letters. */
  readonly stems: ReadonlyMap<string, readonly string[]>;
}

const wordsOfPremises = new WeakMap<object, PremiseWords>();

function premiseWords<P extends Premise>(read: ReadPremise<P>): PremiseWords {
  const known = wordsOfPremises.get(read);
  if (known) return known;
  const around = readSentence(read.around, read.language);
  const keys = new Set([...read.reading.words, ...around.words].map(({ key }) => key));
  const made = { around, keys, whole: `${read.reading.text}\n${around.text}`, stems: stemsOf(keys) };
  wordsOfPremises.set(read, made);
  return made;
}

/** Compares a sentence with a premise: numbers, names, negations and words. Pure; linear in both. */
export function differenceOf<P extends Premise>(
  claim: Reading,
  premise: ReadPremise<P>,
  { hasCapitalNouns }: Pick<PremiseIndex<P>, 'hasCapitalNouns'>,
): Difference {
  const { around, whole, keys: known, stems } = premiseWords(premise);
  const isLacked = (word: Word): boolean =>
    word.kind === 'character' ? !hasCharacter(word, claim, whole) : !known.has(word.key) && !hasForm(word, stems);
  const lacked = claim.words.filter((word) => (word.isContent || word.turn === 'negation') && isLacked(word));
  const lackedNames = lacked.length === 0 ? [] : namesOf(claim, hasCapitalNouns).filter(isLacked);
  const quoted = quotedNames(claim.text).filter(({ name }) => !whole.includes(name));
  const reason = lacked.some(({ kind }) => kind === 'number')
    ? 'number'
    : lackedNames.length > 0 || quoted.length > 0
      ? 'name'
      : isTurnedRound(claim, premise.reading, around)
        ? 'negation'
        : 'words';
  return { reason, lacks: joined(claim.text, [...lacked, ...quoted]) };
}

function stemsOf(keys: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const stems = new Map<string, string[]>();
  for (const key of keys) {
    if (key.length < LEAST_STEM) continue;
    const stem = key.slice(0, LEAST_STEM);
    const list = stems.get(stem);
    if (list) list.push(key);
    else stems.set(stem, [key]);
  }
  return stems;
}

/** Checks for another form of a word: "founded" for "founding", "Brandts" for "Brandt". */
function hasForm({ key, kind }: Word, stems: ReadonlyMap<string, readonly string[]>): boolean {
  if (kind !== 'word' || key.length < LEAST_STEM) return false;
  return (stems.get(key.slice(0, LEAST_STEM)) ?? []).some((other) => {
    let same = LEAST_STEM;
    while (same < key.length && key[same] === other[same]) same += 1;
    return Math.max(key.length, other.length) - same <= LONGEST_ENDING;
  });
}

/** Checks that the evidence has a character together with a neighbour from the sentence. */
function hasCharacter({ start, end }: Word, { text }: Reading, whole: string): boolean {
  const [before, after] = [text.slice(start - 1, end), text.slice(start, end + 1)];
  const isPair = (pair: string): boolean =>
    [...pair].length === 2 && HAN.test(pair.slice(0, 1)) && HAN.test(pair.slice(-1));
  const pairs = [...(start > 0 ? [before] : []), after].filter(isPair);
  return pairs.length === 0 ? whole.includes(text.slice(start, end)) : pairs.some((pair) => whole.includes(pair));
}

/** Words of names: with a capital where the sentence does not begin; where nouns have capitals too, only two or more together. */
function namesOf({ words }: Reading, hasCapitalNouns: boolean): readonly Word[] {
  return words.filter((word, at) => {
    if (word.kind !== 'word' || !word.isCapital || !word.isContent) return false;
    const isBeside = [words[at - 1], words[at + 1]].some(
      (other) => other?.isCapital === true && other.isContent && other.clause === word.clause,
    );
    return isBeside || (at > 0 && !hasCapitalNouns);
  });
}

const quotedNames = (text: string): readonly (LackedRange & { readonly name: string })[] =>
  Array.from(text.matchAll(QUOTED_NAME), ({ 1: name = '', index }) => ({
    name,
    start: index + 1,
    end: index + 1 + name.length,
  })).filter(({ name }) => HAN.test(name));

const isNegation = ({ turn }: Word): boolean => turn === 'negation';

/**
 * Checks if one of the two denies the other. A negation of the premise counts in a clause that has most of the
 * sentence.
 */
function isTurnedRound(claim: Reading, premise: Reading, around: Reading): boolean {
  const denies = claim.words.some(isNegation);
  if (denies) return ![...premise.words, ...around.words].some(isNegation);
  const negated = new Set(premise.words.filter(isNegation).map(({ clause }) => clause));
  if (negated.size === 0) return false;
  const content = claim.words.filter(({ isContent }) => isContent);
  return [...negated].some((clause) => {
    const theirs = new Set(premise.words.flatMap((word) => (word.clause === clause ? [word.key] : [])));
    return content.filter(({ key }) => theirs.has(key)).length >= SAME_CLAUSE * content.length;
  });
}

/** Ranges in order, neighbours with nothing but white space between them as one. */
function joined(text: string, ranges: readonly LackedRange[]): readonly LackedRange[] {
  const found: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last && text.slice(last.end, start).trim() === '') last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}
