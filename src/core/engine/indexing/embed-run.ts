import type { IndexTables } from '../../tables/tables';
import { ModelError } from '../../errors';
import { message } from '../../message';
import {
  chosenFields,
  type FieldStatus,
  type EmbeddingField,
  embeddingsStep,
  textHash,
  type MissingRow,
} from '../../index/embeddings';
import type { EmbeddingState, IndexState } from '../../ports/index-state';
import type { Embedder, EmbedderInfo } from '../../models/encoders';
import type { VectorChange, VectorAppend } from '../../vectors/vector-store';
import { measureCoverage, type EmbeddingCoverage } from './embedding-plan';
import type { RunContext, Emit } from '../session/index-events';
import { viewOf } from '../collections/collection-view';
import { changeFrom, tablesFor } from '../../derivation/table-use';
import { StepMeter } from '../../index/step-meter';

/** Rows that are sorted by length together, so that a batch holds texts of similar length. */
const WINDOW = 512;

interface EmbedRun extends RunContext {
  readonly embedder: Embedder;
  readonly size: BatchSize;
  readonly progress: EmbeddingProgress;
  readonly meter: StepMeter;
}

/**
 * Embeds every text of the chosen fields that has no vector of this embedder, in batches that are committed as they
 * come. It continues until all texts of the current tables have theirs; then it removes vectors of other models and of
 * rows that are gone. An abort keeps what is embedded. Throws ModelError without an embedder or when it fails.
 */
export async function embedAll(context: RunContext): Promise<void> {
  const { open, env, emit, signal } = context;
  const embedder = await env.models.embedder();
  if (!embedder) throw new ModelError(message`No embedding model is chosen. Choose one in Settings, under Models.`);
  const run = {
    ...context,
    embedder,
    size: batchSize(),
    progress: createEmbeddingProgress(emit),
    meter: new StepMeter(env.clock),
  };
  run.meter.begin(embeddingsStep.name);
  for (;;) {
    signal.throwIfAborted();
    const stand = await measureCoverage(open, embedder.info.id, { env, signal });
    run.progress.begin(stand.fields);
    if (stand.vectors.damaged.size > 0) {
      if (!(await open.store.mend())) await dropDamaged(run, stand);
    } else if (stand.fields.some(({ missing }) => missing.length > 0)) await embedMissing(run, stand);
    else if (await finish(run, stand)) return emit({ kind: 'committed', view: viewOf(open) });
  }
}

/** Embeds what is missing; stops early when the tables have changed meanwhile. */
async function embedMissing(run: EmbedRun, stand: EmbeddingCoverage): Promise<void> {
  const writer = createVectorWriter(run, run.embedder.info, stand.tables);
  try {
    for (const field of stand.fields) {
      for (let from = 0; from < field.missing.length; from += WINDOW) {
        await embedWindow(run, field, from, writer);
        if (run.open.tables !== stand.tables) return;
      }
    }
  } finally {
    await writer.flush();
  }
}

async function embedWindow(run: EmbedRun, field: FieldStatus, from: number, writer: VectorWriter): Promise<void> {
  const { open, embedder, env, signal, size, progress } = run;
  const { tables } = open;
  const window = field.missing.slice(from, from + WINDOW).sort((a, b) => a.text.length - b.text.length);
  for (let at = 0; at < window.length;) {
    await open.hold.released(signal);
    if (open.tables !== tables) return;
    const batch = size.next(window, at);
    const before = env.clock.now();
    const texts = batch.map(({ text }) => text);
    const vectors = await embedder.embed(texts, 'passage', { signal });
    check(vectors, batch.length, embedder.info);
    size.took(batch.length, env.clock.now() - before);
    at += batch.length;
    progress.add(texts);
    await writer.add(field.field, batch, vectors);
    await env.clock.yield();
  }
}

function check(vectors: Float32Array, rows: number, { title, dims }: EmbedderInfo): void {
  if (vectors.length === rows * dims && vectors.every(Number.isFinite)) return;
  throw new ModelError(
    message`${title} gave vectors that cannot be used. What was embedded before is kept; try another embedding model.`,
    { detail: `${String(vectors.length)} numbers for ${String(rows)} texts` },
  );
}

function dropDamaged({ open, embedder }: EmbedRun, { vectors }: EmbeddingCoverage): Promise<void> {
  const { id, dims } = embedder.info;
  const changes = [...vectors.damaged].map((field): VectorChange => ({ field, model: id, dims, keep: [] }));
  return open.store.commit(() => ({ vectors: changes }));
}

