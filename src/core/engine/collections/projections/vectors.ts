import { createMutex } from '../../../async';
import { StorageError } from '../../../errors';
import type { CallOptions, Clock } from '../../../platform';
import type { TableChange, TableStore } from '../../../ports/collections';
import type { LoadedVectors } from '../../../retrieval/dense';
import { createFieldVectors, type FieldVectors } from '../../../vectors/field-vectors';
import type { VectorField } from '../../../vectors/vector-store';
import { finish, runWork } from '../../../work';
import type { CollectionStore } from '../collection-store';
import type { Projection } from './projection';

/** The parts of an open collection that search by meaning needs. */
export interface EmbeddedCollection {
  readonly store: CollectionStore;
  readonly vectors: VectorsProjection;
}

/** All vectors of a model. */
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

type ReadOptions = CallOptions & { readonly clock: Clock };

/** The vectors of an open collection in memory, of one model at a time, read when they are first needed. */
export class VectorsProjection implements Projection {
  readonly #files: Pick<TableStore, 'vectors'>;
  readonly #turns = createMutex();
  #loaded: Loading | undefined;
  /** Grows whenever a reading under way may lack something. */
  #state = 0;

  constructor(files: Pick<TableStore, 'vectors'>) {
    this.#files = files;
  }

  /** Returns all vectors of a model; files that are damaged count as none, and are named. */
  of(model: string, options: ReadOptions): Promise<ModelVectors> {
    return this.#turns.run(async () => {
      // A reading misses what is committed meanwhile, so it is read again.
      while (this.#loaded?.model !== model) {
        const before = this.#state;
        const next = await read(this.#files, model, options);
        if (this.#state === before) this.#loaded = next;
      }
      return this.#loaded;
    });
  }

  follow(change: TableChange): void {
    const removes = (change.removeDocuments?.length ?? 0) > 0 || change.keepModels !== undefined;
    const changes = change.vectors ?? [];
    if (removes || changes.some(({ keep }) => keep !== undefined)) return this.forget();
    const loaded = this.#loaded;
    // A reading under way may lack what does not go into memory here.
    if (changes.some(({ model }) => model !== loaded?.model)) this.#state++;
    for (const { field, model, dims, append } of changes) {
      if (!append || loaded?.model !== model) continue;
      const vectors = loaded.fields.get(field) ?? createFieldVectors({ field, model, dims });
      loaded.fields.set(field, vectors);
      finish(vectors.append(append));
    }
  }

  forget(): void {
    this.#state++;
    this.#loaded = undefined;
  }
}

async function read({ vectors }: Pick<TableStore, 'vectors'>, model: string, options: ReadOptions): Promise<Loading> {
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
