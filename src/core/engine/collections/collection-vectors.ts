import { createMutex } from '../../async';
import { StorageError } from '../../errors';
import type { CallOptions, Clock } from '../../platform';
import type { TableChange, TableStore } from '../../ports/collections';
import type { LoadedVectors } from '../../retrieval/dense';
import { createFieldVectors, type FieldVectors } from '../../vectors/field-vectors';
import type { VectorField } from '../../vectors/vector-store';
import { finish, runWork } from '../../work';

/** The vectors of an open collection in memory, of one model at a time, read when they are first needed. */
export interface CollectionVectors {
  /** All vectors of a model; files that are damaged count as none, and are named. */
  load(model: string, options: CallOptions & { readonly clock: Clock }): Promise<ModelVectors>;
  /** Applies a durable change to the vectors in memory. */
  follow(change: TableChange): void;
  /** Forgets what is in memory: the store has moved to what another tab wrote. */
  forget(): void;
}

export interface ModelVectors {
  readonly model: string;
  readonly fields: LoadedVectors;
  /** Fields whose files could not be read; to be made again. */
  readonly damaged: ReadonlySet<VectorField>;
}

interface Loading {
  readonly model: string;
  readonly fields: Map<VectorField, FieldVectors>;
  readonly damaged: Set<VectorField>;
}

export function collectionVectors(store: TableStore): CollectionVectors {
  const turns = createMutex();
  let loaded: Loading | undefined;
  let state = 0;
  const forget = (): void => {
    state++;
    loaded = undefined;
  };
  return {
    load: (model, options) =>
      turns.run(async () => {
        // What is committed while it is read is not in it: it is read again.
        while (loaded?.model !== model) {
          const before = state;
          const next = await read(store, model, options);
          if (state === before) loaded = next;
        }
        return loaded;
      }),
    follow: (change) => {
      const removes = (change.removeDocuments?.length ?? 0) > 0 || change.keepModels !== undefined;
      const changes = change.vectors ?? [];
      if (removes || changes.some(({ keep }) => keep !== undefined)) return forget();
      // A reading under way may lack what does not go into memory here.
      if (changes.some(({ model }) => model !== loaded?.model)) state++;
      for (const { field, model, dims, append } of changes) {
        if (!append || loaded?.model !== model) continue;
        const vectors = loaded.fields.get(field) ?? createFieldVectors({ field, model, dims });
        loaded.fields.set(field, vectors);
        finish(vectors.append(append));
      }
    },
    forget,
  };
}

async function read(
  { vectors }: TableStore,
  model: string,
  options: CallOptions & { readonly clock: Clock },
): Promise<Loading> {
  const loading: Loading = { model, fields: new Map(), damaged: new Set() };
  for (const { field } of vectors.sets().filter((set) => set.model === model)) {
    try {
      const rows = await vectors.read(field, model);
      if (!rows) continue;
      const fields = createFieldVectors(rows, rows.ids.length);
      await runWork(fields.append(rows), options);
      loading.fields.set(field, fields);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      loading.damaged.add(field);
    }
  }
  return loading;
}