/** Makes it complete, unless the tables have changed meanwhile; then false. */
async function finish({ open, embedder, progress, meter }: EmbedRun, stand: EmbeddingCoverage): Promise<boolean> {
  const { id: model, title, dims } = embedder.info;
  const { embedding, parameters } = open.store.state;
  const sets = open.store.files.vectors.sets();
  const changes = sets.filter((set) => set.model === model).map(({ field }) => lastChange(stand, field, model, dims));
  const settled = changes.every(({ keep }) => keep === undefined) && sets.every((set) => set.model === model);
  if (settled && embedding?.complete && embedding.model === model) return open.tables === stand.tables;
  let complete = false;
  await open.store.commit((state) => {
    const same = state.parameters === parameters || sameFields(stand, state.parameters);
    complete = open.tables === stand.tables && same;
    if (!complete) return {};
    const seconds = meter.take().get(embeddingsStep.name)?.seconds ?? 0;
    const times = progress.added > 0 && { [embeddingsStep.name]: { made: progress.added, seconds } };
    return {
      vectors: changes,
      keepModels: [model],
      state: {
        embedding: { model, title, dims, complete, ...madeBefore(state, model) },
        stepTimes: { ...state.stepTimes, ...times },
      },
    };
  });
  return complete;
}

function sameFields({ fields }: EmbeddingCoverage, parameters: Parameters<typeof chosenFields>[0]): boolean {
  const names = chosenFields(parameters).map(({ field }) => field);
  return names.join() === fields.map(({ field }) => field.field).join();
}

/** Compacts the files of a field, without the vectors of rows that are gone or changed. */
function lastChange(stand: EmbeddingCoverage, field: VectorChange['field'], model: string, dims: number): VectorChange {
  const current = stand.fields.find((one) => one.field.field === field)?.current ?? [];
  const present = stand.vectors.fields.get(field)?.size() ?? 0;
  return { field, model, dims, compact: true, ...(current.length === present ? {} : { keep: current }) };
}

/** Milliseconds that a batch should take: a question waits no longer than that for the embedder. */
const WANTED_MS = 400;
const MOST_ROWS = 256;
const MOST_CHARACTERS = 400_000;

/** Chooses batches by how long the ones before took. */
interface BatchSize {
  /** The rows of the next batch, at least 1 where there are any. */
  next<R extends { readonly text: string }>(rows: readonly R[], from: number): readonly R[];
  /** Notes how long a batch took. */
  took(rows: number, milliseconds: number): void;
}

function batchSize(): BatchSize {
  let size = 8;
  return {
    next: (rows, from) => {
      let end = from;
      for (let characters = 0; end < rows.length && end - from < size; end++) {
        characters += rows[end]?.text.length ?? 0;
        if (characters > MOST_CHARACTERS && end > from) break;
      }
      return rows.slice(from, end);
    },
    took: (rows, milliseconds) => {
      if (rows < size) return;
      const factor = WANTED_MS / Math.max(1, milliseconds);
      size = Math.max(1, Math.min(MOST_ROWS, Math.round(size * Math.min(2, Math.max(0.5, factor)))));
    },
  };
}

/** Progress of embedding: counts of texts, and the share of their characters. */
interface EmbeddingProgress {
  /** Texts that were embedded. */
  readonly added: number;
  begin(stands: readonly FieldStatus[]): void;
  add(texts: readonly string[]): void;
}

const EMBEDDING_STAGE = 'Embeddings';

function createEmbeddingProgress(emit: Emit): EmbeddingProgress {
  let [added, done, total, read, waiting, fraction] = [0, 0, 0, 0, 0, 0];
  const tell = (): void => {
    fraction = Math.max(fraction, waiting > 0 ? read / waiting : 1);
    emit({ kind: 'stage', stage: EMBEDDING_STAGE, done, total, unit: 'texts', fraction });
  };
  const characters = (texts: readonly { readonly length: number }[]): number =>
    texts.reduce((sum, { length }) => sum + length, 0);
  return {
    get added() {
      return added;
    },
    begin: (stands) => {
      done = stands.reduce((sum, { current }) => sum + current.length, 0);
      total = stands.reduce((sum, { rows }) => sum + rows, 0);
      waiting = read + stands.reduce((sum, { missing }) => sum + characters(missing.map(({ text }) => text)), 0);
      if (waiting > read) tell();
    },
    add: (texts) => {
      added += texts.length;
      done += texts.length;
      read += characters(texts);
      tell();
    },
  };
}

