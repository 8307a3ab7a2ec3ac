import { isPoorSentence, pointsBack } from '../reports/context/sentence-pool';
import { folded } from '../text/folded-text';
import type { SearchIndex } from '../retrieval/index';
import { placesIn, overlap } from '../search/evidence/sentences';
import type { PassagePlace } from '../search/evidence/evidence';
import type { DocumentRow } from '../tables/tables';
import { terms } from '../text/terms';

/** A sentence that stands for its document, and where it stands. */
export type ShownSentence = PassagePlace & { readonly text: string };

/** Sentences that are shown of a document. */
const SHOWN = 2;
/** Terms added to a sentence's own, so that short ones do not win by one word. */
const SMOOTHED = 16;
/** How much the first sentences gain, and after how many that is a third. */
const OPENING = 0.6;
const OPENING_LENGTH = 6;
/** What a sentence loses that points at the one before it. */
const POINTING = 0.6;
const CODE_SIGN = /[_{}<>=;\\|]|\w\(|\w[.:/]{1,2}\w/u;
const MOST_CODE = 0.2;
const FENCE = /^(?:```|~~~)/gmu;

/** A sentence with its index terms. */
export interface ReadSentence {
  readonly unitId: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly terms: readonly string[];
}

/** The sentences of a document's first characters that can stand alone: no headings, contents lines, table rows or code. */
export function readableSentences(
  index: SearchIndex,
  document: DocumentRow,
  characters: number,
): readonly ReadSentence[] {
  const headings = new Set(document.heading_starts);
  const fenced = fencedRanges(document.text.slice(0, characters));
  const title = folded(document.title);
  const sentences: ReadSentence[] = [];
  let read = 0;
  for (const unit of index.unitsOf(document.id)) {
    if (unit.start >= characters) break;
    for (const [at, start] of unit.sentence_starts.entries()) {
      const end = unit.sentence_ends[at] ?? start;
      if (start < read) continue;
      read = end;
      const text = document.text.slice(start, end).replace(/\s+/gu, ' ');
      if (headings.has(start) || fenced.some(([from, to]) => start >= from && start < to)) continue;
      if (isPoorSentence(document.text.slice(start, end).replaceAll('\t', ' ')) || isCode(text)) continue;
      if (folded(text) === title) continue;
      sentences.push({ unitId: unit.id, start, end, text, terms: terms(text) });
    }
  }
  return sentences;
}

function fencedRanges(text: string): readonly (readonly [number, number])[] {
  const marks = [...text.matchAll(FENCE)].map(({ index }) => index);
  return marks.flatMap((from, at) => (at % 2 === 0 ? [[from, marks[at + 1] ?? text.length] as const] : []));
}

function isCode(text: string): boolean {
  const words = text.split(' ');
  return words.filter((word) => CODE_SIGN.test(word)).length > MOST_CODE * words.length;
}

/**
 * The two sentences of a document nearest to its centroid of idf-weighted terms (Radev et al. 2004), early ones first among equals, the second unlike the
 * first (MMR, Carbonell and Goldstein 1998); in reading order.
 */
export function bestSentences(
  { passages, labels }: SearchIndex,
  document: DocumentRow,
  sentences: readonly ReadSentence[],
): readonly ShownSentence[] {
  const { bm25 } = passages;
  const counts = new Map<string, number>();
  for (const { terms: own } of sentences) for (const term of own) counts.set(term, (counts.get(term) ?? 0) + 1);
  const weights = new Map([...counts].map(([term, count]) => [term, Math.sqrt(count) * Math.max(0.1, bm25.idf(term))]));
  const scored = sentences.map((sentence, at) => {
    const own = new Set(sentence.terms);
    let sum = 0;
    for (const term of own) sum += (counts.get(term) ?? 0) > 1 || sentences.length < 4 ? (weights.get(term) ?? 0) : 0;
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
