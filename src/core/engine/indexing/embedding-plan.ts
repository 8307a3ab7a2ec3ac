import type { IndexTables } from '../../tables/tables';
import { chosenFields, embeddingsStep, hashesOf, compareFields, type FieldStatus } from '../../index/embeddings';
import { tablesFor } from '../../derivation/table-use';
import type { Embedder } from '../../models/encoders';
import type { CallOptions } from '../../platform';
import { estimateTokens } from '../../text/tokens';
import { codesBytes } from '../../vectors/codes';
import type { VectorField } from '../../vectors/vector-store';
import { runWork, type Work } from '../../work';
import type { EmbeddedCollection, ModelVectors } from '../collections/projections/vectors';
import type { EngineEnv } from '../env';

/** Plan of embedding now. */
export interface EmbeddingPlan {
  /** The chosen embedder's id and name. */
  readonly model: string;
  readonly title: string;
  readonly dims: number;
  readonly fields: readonly EmbeddingFieldPlan[];
  /** Bytes on disk once all of it is done. */
  readonly bytes: number;
  /** Bytes of other models' vectors, which are kept until then and then removed. */
  readonly otherBytes: number;
}

interface EmbeddingFieldPlan {
  readonly field: VectorField;
  readonly title: string;
  readonly rows: number;
  /** Rows that have their vector already. */
  readonly done: number;
  /** Estimated tokens of the rows that have none. */
  readonly tokens: number;
}

/** Coverage of the chosen fields in the current tables. */
export interface EmbeddingCoverage {
  readonly vectors: ModelVectors;
  readonly fields: readonly FieldStatus[];
  /** The tables that were compared. */
  readonly tables: IndexTables;
}

type StandOptions = CallOptions & { readonly env: Pick<EngineEnv, 'clock'> };

/** Compares every text of the chosen fields with what there are vectors of. */
export async function measureCoverage(
  open: EmbeddedCollection,
  model: string,
  { env: { clock }, ...rest }: StandOptions,
): Promise<EmbeddingCoverage> {
  const options = { ...rest, clock };
  const vectors = await open.vectors.of(model, options);
  const { tables, state } = open.store.snapshot;
  const chosen = chosenFields(state.parameters);
  const fields = await runWork(
    compareFields(chosen, tablesFor(embeddingsStep, tables), hashesOf(vectors.fields)),
    options,
  );
  return { vectors, fields, tables };
}

export async function planEmbedding(
  open: EmbeddedCollection,
  { info }: Embedder,
  options: StandOptions,
): Promise<EmbeddingPlan> {
  const { fields } = await measureCoverage(open, info.id, options);
  const plans = await runWork(plansOf(fields), { ...options, clock: options.env.clock });
  const rows = plans.reduce((sum, one) => sum + one.rows, 0);
  const others = open.store.files.vectors.sets().filter(({ model }) => model !== info.id);
  return {
    model: info.id,
    title: info.title,
    dims: info.dims,
    fields: plans,
    bytes: rows * (info.dims * 4 + BYTES_PER_HEAD) + codesBytes(rows, info.dims),
    otherBytes: others.reduce((sum, set) => sum + set.bytes, 0),
  };
}

/** Id, hash and owner of a row on disk, about. */
const BYTES_PER_HEAD = 80;

function* plansOf(stands: readonly FieldStatus[]): Work<readonly EmbeddingFieldPlan[]> {
  const plans: EmbeddingFieldPlan[] = [];
  for (const { field, rows, current, missing } of stands) {
    let tokens = 0;
    for (const [at, { text }] of missing.entries()) {
      tokens += estimateTokens(text);
      if (at % 64 === 0) yield { done: at, total: missing.length };
    }
    plans.push({ field: field.field, title: field.title, rows, done: current.length, tokens });
  }
  return plans;
}
