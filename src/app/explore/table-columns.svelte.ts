import { isRecord } from '../../core/shapes/read-fields';
import { getEngine, type ConnectEngine } from '../engine';
import { getNotices, type Notices } from '../notices.svelte';
import { exploreWords } from '../words/screens/explore-words';

/** Name of the setting that keeps the chosen columns by table. */
const NAME = 'table columns';

/** The columns that a person chose, by table; kept in this browser profile for all collections. */
class TableColumns {
  /** True once the choices of earlier visits are read, or could not be read. */
  loaded = $state(false);
  #chosen = $state.raw<Readonly<Record<string, readonly string[]>>>({});
  readonly #engine: ConnectEngine;
  readonly #notices: Notices;
  #loading: Promise<void> | undefined;

  constructor(engine: ConnectEngine, notices: Notices) {
    this.#engine = engine;
    this.#notices = notices;
  }

  /** The chosen columns of a table; null where the usual ones are shown. */
  of(table: string): readonly string[] | null {
    return this.#chosen[table] ?? null;
  }

  /** Shows these columns from now on, or the usual ones for null. */
  choose(table: string, columns: readonly string[] | null): void {
    const { [table]: _before, ...others } = this.#chosen;
    this.#chosen = columns ? { ...others, [table]: columns } : others;
    void this.#notices.attempt(exploreWords().table.columnsKeeping, async () =>
      (await this.#engine()).changeSetting(NAME, { [table]: columns }),
    );
  }

  /** Reads what was chosen in earlier visits, once. */
  load(): Promise<void> {
    return (this.#loading ??= this.#read());
  }

  async #read(): Promise<void> {
    const kept = await this.#notices.attempt(exploreWords().table.columnsLoading, async () =>
      (await this.#engine()).setting(NAME),
    );
    const lists = isRecord(kept)
      ? Object.entries(kept).filter((entry): entry is [string, string[]] => isList(entry[1]))
      : [];
    this.#chosen = Object.fromEntries(lists);
    this.loaded = true;
  }
}

const isList = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');

const known = new WeakMap<ConnectEngine, TableColumns>();

/** The chosen columns; the same object until the page is closed. To be called where a component starts. */
export function tableColumns(): TableColumns {
  const engine = getEngine();
  const made = known.get(engine) ?? new TableColumns(engine, getNotices());
  known.set(engine, made);
  return made;
}
