import { SvelteSet } from 'svelte/reactivity';
import type { Session } from './session.svelte';

/** How a person left the tree of a collection's communities. */
export class TreePlace {
  readonly unfolded = new SvelteSet<number>();
  /** Deepest level shown. */
  level = $state(Infinity);
  /** Lines shown at most. */
  limit = $state(100);
  /** The community whose line the keyboard is on. */
  focused = $state<number | null>(null);
  /** How far down the page and the tree in it were scrolled, in pixels. */
  scrolled = { page: 0, tree: 0 };
}

const known = new WeakMap<Session, Map<string, TreePlace>>();

/** The place in this collection's tree, made where it is first asked for: the same one until the page is closed, whatever else is looked at. */
export function treePlaceOf(session: Session, collection: string): TreePlace {
  const places = known.get(session) ?? new Map<string, TreePlace>();
  const place = places.get(collection) ?? new TreePlace();
  known.set(session, places.set(collection, place));
  return place;
}
