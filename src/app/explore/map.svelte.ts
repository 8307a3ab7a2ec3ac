import { LAYOUTS, MOST_EMBEDDED } from '../../core/ports/layout';
import type { Found } from '../../core/search/find/find';
import type { MapView } from '../../core/map/map-view';
import { getEngine } from '../engine';
import { getEvidence } from '../evidence/evidence.svelte';
import { getLibrary } from '../library/library.svelte';
import { getLayout } from '../layout.svelte';
import { getNotices } from '../notices.svelte';
import { getRouter } from '../router.svelte';
import { language } from '../words/language.svelte';
import { mapWords } from '../words/screens/map-words';
import { mapMarks, markKey, type MarkName } from './map-marks.svelte';
import { FILTERS, MAP_START, mapPlace, parseMap, type MapRoute } from './map-route';
export { MOST_EMBEDDED } from '../../core/ports/layout';

/** One mark of the map. */
export interface MapMark extends MarkName {
  readonly at: number;
  /** Members, or neighbours of an entity. */
  readonly size: number;
}

/** An entity or a community that is found by its name. */
type Place = { readonly entity: string } | { readonly community: number };

/** Things offered while a name is typed. */
const OFFERED = 8;
/** Members of a community up to which its entities are shown at once, when one of them is gone to. */
const SHOWN_WHOLE = 150;

/** The map of the open collection: which part is shown, and what is chosen in it. Made while a component starts. */
export class CollectionMap {
  view = $state.raw<MapView | null>(null);
  /** While the map is arranged: how much of it is, from 0 to 1. */
  arranging = $state<number | null>(null);
  stopped = $state(false);
  /** True until the next mark chosen is the other end of a path. */
  seeksEnd = $state(false);
  /** True while a click selects marks, and a drag draws a line around them. */
  selecting = $state(false);
  /** First and last year of what the map can be filtered by; null where nothing has a date, or nobody asked yet. */
  years = $state.raw<{ readonly first: number; readonly last: number } | null>(null);
  /** Changes of single marks by the person. */
  readonly marks = $derived.by(mapMarks());
  readonly #engine = getEngine();
  readonly #router = getRouter();
  readonly #notices = getNotices();
  readonly #layout = getLayout();
  readonly #evidence = getEvidence();
  readonly #library = getLibrary();
  #latest = 0;
  #arranging = new AbortController();

