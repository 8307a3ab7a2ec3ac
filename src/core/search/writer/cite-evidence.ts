import type { Citation } from '../evidence/evidence';
import type { SearchIndex } from '../../retrieval/index';
import { nearestFirst } from '../../retrieval/nearest-passage';
import type { BuiltContext, ContextPremise, ContextRow } from '../context/context';
import {
  citeEntity,
  citeRelationship,
  citeReport,
  citeSpans,
  type UnnumberedCitation,
} from '../evidence/citation-targets';
import { passageOf, passagesOf, spanKey } from '../evidence/sentences';
import type { SearchRun } from './search-run';

/** Premises that a sentence rests on, to be cited. */
interface SentenceEvidence {
  readonly sentence: string;
  readonly premises: readonly ContextPremise[];
  /** Premise nearest to an unsupported sentence. */
  readonly nearest: ContextPremise | null;
}

/** Numbers of the citations of a sentence. */
interface SentenceCitations {
  readonly citations: readonly number[];
  readonly nearest?: number;
}

/** The row that each premise belongs to. */
export const rowsOfPremises = (contexts: readonly BuiltContext[]): ReadonlyMap<ContextPremise, ContextRow> =>
  new Map(
    contexts.flatMap(({ tables }) =>
      tables.flatMap(({ rows }) => rows.flatMap((row) => row.premises.map((premise) => [premise, row] as const))),
    ),
  );

/**
 * Numbers the citations of sentences from 1 in order of first use. A passage has the number of its own words, so that
 * each sentence leads to its source; any other target keeps its number and collects the passages of every use.
 */
export function citeSentences(
  { index, scope }: Pick<SearchRun, 'index' | 'scope'>,
  rowOf: ReadonlyMap<ContextPremise, ContextRow>,
  sentences: readonly SentenceEvidence[],
): { readonly sentences: readonly SentenceCitations[]; readonly citations: readonly Citation[] } {
  const numbers = new Map<string, number>();
  const citations: Citation[] = [];
  const numberOf = (one: UnnumberedCitation): number => {
    const { target, passages } = one;
    const key = citationKey(one);
    const number = numbers.get(key) ?? citations.length + 1;
    numbers.set(key, number);
    const before = citations[number - 1];
    const all = new Map([...(before?.passages ?? []), ...passages].map((passage) => [spanKey(passage), passage]));
    citations[number - 1] = { number, target, passages: [...all.values()] };
    return number;
  };
  const numbered = sentences.map(({ sentence, premises, nearest }): SentenceCitations => {
    const cite = (premise: ContextPremise) => citePremise(index, rowOf, premise, sentence, scope.unit);
    const beside = nearest ? cite(nearest) : [];
    const shown = beside.find(({ target }) => target.kind === 'passage') ?? beside[0];
    return {
      citations: [...new Set(premises.flatMap(cite).map(numberOf))],
      ...(shown && { nearest: numberOf(shown) }),
    };
  });
  return { sentences: numbered, citations };
}

function citationKey({ target, passages }: UnnumberedCitation): string {
  const [first] = passages;
  if (target.kind === 'passage') return `passage:${first ? spanKey(first) : target.textUnitId}`;
  return target.kind === 'report' ? `report:${target.community}` : `${target.kind}:${target.id}`;
}

/** Chips for a premise: of a report or a thing of the graph its own, followed by its passages, the nearest first. */
function citePremise(
  index: SearchIndex,
  rowOf: ReadonlyMap<ContextPremise, ContextRow>,
  premise: ContextPremise,
  sentence: string,
  allow: (slot: number) => boolean,
): readonly UnnumberedCitation[] {
  const spans = inOrder(index, premise, sentence);
  const passages = citeSpans(index, spans);
  const row = rowOf.get(premise)?.row ?? -1;
  switch (premise.dataset) {
    case 'Sources':
    case 'Claims':
    case 'Summaries':
      return passages;
    case 'Entities':
      return [citeEntity(index, row, spans, allow) ?? [], passages].flat();
    case 'Relationships':
      return [citeRelationship(index, row, spans, allow) ?? [], passages].flat();
    case 'Reports':
      return [reportChip(index, row, spans, allow) ?? [], passages].flat();
  }
}

/**
 * Sorts the passages of a premise by the words that they share with the answer's sentence, then by nearness to the
 * report's sentence.
 */
function inOrder(index: SearchIndex, { dataset, text, spans }: ContextPremise, sentence: string) {
  if (dataset === 'Sources' || spans.length < 2) return spans;
  const quotes = spans.map((span) => ({ span, quote: passageOf(index, span)?.quote ?? '' }));
  return nearestFirst(quotes, sentence, text).map(({ span }) => span);
}

/** A report with the passages of the very sentence in front. */
function reportChip(
  index: SearchIndex,
  row: number,
  spans: ContextPremise['spans'],
  allow: (slot: number) => boolean,
): UnnumberedCitation | null {
  const cited = citeReport(index, row, allow);
  if (!cited || spans.length === 0) return cited;
  return { ...cited, passages: passagesOf(index, spans) };
}
