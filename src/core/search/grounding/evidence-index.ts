import { detectLanguage } from '../../text/language';
import { terms, termsInAny } from '../../text/terms';
import { quotable, type Quotable } from './quotation';
import { readSentence, type Reading } from './words';

/** A sentence of what the writer was shown, with what a reader needs around it; any of them but the text may be empty. */
export interface Premise {
  readonly text: string;
  /** The sentences next to it. */
  readonly before: string;
  readonly after: string;
  /** Title of the document and headings above it. */
  readonly heading: string;
}

/** A premise as read. */
export interface ReadPremise<P extends Premise> {
  readonly premise: P;
  readonly reading: Reading;
  /** Heading and neighbouring sentences, a line each. */
  readonly around: string;
  /** BCP 47 primary language, `und` when unknown. */
  readonly language: string;
}

/** Premises, read once for all sentences of an answer. */
export interface PremiseIndex<P extends Premise> {
  readonly all: readonly ReadPremise<P>[];
  readonly quotables: readonly Quotable[];
  /** The premises that have a term themselves, and those that have it nearby. */
  readonly own: ReadonlyMap<string, readonly number[]>;
  readonly near: ReadonlyMap<string, readonly number[]>;
  /** The commonest language of the premises, `und` when unknown. */
  readonly language: string;
  /** Languages of all premises, the commonest first. */
  readonly languages: readonly string[];
  /** True if their language writes all nouns with capitals. */
  readonly hasCapitalNouns: boolean;
}

/** A premise for a sentence: its number, and the share of the sentence's terms that it has, weighed by how rare they are; 0 to 1. */
interface Candidate {
  readonly at: number;
  readonly score: number;
}

const UNKNOWN = 'und';
/** From this share of words with a capital on, which names alone do not reach, a language writes nouns so. */
const CAPITAL_NOUNS = 0.28;
/** Weight of a term beside a premise and not in it. */
const BESIDE = 0.4;
/** Bonus for a premise that the writer itself cited. */
const POINTED_AT = 0.05;
/** Premises that a sentence is compared with at the most. */
const MOST_CANDIDATES = 10;

/** Reads premises for grounding. Pure; linear in their text. */
export function indexPremises<P extends Premise>(premises: readonly P[]): PremiseIndex<P> {
  const language = detectLanguage(premises.map(({ text }) => text).join('\n'));
  const spokenUnder = new Map<string, string>();
  const languageOf = ({ before, text, after, heading }: P): string => {
    const known = spokenUnder.get(heading);
    if (known !== undefined) return known;
    const detected = detectLanguage(`${before} ${text} ${after}`);
    const found = detected === UNKNOWN ? language : detected;
    if (heading !== '' && detected !== UNKNOWN) spokenUnder.set(heading, found);
    return found;
  };
  const own = new Map<string, number[]>();
  const near = new Map<string, number[]>();
  const all = premises.map((premise, at): ReadPremise<P> => {
    const { text, before, after, heading } = premise;
    const spoken = languageOf(premise);
    const inText = new Set(terms(text, spoken));
    const around = [heading, before, after].filter((one) => one !== '').join('\n');
    for (const term of inText) add(own, term, at);
    for (const term of new Set(terms(around, spoken))) if (!inText.has(term)) add(near, term, at);
    return { premise, reading: readSentence(text, spoken), around, language: spoken };
  });
  const words = all.flatMap(({ reading }) => reading.words.slice(1).filter(({ kind }) => kind === 'word'));
  const capitals = words.filter(({ isCapital }) => isCapital).length;
  return {
    ...{ all, own, near, language },
    languages: [...new Set([language, ...all.map((one) => one.language)])],
    quotables: all.map(({ reading }) => quotable(reading)),
    hasCapitalNouns: words.length > 0 && capitals / words.length >= CAPITAL_NOUNS,
  };
}

function add(postings: Map<string, number[]>, term: string, at: number): void {
  const list = postings.get(term);
  if (list) list.push(at);
  else postings.set(term, [at]);
}

/** Reads a sentence of an answer, in its own language or, where it is too short to detect, in that of the premises. */
export function readClaim(sentence: string, language: string): Reading {
  const own = detectLanguage(sentence);
  return readSentence(sentence, own === UNKNOWN ? language : own);
}

/** The premises that come nearest to a sentence, the best first, those that the writer pointed at before their equals. */
export function rankPremises<P extends Premise>(
  sentence: string,
  { all, own, near, languages }: PremiseIndex<P>,
  hints: readonly P[] = [],
): readonly Candidate[] {
  const sums = new Map<number, number>();
  let total = 0;
  for (const term of termsInAny(sentence, languages)) {
    const holders = own.get(term) ?? [];
    const weight = Math.log(1 + all.length / (holders.length + 0.5));
    total += weight;
    for (const at of holders) sums.set(at, (sums.get(at) ?? 0) + weight);
    for (const at of near.get(term) ?? []) sums.set(at, (sums.get(at) ?? 0) + weight * BESIDE);
  }
  const hinted = new Set(hints);
  // Of another language than the sentence they may share no term with it.
  if (hinted.size > 0) all.forEach(({ premise }, at) => hinted.has(premise) && sums.set(at, sums.get(at) ?? 0));
  const rank = ({ at, score }: Candidate): number => {
    const premise = all[at]?.premise;
    return score + (premise && hinted.has(premise) ? POINTED_AT : 0);
  };
  return Array.from(sums, ([at, sum]): Candidate => ({ at, score: total > 0 ? sum / total : 0 }))
    .sort((a, b) => rank(b) - rank(a) || a.at - b.at)
    .slice(0, MOST_CANDIDATES);
}
