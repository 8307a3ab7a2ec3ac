import { SvelteMap } from 'svelte/reactivity';
import type { ExportScope } from '../../core/ports/interop';
import type { HiddenMarks } from '../../core/map/map-filter';
import { isRecord } from '../../core/shapes/read-fields';
import { getEngine, type ConnectEngine } from '../engine';
import { getLibrary } from '../library/library.svelte';
import { getNotices, type Notices } from '../notices.svelte';
import { mapWords } from '../words/screens/map-words';

/** An entity, or a community, for which the id is empty. */
export interface MarkName {
  readonly id: string;
  /** Number of a community, −1 for an entity. */
  readonly community: number;
  readonly name: string;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Returns the key of a mark. */
export const markKey = ({ id, community }: Pick<MarkName, 'id' | 'community'>): string =>
  community >= 0 ? `community ${String(community)}` : id;

/** Name of the setting that keeps what was hidden and moved, by collection: ids and numbers, no words of any document. */
const NAME = 'map marks';

/** Marks of a collection's map that a person selected, moved or hid. */
export class MapMarks {
  /** The selection, in the order in which it was made; kept until the page is closed. */
  readonly picked = new SvelteMap<string, MarkName>();
  /** True while the tables show the selection alone. */
  onlyPicked = $state(false);
  hidden = $state.raw<HiddenMarks>({ entities: [], communities: [] });
  /** New places of marks, by layout and key. */
  readonly moved = new SvelteMap<string, Place>();
  readonly #collection: string;
  readonly #engine: ConnectEngine;
  readonly #notices: Notices;
  #loading: Promise<void> | undefined;

  constructor(collection: string, engine: ConnectEngine, notices: Notices) {
    this.#collection = collection;
    this.#engine = engine;
    this.#notices = notices;
  }

  /** The selection as the part of the collection that is exported. */
  get scope(): ExportScope {
    const all = [...this.picked.values()];
    const entities = all.flatMap(({ id, community }) => (community < 0 ? [id] : []));
    const communities = all.flatMap(({ community }) => (community < 0 ? [] : [community]));
    return { ...(entities.length > 0 && { entities }), ...(communities.length > 0 && { communities }) };
  }

  pick(marks: readonly MarkName[]): void {
    for (const { id, community, name } of marks) this.picked.set(markKey({ id, community }), { id, community, name });
  }

  toggle(mark: MarkName): void {
    if (!this.picked.delete(markKey(mark))) this.pick([mark]);
  }

  clear(): void {
    this.picked.clear();
    this.onlyPicked = false;
  }

  /** Reads what was hidden and moved in earlier visits, once. */
  load(): Promise<void> {
    return (this.#loading ??= this.#read());
  }

  /** Takes marks off the map, and out of the selection. */
  async hide(marks: readonly Pick<MarkName, 'id' | 'community'>[]): Promise<void> {
    await this.load();
    const entities = new Set(this.hidden.entities);
    const communities = new Set(this.hidden.communities);
    for (const mark of marks) {
      if (mark.community < 0) entities.add(mark.id);
      else communities.add(mark.community);
      this.picked.delete(markKey(mark));
    }
    this.#keepHidden({ entities: [...entities], communities: [...communities] });
  }

  /** Shows it on the map again; everything where nothing is named. */
  show(mark?: Pick<MarkName, 'id' | 'community'>): void {
    const { entities, communities } = this.hidden;
    this.#keepHidden({
      entities: mark ? entities.filter((id) => id !== mark.id) : [],
      communities: mark ? communities.filter((community) => community !== mark.community) : [],
    });
  }

  isHidden({ id, community }: Pick<MarkName, 'id' | 'community'>): boolean {
    return community < 0 ? this.hidden.entities.includes(id) : this.hidden.communities.includes(community);
  }

  /** Keeps where marks were put. */
  keepMoved(): void {
    void this.#keep();
  }

  #keepHidden(hidden: HiddenMarks): void {
    this.hidden = hidden;
    void this.#keep();
  }

  async #keep(): Promise<void> {
    const { hidden } = this;
    const kept = { hidden, moved: Object.fromEntries(this.moved) };
    await this.#notices.attempt(mapWords().keeping, async () =>
      (await this.#engine()).changeSetting(NAME, { [this.#collection]: kept }),
    );
  }

  async #read(): Promise<void> {
    const all = await this.#notices.attempt(mapWords().keeping, async () => (await this.#engine()).setting(NAME));
    const own = isRecord(all) ? all[this.#collection] : undefined;
    if (!isRecord(own)) return;
    const { hidden, moved } = own;
    if (isRecord(hidden))
      this.hidden = {
        entities: list(hidden['entities'], 'string'),
        communities: list(hidden['communities'], 'number'),
      };
    for (const [key, place] of Object.entries(isRecord(moved) ? moved : {}))
      if (isPlace(place)) this.moved.set(key, place);
  }
}

interface Kinds {
  readonly string: string;
  readonly number: number;
}

const list = <K extends keyof Kinds>(value: unknown, kind: K): readonly Kinds[K][] =>
  Array.isArray(value) ? value.filter((one): one is Kinds[K] => typeof one === kind) : [];

const isPlace = (value: unknown): value is Place =>
  isRecord(value) && typeof value['x'] === 'number' && typeof value['y'] === 'number';

/** Forgets what was hidden and moved in a collection that is gone. */
export async function forgetMarks(collection: string, engine: ConnectEngine): Promise<void> {
  known.get(engine)?.delete(collection);
  await (await engine()).changeSetting(NAME, { [collection]: undefined });
}

const known = new WeakMap<ConnectEngine, Map<string, MapMarks>>();

/**
 * Returns a getter of the open collection's marks; the same ones until the page is closed. To be called where a
 * component starts.
 */
export function mapMarks(): () => MapMarks {
  const [engine, notices, library] = [getEngine(), getNotices(), getLibrary()];
  return () => {
    const collection = library.view?.collection.id ?? '';
    const all = known.get(engine) ?? new Map<string, MapMarks>();
    known.set(engine, all);
    const made = all.get(collection) ?? new MapMarks(collection, engine, notices);
    all.set(collection, made);
    return made;
  };
}
