import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EvidenceEntry } from '../../../src/app/evidence/evidence-entry';
import { EXPLORE_VIEWS, MAP_PARAMETERS, type ExploreRoute } from '../../../src/app/explore/explore-route';
import {
  formatRoute,
  lastConversation,
  parseRoute,
  rememberConversation,
  SETTINGS_PAGES,
  START,
  type Route,
} from '../../../src/app/router.svelte';

const name = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text !== '-');
const offset = fc.nat();

const entry: fc.Arbitrary<EvidenceEntry> = fc.oneof(
  fc.record({ kind: fc.constant('cite' as const), turn: name, number: fc.integer({ min: 1 }), index: offset }),
  fc.record({ kind: fc.constant('passage' as const), documentId: name, start: offset, end: offset }),
  fc.record({ kind: fc.constant('document' as const), documentId: name }),
  fc.record({
    kind: fc.constant('target' as const),
    target: fc.oneof(
      fc.record({ kind: fc.constant('passage' as const), textUnitId: name }),
      fc.record({ kind: fc.constantFrom('entity' as const, 'relationship' as const), id: name, title: fc.string() }),
      fc.record({ kind: fc.constant('report' as const), community: offset, title: fc.string() }),
    ),
  }),
);

const explore: fc.Arbitrary<ExploreRoute> = fc.record({
  view: fc.constantFrom(...EXPLORE_VIEWS),
  filter: fc.string({ unit: 'grapheme' }),
  sort: fc.option(fc.record({ column: fc.constantFrom('title', 'byte_size'), descending: fc.boolean() })),
  community: fc.option(fc.nat({ max: 1_000_000 })),
  views: fc.record({
    down: fc.option(fc.oneof(fc.nat({ max: 20 }), fc.constant('all' as const))),
    of: fc.option(name),
    about: fc.option(name),
    year: fc.option(fc.nat({ max: 9999 })),
    table: fc.boolean(),
  }),
  sql: fc.string({ unit: 'grapheme', maxLength: 200 }),
  map: fc.dictionary(fc.constantFrom(...MAP_PARAMETERS), name, { noNullPrototype: true }),
});

const route: fc.Arbitrary<Route> = fc.record({
  collection: fc.option(name),
  tab: fc.constantFrom(
    'ask' as const,
    'explore' as const,
    'evaluate' as const,
    'notebook' as const,
    'settings' as const,
  ),
  conversation: fc.option(name),
  evidence: fc.option(entry),
  explore,
  settings: fc.constantFrom(...SETTINGS_PAGES),
  note: fc.option(name),
});

describe('a route', () => {
  test('comes back from the address bar as it was', () => {
    fc.assert(
      fc.property(route, (given) => {
        expect(parseRoute(formatRoute(given))).toEqual(given);
      }),
    );
  });

  test('falls back to the start for anything a person may type', () => {
    expect(parseRoute('')).toEqual(START);
    expect(parseRoute('#/%E0%A4%A/nowhere?evidence=%E0%A4%A')).toEqual(START);
    fc.assert(fc.property(fc.string(), (hash) => void parseRoute(`#${hash}`)));
  });
});

describe('the conversation that was shown last', () => {
  let kept: Map<string, string>;

  beforeEach(() => {
    kept = new Map();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
    });
  });

  afterEach(() => vi.unstubAllGlobals());

  test('is kept by collection', () => {
    rememberConversation('harbour', 'lamp');
    rememberConversation('mill', 'wheel');
    rememberConversation('mill', null);
    expect([lastConversation('harbour'), lastConversation('mill')]).toEqual(['lamp', null]);
  });

  test.each(['{', 'null', '[]', '{"harbour":7}'])('is none where another program kept %s', (note) => {
    kept.set('burrow.conversations', note);
    expect(lastConversation('harbour')).toBeNull();
    rememberConversation('harbour', 'lamp');
    expect(lastConversation('harbour')).toBe('lamp');
  });
});
