import { beforeEach, expect, test } from 'vitest';
import { Finder } from '../../../src/app/finder.svelte';
import { Notices } from '../../../src/app/notices.svelte';
import type { EngineApi } from '../../../src/core/engine/api';
import type { Found } from '../../../src/core/search/find/find';

/** Texts that are looked for and not answered yet. */
const waiting = new Map<string, (titles: readonly string[]) => void>();
const nothing = { total: 0, documents: [] };

const engine = {
  find: (text: string) =>
    new Promise((resolve) => {
      waiting.set(text, (titles) =>
        resolve({
          documents: [],
          entities: titles.map((title): Found => ({ kind: 'entity', id: title, title, note: '' })),
          reports: [],
        }),
      );
    }),
  findText: async () => nothing,
} as unknown as EngineApi;

let finder: Finder;

beforeEach(() => {
  waiting.clear();
  finder = new Finder(
    async () => engine,
    new Notices(),
    () => new Set(),
  );
});

/** Answers what was looked for and lets the list show it. */
async function answer(text: string, titles: readonly string[]): Promise<void> {
  await expect.poll(() => waiting.has(text)).toBe(true);
  waiting.get(text)?.(titles);
  await new Promise((resolve) => setTimeout(resolve));
}

test('Enter before the list is there opens the first of what is found', async () => {
  void finder.seek('harb');
  await answer('harb', ['Harbour', 'Harbin']);
  void finder.seek('harbin');
  const wanted = finder.wanted();
  await answer('harbin', ['Harbin']);
  expect((await wanted)?.title).toBe('Harbin');
});

test('what a person went to in the list stays marked when the list grows, and Enter opens it', async () => {
  void finder.seek('harb');
  await answer('harb', ['Harbour', 'Harbin']);
  void finder.seek('harbi');
  finder.step(1);
  expect((await finder.wanted())?.title).toBe('Harbin');
  await answer('harbi', ['Arbiter', 'Harbinger', 'Harbin']);
  expect(finder.things[finder.active]?.title).toBe('Harbin');
  expect((await finder.wanted())?.title).toBe('Harbin');
});

test('Enter opens nothing when the text was changed before anything was found', async () => {
  void finder.seek('harb');
  const wanted = finder.wanted();
  void finder.seek('ledger');
  await answer('harb', ['Harbour']);
  await answer('ledger', ['Ledger']);
  expect(await wanted).toBeUndefined();
});
