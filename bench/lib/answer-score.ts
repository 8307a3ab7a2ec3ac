import type { Answer } from '../../src/core/search/events';
import type { DocumentRow, Span } from '../../src/core/tables/tables';
import { coversHalf } from './gold-evidence';
import { mean } from './bootstrap';

/** What one answer is worth against its gold passages. */
export interface AnswerScore {
  /** Whether the passages of its citations hold a gold passage. */
  readonly hit: boolean;
  /** The same with the first passage of each citation only, which is the one a person sees. */
  readonly firstHit: boolean;
  /** Share of the gold passages that the passages of its citations hold. */
  readonly share: number;
  readonly notFound: boolean;
  /** Sentences that quote or state something: no headings, no words of Burrow itself. */
  readonly sentences: number;
  /** Those of them whose first passage of some citation holds gold words: half of a gold passage or a part of it only. */
  readonly useful: number;
  /** Sentences, items and headings without a citation. */
  readonly uncited: number;
  readonly stated: number;
  /** Passages whose quotation is not the text at their place. */
  readonly misquoted: number;
  readonly passages: number;
}

/** Scores an answer; what it shows after saying that it found nothing does not count as cited evidence. */
export function scoreAnswer(
  answer: Answer,
  gold: readonly Span[],
  documents: ReadonlyMap<string, Pick<DocumentRow, 'text'>>,
): AnswerScore {
  const passages = answer.citations.flatMap((citation) => citation.passages);
  const firsts = answer.citations.flatMap((citation) => citation.passages.slice(0, 1));
  const asked = answer.notFound ? [] : gold;
  const held = asked.filter((passage) => coversHalf(passages, passage));
  const stated = answer.sentences.filter(({ role }) => role !== 'plain');
  const said = stated.filter(({ role }) => role !== 'heading');
  const firstOf = new Map(answer.citations.map((one) => [one.number, one.passages[0]]));
  const known = new Set(answer.citations.filter((one) => one.passages.length > 0).map(({ number }) => number));
  return {
    hit: held.length > 0,
    firstHit: asked.some((passage) => coversHalf(firsts, passage)),
    share: held.length / Math.max(1, gold.length),
    notFound: answer.notFound,
    sentences: said.length,
    useful: said.filter(({ citations }) => citations.some((number) => isGold(firstOf.get(number), asked))).length,
    uncited: stated.filter(({ citations }) => !citations.some((number) => known.has(number))).length,
    stated: stated.length,
    misquoted: passages.filter(
      ({ document_id, start, end, quote }) => documents.get(document_id)?.text.slice(start, end) !== quote,
    ).length,
    passages: passages.length,
  };
}

function isGold(shown: Span | undefined, gold: readonly Span[]): boolean {
  return shown !== undefined && gold.some((passage) => coversHalf([shown], passage) || isWithin(shown, passage));
}

function isWithin(one: Span, other: Span): boolean {
  return one.document_id === other.document_id && one.start >= other.start && one.end <= other.end;
}

export interface AnswerSummary {
  readonly hits: number;
  readonly firstHits: number;
  readonly share: number;
  readonly notFound: number;
  readonly sentences: number;
  readonly useful: number;
}

/** Means over answers; `hits`, `firstHits` and `notFound` are shares of the answers, `useful` one of all their sentences. */
export function summarise(scores: readonly AnswerScore[]): AnswerSummary {
  const total = (of: (score: AnswerScore) => number): number => scores.reduce((sum, score) => sum + of(score), 0);
  return {
    hits: mean(scores.map(({ hit }) => Number(hit))),
    firstHits: mean(scores.map(({ firstHit }) => Number(firstHit))),
    share: mean(scores.map(({ share }) => share)),
    notFound: mean(scores.map(({ notFound }) => Number(notFound))),
    sentences: mean(scores.map(({ sentences }) => sentences)),
    useful:
      total(({ useful }) => useful) /
      Math.max(
        1,
        total(({ sentences }) => sentences),
      ),
  };
}

/** The value below which a share of the values lies (nearest rank); NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}
