import { decodeEntry, encodeEntry, type EvidenceEntry } from './evidence-entry';
import { EXPLORE_START, exploreParts, parseExplore, type ExplorePlace } from './explore-place';

export type Tab = 'ask' | 'explore' | 'settings';

/** Where the person is. It lives in the hash, so reload and the back button keep it. */
export interface Route {
  readonly collection: string | null;
  readonly tab: Tab;
  readonly conversation: string | null;
  readonly evidence: EvidenceEntry | null;
  readonly explore: ExplorePlace;
}

export const START: Route = {
  collection: null,
  tab: 'ask',
  conversation: null,
  evidence: null,
  explore: EXPLORE_START,
};

const isTab = (text: string | undefined): text is Tab => text === 'ask' || text === 'explore' || text === 'settings';

const unescape = (text: string | undefined): string | null => {
  if (!text || text === '-') return null;
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
};

/** `#/COLLECTION/TAB/CONVERSATION?evidence=ENTRY&view=…` with the place in Explore; anything unreadable falls back to the start. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [collection, tab, conversation] = path.split('/');
  const parameters = new URLSearchParams(query);
  const entry = parameters.get('evidence');
  return {
    collection: unescape(collection),
    tab: isTab(tab) ? tab : 'ask',
    conversation: unescape(conversation),
    evidence: entry ? decodeEntry(entry) : null,
    explore: parseExplore(parameters),
  };
}

export function formatRoute(route: Route): string {
  const { collection, tab, conversation, evidence, explore } = route;
  const path = [collection ?? '-', tab, ...(conversation ? [conversation] : [])].map(encodeURIComponent).join('/');
  const parameters = [
    ...(evidence ? [['evidence', encodeEntry(evidence)] as const] : []),
    ...exploreParts(explore),
  ].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `#/${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`;
}
