import { createContext } from 'svelte';
import { isRecord } from '../core/shapes/read-fields';
import { readStoredJson } from './platform/stored-json';
import type { ViewsRoute } from './explore/views-route';
import { EXPLORE_START, type ExploreRoute, exploreParameters, parseExplore } from './explore/explore-route';
import { decodeEntry, encodeEntry, type EvidenceEntry } from './evidence/evidence-entry';

/** The current route, kept in step with the address bar. */
export class Router {
  route = $state.raw<Route>(START);
  /** Link in the address bar to something outside of this browser, until another place is opened. */
  link: AddressLink | null = null;
  #follow: (route: Route) => void = () => undefined;

  constructor() {
    this.#read();
  }

  /** Calls `follow` now and after each change of the route. Returns what stops it. */
  start(follow: (route: Route) => void): () => void {
    this.#follow = follow;
    const listen = () => this.#adopt();
    addEventListener('hashchange', listen);
    this.#read();
    follow(this.route);
    return () => removeEventListener('hashchange', listen);
  }

  /** The address of a route that differs in some parts from the current one. */
  href(change: Partial<Route>): string {
    return formatRoute({ ...this.route, ...change });
  }

  /** Changes parts of the route; `replace` leaves no entry for the back button. */
  go(change: Partial<Route>, options: { readonly replace?: boolean } = {}): void {
    const next = { ...this.route, ...this.#leaving(change), ...change };
    const hash = formatRoute(next);
    if (hash === location.hash) return;
    history[options.replace ? 'replaceState' : 'pushState'](null, '', hash);
    this.link = null;
    this.route = next;
    this.#follow(next);
  }

  /** The same for the place within Explore. */
  explore(change: Partial<ExploreRoute>, options: { readonly replace?: boolean } = {}): void {
    this.go({ explore: { ...this.route.explore, ...change } }, options);
  }

  /** The same for the place within the book, the matrix and the timeline. */
  views(change: Partial<ViewsRoute>, options: { readonly replace?: boolean } = {}): void {
    this.explore({ views: { ...this.route.explore.views, ...change } }, options);
  }

  /** Resets the places that depend on the collection: another one has other communities and names. */
  #leaving({ collection }: Partial<Route>): Partial<Route> {
    return collection === undefined || collection === this.route.collection
      ? {}
      : { explore: EXPLORE_START, note: null };
  }

  #adopt(): void {
    this.#read();
    this.#follow(this.route);
  }

  #read(): void {
    this.link = parseLink(location.hash);
    this.route = this.link ? START : parseRoute(location.hash);
  }
}

/** A link to what somebody has published: `#/open?address=…&then=…`. */
export interface AddressLink {
  readonly address: string;
  /** The place in it, as a route without its collection; empty for none. */
  readonly then: string;
}

const LINK = /^#\/open\?/u;

function parseLink(hash: string): AddressLink | null {
  if (!LINK.test(hash)) return null;
  const parameters = new URLSearchParams(hash.replace(LINK, ''));
  return { address: parameters.get('address') ?? '', then: parameters.get('then') ?? '' };
}

/** The places, in the order of their tabs. */
export const TABS = ['ask', 'explore', 'evaluate', 'notebook', 'settings'] as const;
export type Tab = (typeof TABS)[number];

/** The pages of Settings, in their order. */
export const SETTINGS_PAGES = ['models', 'privacy', 'indexing', 'prompts', 'storage', 'appearance'] as const;
export type SettingsPage = (typeof SETTINGS_PAGES)[number];

/** Place of the person. It lives in the hash, so reload and the back button keep it. */
export interface Route {
  readonly collection: string | null;
  readonly tab: Tab;
  readonly conversation: string | null;
  readonly evidence: EvidenceEntry | null;
  readonly explore: ExploreRoute;
  readonly settings: SettingsPage;
  /** The note that was turned to. */
  readonly note: string | null;
}

export const START: Route = {
  collection: null,
  tab: 'ask',
  conversation: null,
  evidence: null,
  explore: EXPLORE_START,
  settings: 'models',
  note: null,
};

const tabOf = (text: string | undefined): Tab => TABS.find((tab) => tab === text) ?? 'ask';

const unescape = (text: string | undefined): string | null => {
  if (!text || text === '-') return null;
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
};

/** `#/COLLECTION/TAB/CONVERSATION?page=…&evidence=ENTRY&note=ID&view=…` with the page of Settings, the note and the place in Explore; anything unreadable falls back to the start. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [collection, tab, conversation] = path.split('/');
  const parameters = new URLSearchParams(query);
  const entry = parameters.get('evidence');
  return {
    collection: unescape(collection),
    tab: tabOf(tab),
    conversation: unescape(conversation),
    evidence: entry ? decodeEntry(entry) : null,
    explore: parseExplore(parameters),
    settings: SETTINGS_PAGES.find((page) => page === parameters.get('page')) ?? START.settings,
    note: parameters.get('note'),
  };
}

export function formatRoute(route: Route): string {
  const { collection, tab, conversation, evidence, explore, settings, note } = route;
  const path = [collection ?? '-', tab, ...(conversation ? [conversation] : [])].map(encodeURIComponent).join('/');
  const parameters = [
    ...(settings !== START.settings ? [['page', settings] as const] : []),
    ...(evidence ? [['evidence', encodeEntry(evidence)] as const] : []),
    ...(note ? [['note', note] as const] : []),
    ...exploreParameters(explore),
  ].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `#/${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`;
}

export const [getRouter, setRouter] = createContext<Router>();

/** Key of the conversation that was shown last, by collection. */
const LAST = 'burrow.conversations';

type Names = Readonly<Record<string, string>>;

const areNames = (value: unknown): value is Names =>
  isRecord(value) && Object.values(value).every((one) => typeof one === 'string');

const lastConversations = (): Names => readStoredJson(localStorage, LAST, areNames) ?? {};

/** Notes which conversation of a collection is shown, for the next time that it is opened; null for none. */
export function rememberConversation(collection: string, conversation: string | null): void {
  const { [collection]: before, ...others } = lastConversations();
  if ((before ?? null) === conversation) return;
  localStorage.setItem(
    LAST,
    JSON.stringify(conversation === null ? others : { ...others, [collection]: conversation }),
  );
}

/** The conversation of a collection that was shown last; null where that was none. */
export const lastConversation = (collection: string): string | null => lastConversations()[collection] ?? null;