/** A commit is made after so many milliseconds or rows; a crash loses no more than that. */
const COMMIT_MILLISECONDS = 2000;
const COMMIT_ROWS = 1024;

/** Gathers new vectors and commits them now and then. */
interface VectorWriter {
  add(field: EmbeddingField, rows: readonly MissingRow[], vectors: Float32Array): Promise<void>;
  /** Commits what has been gathered. */
  flush(): Promise<void>;
}

/** Returns the time at which vectors of a model were last kept. */
const madeBefore = ({ embedding }: IndexState, model: string): Pick<EmbeddingState, 'made'> =>
  embedding?.model === model && embedding.made ? { made: embedding.made } : {};

interface Gathered {
  readonly field: EmbeddingField;
  readonly rows: readonly MissingRow[];
  readonly vectors: Float32Array;
}

/** `planned`: the tables from which the texts were made. */
function createVectorWriter(
  { open, env, emit, signal }: RunContext,
  { id: model, title, dims }: EmbedderInfo,
  planned: IndexTables,
): VectorWriter {
  let gathered: Gathered[] = [];
  let last = env.clock.now();
  const flush = async (): Promise<void> => {
    const batch = gathered;
    gathered = [];
    last = env.clock.now();
    if (batch.length === 0) return;
    try {
      await open.store.commit((before) => {
        const tables = tablesFor(embeddingsStep, open.tables);
        const unchanged = open.tables === planned ? batch : batch.map((one) => unchangedRows(one, tables, dims));
        const now = Object.fromEntries(batch.map(({ field }) => [field.field, env.clock.now()]));
        const made = { ...madeBefore(before, model).made, ...now };
        const state = { embedding: { model, title, dims, complete: false, made } };
        return changeFrom(embeddingsStep, { vectors: changesOf(unchanged, model, dims), state });
      });
    } catch (error) {
      // The collection may be closed already when embedding is stopped; those seconds are done again.
      if (!signal.aborted) throw error;
      return;
    }
    emit({ kind: 'committed', view: viewOf(open) });
  };
  return {
    flush,
    add: async (field, rows, vectors) => {
      gathered.push({ field, rows, vectors });
      const count = gathered.reduce((sum, one) => sum + one.rows.length, 0);
      if (count >= COMMIT_ROWS || env.clock.now() - last >= COMMIT_MILLISECONDS) await flush();
    },
  };
}

/** Only the rows whose text is still what was embedded. */
function unchangedRows(one: Gathered, tables: Parameters<EmbeddingField['rows']>[0], dims: number): Gathered {
  const hashOf = new Map(one.rows.map(({ id, hash }) => [id, hash]));
  const unchanged = new Set<string>();
  for (const { id, text } of one.field.rows(tables)) {
    if (hashOf.has(id) && hashOf.get(id) === textHash(text)) unchanged.add(id);
  }
  const kept = one.rows.flatMap(({ id }, at) => (unchanged.has(id) ? [at] : []));
  const vectors = new Float32Array(kept.length * dims);
  for (const [to, at] of kept.entries()) vectors.set(one.vectors.subarray(at * dims, (at + 1) * dims), to * dims);
  return { ...one, rows: one.rows.filter(({ id }) => unchanged.has(id)), vectors };
}

/** One change per field. */
function changesOf(gathered: readonly Gathered[], model: string, dims: number): readonly VectorChange[] {
  const fields = [...new Set(gathered.map(({ field }) => field))];
  return fields.map((field) => {
    const own = gathered.filter((one) => one.field === field);
    return { field: field.field, model, dims, append: appended(own) };
  });
}

function appended(gathered: readonly Gathered[]): VectorAppend {
  const rows = gathered.flatMap((one) => one.rows);
  const vectors = new Float32Array(gathered.reduce((sum, one) => sum + one.vectors.length, 0));
  let at = 0;
  for (const one of gathered) {
    vectors.set(one.vectors, at);
    at += one.vectors.length;
  }
  const documents = rows.flatMap(({ document }) => document ?? []);
  return {
    ids: rows.map(({ id }) => id),
    hashes: rows.map(({ hash }) => hash),
    vectors,
    ...(documents.length === rows.length && rows.length > 0 ? { documents } : {}),
  };
}
