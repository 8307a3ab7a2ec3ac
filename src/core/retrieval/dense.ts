import { isDescribed } from '../graph/derive/descriptions';
import { remembered } from '../memo';
import type { Message } from '../message';
import type { Rows } from '../tables/rows';
import type { RelationshipRow, SummaryRow } from '../tables/tables';
import type { FieldVectors } from '../vectors/field-vectors';
import type { VectorField } from '../vectors/vector-store';
import type { SearchIndex, DenseSearch } from './index';
import type { Hit } from '../vectors/top-k';

export type LoadedVectors = ReadonlyMap<VectorField, FieldVectors>;

/** Result of comparing by meaning for a question. */
export interface DenseOutcome {
  /** Missing when the answer continues without it. */
  readonly search?: DenseSearch;
  /** For the trace, in one sentence. */
  readonly words: Message;
}

/**
 * A ranking counts only where at least this share of the rows has vectors: otherwise it would rank what is embedded, not what fits. Of a part of
 * a hosted index, those rows have vectors that are nearest to what was asked, so that any share will do.
 */
const LEAST_COVERED = 0.5;

/**
 * Weight of the order of text units by meaning, against 1 for that by words, by default. A small embedding model at 1
 * loses a quarter of the hits among the first two on questions of three hops. At a quarter it loses few of them, and
 * gains as much further down.
 */
export const MEANING_WEIGHT = 0.25;

/** Filter and weight of a search by meaning. */
interface DenseOptions {
  readonly allow?: ((slot: number) => boolean) | undefined;
  readonly weight?: number;
}

/** Searches by the vector of a question, among the text units that may be found. */
export function denseSearch(
  index: SearchIndex,
  vectors: LoadedVectors,
  question: Float32Array,
  { allow, weight = MEANING_WEIGHT }: DenseOptions = {},
): DenseSearch {
  const { textUnits, entities, relationships, communityReports, summaries = NO_SUMMARIES, whole } = index.tables;
  const least = whole ? 0 : LEAST_COVERED;
  const first = (fields: readonly VectorField[], rows: readonly unknown[], numberOf: NumberOf) =>
    fields
      .flatMap((field) => vectors.get(field) ?? [])
      .map((one) => ({ one, numbers: numbersOf(index, one, numberOf) }))
      .find(({ numbers }) => numbers.standing >= least * rows.length && numbers.standing > 0);
  const among = (found: ReturnType<typeof first>, k: number, allowed?: (row: number) => boolean): readonly Hit[] => {
    if (!found) return [];
    const { one, numbers } = found;
    const mask = allowed ? { mask: allowedMask(numbers, allowed) } : maskOf(one, numbers);
    return renumbered(one.table.search(question, { k, ...mask }), numbers);
  };
  return {
    weight,
    units: (k) => {
      const found = first(['text_unit_text'], textUnits, (id) => index.slotOf.get(id));
      if (!found) return [];
      const { one, numbers } = found;
      const mask = allow ? { mask: allowedMask(numbers, allow) } : maskOf(one, numbers);
      return renumbered(one.table.search(question, { k, ...mask }), numbers);
    },
    entities: (k, allowed) =>
      among(
        first(['entity_description', 'entity_title'], entities, (id) => index.entities.at.get(id)),
        k,
        allowed,
      ),
    relationships: (k, allowed) =>
      among(
        first(['relationship_description'], describedAmong(relationships), (id) => index.relationshipAt.get(id)),
        k,
        allowed,
      ),
    summaries: (k) =>
      among(
        first(['summary_text'], writtenAmong(summaries), (id) => placesOf(summaries).get(id)),
        k,
      ),
    reports: (k, rows) => {
      const fields = ['community_full_content', 'community_summary', 'community_title'] as const;
      const rowOf = (id: string): number | undefined => {
        const report = communityReports[index.writtenReports.at.get(id) ?? -1];
        return report && index.communities.reportOf.get(report.community);
      };
      const written = communityReports.filter(({ community }) => index.reports.written(community));
      const found = first(fields, written, rowOf);
      if (!found) return [];
      const { one, numbers } = found;
      const among = new Set(rows);
      const wanted = written.flatMap(({ id }) => (among.has(rowOf(id) ?? -1) ? (one.rowOf(id) ?? []) : []));
      return renumbered(one.table.search(question, { k, ...maskOf(one, numbers), rows: wanted }), numbers);
    },
  };
}

/** Keeps the relationships that somebody described; the others have no vectors. */
const describedAmong = remembered((rows: Rows<RelationshipRow>) => rows.filter(isDescribed));

/** Keeps the summaries that a model wrote; the other clusters have no vectors. */
const writtenAmong = remembered((rows: readonly SummaryRow[]) => rows.filter(({ text }) => text !== ''));

const NO_SUMMARIES: readonly SummaryRow[] = [];

/** Row numbers by id. */
const placesOf = remembered((rows: readonly SummaryRow[]) => new Map(rows.map(({ id }, row) => [id, row])));

type NumberOf = (id: string) => number | undefined;

/** For each vector the number of its row in the index, -1 where it is not there (any more). */
interface Numbers {
  readonly numbers: Int32Array;
  readonly mask: Uint8Array;
  readonly standing: number;
}

const cache = new WeakMap<SearchIndex, WeakMap<FieldVectors, Numbers>>();

/** Made once per state of the index and of the vectors. */
function numbersOf(index: SearchIndex, vectors: FieldVectors, numberOf: NumberOf): Numbers {
  const known = cache.get(index) ?? new WeakMap<FieldVectors, Numbers>();
  cache.set(index, known);
  const before = known.get(vectors);
  if (before?.numbers.length === vectors.ids.length) return before;
  const numbers = new Int32Array(vectors.ids.length).fill(-1);
  const mask = new Uint8Array(numbers.length);
  let standing = 0;
  for (const [row, id] of vectors.ids.entries()) {
    const number = numberOf(id);
    if (number === undefined || vectors.rowOf(id) !== row) continue;
    numbers[row] = number;
    mask[row] = 1;
    standing++;
  }
  const made = { numbers, mask, standing };
  known.set(vectors, made);
  return made;
}

/** Returns the mask, or none where every row may be found. */
function maskOf({ table }: FieldVectors, { mask, standing }: Numbers): { readonly mask?: Uint8Array } {
  return standing === table.size ? {} : { mask };
}

function allowedMask({ numbers, mask }: Numbers, allow: (row: number) => boolean): Uint8Array {
  return mask.map((standing, row) => (standing === 1 && allow(numbers[row] ?? -1) ? 1 : 0));
}

function renumbered(hits: readonly Hit[], { numbers }: Numbers): readonly Hit[] {
  return hits.map(({ id, score }) => ({ id: numbers[id] ?? -1, score }));
}
