import { createMutex, type Mutex } from '../../../async';
import type { TableChange, TableStore } from '../../../ports/collections';
import { applyPatch, type TablePatch } from '../../../tables/table-patch';
import type { TableOfUse, TableRow } from '../../../tables/tables';
import type { Snapshot } from '../snapshot';
import { withMending } from '../repair';
import type { Projection, TablesRead } from './projection';

/** A table of use of an open collection in memory, read when it is first needed. */
export class UsedTable<N extends TableOfUse> implements Projection {
  /** Locked from reading the rows until a change that is made from them is durable. */
  readonly turns: Mutex = createMutex();
  readonly #files: Pick<TableStore, 'read'>;
  readonly #table: N;
  #rows: readonly TableRow<N>[] | undefined;
  #version = 0;

  constructor(files: Pick<TableStore, 'read'>, table: N) {
    this.#files = files;
    this.#table = table;
  }

  /** Grows whenever rows may have changed. */
  get version(): number {
    return this.#version;
  }

  async list(): Promise<readonly TableRow<N>[]> {
    for (;;) {
      if (this.#rows) return this.#rows;
      const before = this.#version;
      const read = await this.#files.read(this.#table);
      if (this.#version === before) this.#rows ??= this.inOrder(read);
    }
  }

  follow({ replace, patch }: TableChange): void {
    const replaced: readonly TableRow<N>[] | undefined = replace?.[this.#table];
    const patched: TablePatch<TableRow<N>> | undefined = patch?.[this.#table];
    if (!replaced && !patched) return;
    this.#version++;
    const kept = replaced ?? this.#rows;
    this.#rows = kept && this.inOrder(patched ? applyPatch(kept, patched) : kept);
  }

  forget(): void {
    this.#version++;
    this.#rows = undefined;
  }

  /** Reads ahead, so that what asks for rows need not wait for a commit; what fails is told by those who ask. */
  async load(_: Snapshot, part: TablesRead): Promise<void> {
    if (part !== 'texts') this.list().catch(() => undefined);
  }

  protected inOrder(rows: readonly TableRow<N>[]): readonly TableRow<N>[] {
    return rows;
  }
}

/** The rows of such a table. Damaged ones are left out, and reported. */
export const listed = <N extends TableOfUse>(
  { store }: { readonly store: { mend(): Promise<boolean> } },
  table: UsedTable<N>,
): Promise<readonly TableRow<N>[]> =>
  withMending(
    () => table.list(),
    () => store.mend(),
  );