  /** The layouts that there are for a collection of this size. */
  readonly layouts = $derived(
    LAYOUTS.filter((one) => one !== 'embedding' || (this.#library.view?.counts.entities ?? 0) <= MOST_EMBEDDED),
  );

  /** Route in the address, as far as there is such a layout. */
  readonly route = $derived.by(() => {
    const route = parseMap(this.#router.route.explore.map);
    return this.layouts.includes(route.layout) ? route : { ...route, layout: MAP_START.layout };
  });

  /** Asks for something else, as a step of the history. */
  change(change: Partial<MapRoute>): void {
    this.#router.explore({ map: mapPlace({ ...this.route, ...change }) });
  }

  /** Shows what the filter leaves out. */
  unfilter(): void {
    this.change(Object.fromEntries(FILTERS.map((part) => [part, null])));
  }

  /** Loads what the route asks for; a later call takes the place of this one. */
  async load(): Promise<void> {
    const ticket = ++this.#latest;
    const { layout, level, within, chosen, pathTo, type, document, degree, by, since, until } = this.route;
    const { marks } = this;
    const filter = {
      ...(type && { type }),
      ...(document && { document }),
      ...(degree && { degree }),
      ...(by && { by }),
      ...(since !== null && { from: since }),
      ...(until !== null && { to: until }),
    };
    this.stopped = false;
    // All calls share it, since an earlier one may still wait for the same picture.
    if (this.#arranging.signal.aborted) this.#arranging = new AbortController();
    const { signal } = this.#arranging;
    const onProgress = ({ done, total }: { readonly done: number; readonly total: number }): void => {
      if (ticket === this.#latest) this.arranging = total > 0 ? done / total : 0;
    };
    await this.#notices.attempt(mapWords().loading, async () => {
      await marks.load();
      const { hidden } = marks;
      const engine = await this.#engine();
      const query = { layout, level, within, filter, hidden, chosen, pathTo };
      const view = await engine.map(query, { signal, onProgress });
      if (ticket === this.#latest) this.view = view;
    });
    if (ticket !== this.#latest) return;
    this.arranging = null;
    this.stopped = signal.aborted;
  }

  /** Stops the arranging; the picture before stays. */
  stop(): void {
    this.#arranging.abort();
  }

  /** Arranges everything from scratch, as if there were no earlier picture. */
  async rearrange(): Promise<void> {
    this.stop();
    await this.#notices.attempt(mapWords().loading, async () => (await this.#engine()).rearrange());
    this.putBack();
    await this.load();
  }

  /** Returns the places to which a person moved marks, in this layout. */
  get moved(): ReadonlyMap<string, { readonly x: number; readonly y: number }> {
    const own = `${this.route.layout} `;
    return new Map(
      [...this.marks.moved].flatMap(([key, at]) => (key.startsWith(own) ? [[key.slice(own.length), at]] : [])),
    );
  }

  /** Moves a mark to another place, where it stays. */
  move(mark: MapMark, place: { readonly x: number; readonly y: number }): void {
    this.marks.moved.set(`${this.route.layout} ${markKey(mark)}`, place);
  }

  /** Returns all moved marks of this layout to their arranged places. */
  putBack(): void {
    for (const key of this.moved.keys()) this.marks.moved.delete(`${this.route.layout} ${key}`);
    this.marks.keepMoved();
  }

  /** Finds out whether there are dates to filter by. */
  async loadYears(): Promise<void> {
    const years = await this.#notices.attempt(mapWords().years, async () => (await this.#engine()).mapYears());
    this.years = years ?? null;
  }

  mark(at: number): MapMark | undefined {
    const { marks } = this.view ?? {};
    const name = marks?.names[at];
    if (!marks || name === undefined) return undefined;
    return { at, name, id: marks.ids[at] ?? '', community: marks.community[at] ?? -1, size: marks.size[at] ?? 0 };
  }

  /** Opens a community, or chooses an entity; while an end of a path is sought, it is that. */
  open(mark: MapMark): void {
    if (mark.community >= 0) this.enter(mark.community);
    else if (this.seeksEnd) this.endPath(mark.id);
    else this.choose(mark.id, mark.name);
  }

  /** Shows the parts of a community; null for the whole. */
  enter(within: number | null): void {
    this.change({ within, level: null, chosen: this.seeksEnd ? this.route.chosen : null, pathTo: null });
  }

  /** Shows what lies around the opened community. False at the top. */
  leave(): boolean {
    const { within, level } = this.route;
    if (within === null) {
      if (level !== null) this.change({ level: null });
      return level !== null;
    }
    this.enter(this.view?.trail.at(-2)?.community ?? null);
    return true;
  }

  setLevel(level: number): void {
    if (level !== this.view?.level) this.change({ level });
  }

  /** Chooses an entity, and shows it in Evidence where that is beside the map. */
  choose(chosen: string | null, title = ''): void {
    this.#turn({ chosen, pathTo: null }, chosen === null ? null : { id: chosen, title });
  }

  /** One step of the history, whatever it changes. */
  #turn(change: Partial<MapRoute>, entity: { readonly id: string; readonly title: string } | null): void {
    const explore = { ...this.#router.route.explore, map: mapPlace({ ...this.route, ...change }) };
    if (entity === null || this.#layout.narrow) {
      this.#router.go({ explore });
      return;
    }
    this.#layout.showEvidence();
    this.#router.go({ explore, evidence: { kind: 'target', target: { kind: 'entity', ...entity } } });
  }

  /** Shows an entity in Evidence, on a narrow window in place of the map. */
  showEntity(id: string, title: string): void {
    this.#evidence.open({ kind: 'target', target: { kind: 'entity', id, title } });
  }

  /** Shows the report of the opened community in Evidence. */
  showReport(): void {
    const last = this.view?.trail.at(-1);
    if (last) this.#evidence.open({ kind: 'target', target: { kind: 'report', ...last } });
  }

  endPath(pathTo: string): void {
    this.seeksEnd = false;
    if (pathTo !== this.route.chosen) this.change({ pathTo });
  }

  /** Entities and communities of this name, the best first. */
  async find(text: string): Promise<readonly Found[]> {
    if (text.trim() === '') return [];
    const found = await this.#notices.attempt(language.words.shared.find.byName, async () =>
      (await this.#engine()).find(text, OFFERED),
    );
    return found ? [...found.entities, ...(this.seeksEnd ? [] : found.reports)].slice(0, OFFERED) : [];
  }

  /** Opens a found thing: an entity is chosen amid those around it, a community opened. */
  async goTo({ target }: Found): Promise<void> {
    if (target?.kind === 'report') this.enter(target.community);
    if (target?.kind !== 'entity') return;
    if (this.seeksEnd) return this.endPath(target.id);
    const around = await this.#around({ entity: target.id });
    this.#turn({ chosen: target.id, pathTo: null, within: around, level: ENTITIES }, target);
  }

  /** Shows the part of the map in which an entity lies; what is chosen stays. */
  async showAround(entity: string): Promise<void> {
    this.change({ within: await this.#around({ entity }), level: ENTITIES });
  }

  /** The largest community around something that can be shown whole. */
  async #around(place: Place): Promise<number | null> {
    const above = await this.#notices.attempt(mapWords().loading, async () => (await this.#engine()).mapPlace(place));
    return (above?.find(({ size }) => size <= SHOWN_WHOLE) ?? above?.at(-1))?.community ?? null;
  }
}

/** Beneath every level of communities. */
const ENTITIES = 99;
