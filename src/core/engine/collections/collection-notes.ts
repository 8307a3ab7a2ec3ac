import { createMutex, type Mutex } from '../../async';
import type { TableChange, TableStore } from '../../ports/collections';
import { applyPatch } from '../../tables/table-patch';
import type { NoteRow } from '../../tables/tables';

/** The notebook of an open collection in memory, read when it is first needed. */
export interface CollectionNotes {
  /** In their order. */
  list(): Promise<readonly NoteRow[]>;
  /** Locked from reading the notes until a change that is made from them is durable. */
  readonly turns: Mutex;
  /** Notes that were removed since the collection was opened, by id, as long as that can be undone. */
  readonly removed: Map<string, NoteRow>;
  /** Grows whenever notes may have changed. */
  readonly version: number;
  /** Applies a durable change to the notes in memory. */
  follow(change: TableChange): void;
  /** Forgets what is in memory: the store has moved to what another tab wrote. */
  forget(): void;
}

export function collectionNotes(store: Pick<TableStore, 'read'>): CollectionNotes {
  let rows: readonly NoteRow[] | undefined;
  let version = 0;
  return {
    async list() {
      for (;;) {
        if (rows) return rows;
        const before = version;
        const read = await store.read('notes');
        if (version === before) rows ??= inOrder(read);
      }
    },
    turns: createMutex(),
    removed: new Map(),
    get version() {
      return version;
    },
    follow({ replace, patch }) {
      if (!replace?.notes && !patch?.notes) return;
      version++;
      const kept = replace?.notes ?? rows;
      rows = kept && inOrder(patch?.notes ? applyPatch(kept, patch.notes) : kept);
    },
    forget() {
      version++;
      rows = undefined;
    },
  };
}

const inOrder = (rows: readonly NoteRow[]): readonly NoteRow[] =>
  rows.toSorted((a, b) => a.place - b.place || (a.created < b.created ? -1 : 1));
