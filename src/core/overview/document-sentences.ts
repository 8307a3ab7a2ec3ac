import { lowerBound } from '../arrays';
import { remembered } from '../memo';
import { isPoorSentence, pointsBack } from '../reports/context/sentence-pool';
import { folded } from '../text/folded-text';
import type { SearchIndex } from '../retrieval/index';
import { placesIn, overlap } from '../search/evidence/sentences';
import type { PassagePlace } from '../search/evidence/evidence';
import { headingReach } from '../tables/documents';
import type { DocumentRow, TextUnitRow } from '../tables/tables';
import { passageLanguage } from '../text/language';
import { terms } from '../text/terms';

/** A sentence that stands for its document, and where it stands. */
export type ShownSentence = PassagePlace & { readonly text: string };

/** Sentences that are shown of a document. */
const SHOWN = 2;
/** Terms added to a sentence's own, so that short ones do not win by one word. */
const SMOOTHED = 16;
/** Bonus of the first sentences, and the number of sentences after which a third of it is left. */
const OPENING = 0.6;
const OPENING_LENGTH = 6;
/** Penalty of a sentence that refers to the one before it. */
const POINTING = 0.6;
const CODE_SIGN = /[_{}<>=;\\|]|\w\(|\w[.:/]{1,2}\w/u;
const MOST_CODE = 0.2;
const FENCE = /^(?:```|~~~)/gmu;
const FENCE_LENGTH = 3;

/** A sentence with its index terms. */
interface ReadSentence {
  readonly unitId: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Positions among the words of its document. */
  readonly terms: readonly number[];
}

/** The sentences that were read of a document. */
export interface ReadSentences {
  readonly sentences: readonly ReadSentence[];
  /** The index terms that they hold, each once. */
  readonly words: readonly string[];
}

/** Sentences of a document, with the inputs besides its row. */
interface Reading extends ReadSentences {
  readonly units: readonly TextUnitRow[];
  readonly fences: number;
}

const readings = new WeakMap<DocumentRow, Reading>();
const fencesOf = remembered((document: DocumentRow) => [...document.text.matchAll(FENCE)].map(({ index }) => index));

/**
 * The sentences of a document's first characters that can stand alone: no headings, contents lines, table rows or code. Read again only when the
 * document or the text units in that range are other ones.
 */
export function readableSentences(index: SearchIndex, document: DocumentRow, characters: number): ReadSentences {
  const own = index.unitsOf(document.id);
  const beyond = own.findIndex(({ start }) => start >= characters);
  const units = beyond < 0 ? own : own.slice(0, beyond);
  const marks = fencesOf(document);
  const fences = lowerBound(marks.length, (at) => (marks[at] ?? 0) + FENCE_LENGTH <= characters);
  const known = readings.get(document);
  if (known?.fences === fences && isSameList(known.units, units)) return known;
  const reading = { units, fences, ...read(document, units, fencedRanges(document, marks.slice(0, fences))) };
  readings.set(document, reading);
  return reading;
}

function read(document: DocumentRow, units: readonly TextUnitRow[], fenced: readonly Range[]): ReadSentences {
  const reach = headingReach(document);
  const title = folded(document.title);
  const words = new Map<string, number>();
  const sentences: ReadSentence[] = [];
  let read = 0;
  for (const unit of units) {
    const language = passageLanguage(unit.text, document.language);
    for (const [at, start] of unit.sentence_starts.entries()) {
      const end = unit.sentence_ends[at] ?? start;
      if (start < read) continue;
      read = end;
      const text = document.text.slice(start, end).replace(/\s+/gu, ' ');
      if ((reach.get(start) ?? 0) >= end || fenced.some(([from, to]) => start >= from && start < to)) continue;
      if (isPoorSentence(document.text.slice(start, end).replaceAll('\t', ' ')) || isCode(text)) continue;
      if (folded(text) === title) continue;
      sentences.push({ unitId: unit.id, start, end, text, terms: numbered(terms(text, language), words) });
    }
  }
  return { sentences, words: [...words.keys()] };
}

function numbered(own: readonly string[], words: Map<string, number>): readonly number[] {
  return own.map((term) => {
    const number = words.get(term) ?? words.size;
    words.set(term, number);
    return number;
  });
}

const isSameList = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at]);

type Range = readonly [number, number];

const fencedRanges = ({ text }: DocumentRow, marks: readonly number[]): readonly Range[] =>
  marks.flatMap((from, at) => (at % 2 === 0 ? [[from, marks[at + 1] ?? text.length] as const] : []));

function isCode(text: string): boolean {
  const words = text.split(' ');
  return words.filter((word) => CODE_SIGN.test(word)).length > MOST_CODE * words.length;
}

/**
 * The two sentences of a document nearest to its centroid of idf-weighted terms (Radev et al. 2004), early ones first among equals, the second unlike the
 * first (MMR, Carbonell and Goldstein 1998); in reading order.
 */
export function bestSentences(
  { labels }: SearchIndex,
  document: DocumentRow,
  { sentences, words }: ReadSentences,
  idf: (term: string) => number,
): readonly ShownSentence[] {
  const counts = new Uint32Array(words.length);
  for (const { terms: own } of sentences) for (const term of own) counts[term] = (counts[term] ?? 0) + 1;
  const weights = Float64Array.from(words, (word, at) => {
    const count = counts[at] ?? 0;
    return count === 0 ? 0 : Math.sqrt(count) * Math.max(0.1, idf(word));
  });
  const scored = sentences.map((sentence, at) => {
    const own = new Set(sentence.terms);
    let sum = 0;
    for (const term of own) sum += (counts[term] ?? 0) > 1 || sentences.length < 4 ? (weights[term] ?? 0) : 0;
    const opening = 1 + OPENING * Math.exp(-at / OPENING_LENGTH);
    const pointing = pointsBack(sentence.text) ? POINTING : 1;
    return { sentence, own, score: (sum / (own.size + SMOOTHED)) * opening * pointing };
  });
  const chosen: typeof scored = [];
  while (chosen.length < SHOWN) {
    let best: (typeof scored)[number] | undefined;
    let most = 0;
    for (const one of scored) {
      if (chosen.includes(one)) continue;
      const value = one.score * (1 - Math.max(0, ...chosen.map((other) => overlap(one.own, other.own))));
      if (value > most) [best, most] = [one, value];
    }
    if (!best) break;
    chosen.push(best);
  }
  const placeOf = placesIn({ labels }, document);
  return chosen
    .map(({ sentence }) => sentence)
    .sort((one, other) => one.start - other.start)
    .map((sentence) => ({ ...placeOf(sentence.unitId, sentence), text: sentence.text }));
}
