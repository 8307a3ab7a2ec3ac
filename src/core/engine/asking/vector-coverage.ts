import {
  chosenFields,
  compareFields,
  embeddingField,
  embeddingsStep,
  hashesOf,
  type FieldStatus,
} from '../../index/embeddings';
import { tablesFor } from '../../derivation/table-use';
import type { CallOptions, Clock } from '../../platform';
import type { CitationTarget } from '../../search/evidence/evidence';
import { clipToTokens, oneLine } from '../../text/clip';
import type { VectorField, VectorSet } from '../../vectors/vector-store';
import type { IndexTables } from '../../tables/tables';
import { runWork } from '../../work';
import type { EmbeddedCollection } from '../collections/projections/vectors';

/** Coverage of one kind of text by the vectors of one model. */
export interface VectorCoverage {
  readonly field: VectorField;
  /** Name for the embedded rows, as a phrase of the catalogue. */
  readonly title: string;
  /** The embedder's id; null where nothing is embedded yet. */
  readonly model: string | null;
  readonly dims: number;
  /** Vectors on disk, and their bytes. */
  readonly vectors: number;
  readonly bytes: number;
  /** Time at which the last vector was kept, in milliseconds since 1970; null where unknown. */
  readonly made: number | null;
  /**
   * Texts that are to be embedded, and those without a vector of their present words; null for a model that is no longer used, and in a hosted
   * collection, where nothing is embedded.
   */
  readonly texts: number | null;
  readonly missing: number | null;
  /** The first ones without a vector. */
  readonly without: readonly { readonly target: CitationTarget; readonly name: string }[];
}

/** Rows without a vector that are named. */
const NAMED = 20;
/** Tokens of a passage that serve as its name. */
const NAME = 24;

/**
 * Reports the vectors of each kind that is chosen for embedding or has some, by model. Compares every text of the
 * chosen kinds.
 */
export async function vectorCoverage(
  { store, vectors }: EmbeddedCollection,
  options: CallOptions & { readonly clock: Clock },
): Promise<readonly VectorCoverage[]> {
  const { tables, state } = store.snapshot;
  const sets = store.files.vectors.sets();
  if (state.hosted) return sets.map(uncomparedSet);
  const chosen = chosenFields(state.parameters);
  const { model = null, made = {} } = state.embedding ?? {};
  const hashOf = model === null ? () => undefined : hashesOf((await vectors.of(model, options)).fields);
  const stands = await runWork(compareFields(chosen, tablesFor(embeddingsStep, tables), hashOf), options);
  const name = namer(tables);
  const setOf = ({ field }: FieldStatus) => sets.find((set) => set.model === model && set.field === field.field);
  const used = stands.map((stand): VectorCoverage => {
    const set = setOf(stand);
    return {
      ...{ field: stand.field.field, title: stand.field.title, model: set ? model : null },
      ...{ dims: set?.dims ?? 0, vectors: set?.rows ?? 0, bytes: set?.bytes ?? 0 },
      made: (set && made[stand.field.field]) ?? null,
      ...{ texts: stand.rows, missing: stand.missing.length },
      without: stand.missing.slice(0, NAMED).flatMap(({ id }) => name(stand.field.field, id) ?? []),
    };
  });
  const current = new Set(stands.map(setOf));
  return [...used, ...sets.filter((set) => !current.has(set)).map(uncomparedSet)];
}

const uncomparedSet = ({ field, model, dims, rows, bytes }: VectorSet): VectorCoverage => ({
  ...{ field, title: embeddingField(field)?.title ?? field, model, dims, vectors: rows, bytes },
  ...{ made: null, texts: null, missing: null, without: [] },
});

/** Returns a function that names a row and links to it. */
function namer(tables: IndexTables) {
  return (field: VectorField, id: string): VectorCoverage['without'][number] | undefined => {
    if (field === 'text_unit_text') {
      const row = tables.text_units.find((one) => one.id === id);
      return row && { target: { kind: 'passage', textUnitId: id }, name: clipToTokens(oneLine(row.text), NAME) };
    }
    if (field.startsWith('entity')) {
      const row = tables.entities.find((one) => one.id === id);
      return row && { target: { kind: 'entity', id, title: row.title }, name: row.title };
    }
    if (field === 'relationship_description') {
      const row = tables.relationships.find((one) => one.id === id);
      const title = row && `${row.source} – ${row.target}`;
      return title === undefined ? undefined : { target: { kind: 'relationship', id, title }, name: title };
    }
    const row = tables.community_reports.find((one) => one.id === id);
    return row && { target: { kind: 'report', community: row.community, title: row.title }, name: row.title };
  };
}
