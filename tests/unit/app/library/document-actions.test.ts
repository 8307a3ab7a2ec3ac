import { expect, it } from 'vitest';
import { DocumentActions, type DocumentNeeds } from '../../../../src/app/library/document-actions';
import { Notices } from '../../../../src/app/notices.svelte';
import type { DocumentItem } from '../../../../src/core/engine/documents/document-view';

it('counts files as coming from the moment they are given, such as while a deletion is carried out', async () => {
  let flushed = (): void => undefined;
  const flush = () => new Promise<void>((resolve) => (flushed = resolve));
  const added: string[] = [];
  const indexing = {
    coming: [] as readonly string[],
    add: async (sources: readonly { readonly path: string }[]) => void added.push(...sources.map(({ path }) => path)),
  };
  const needs = {
    opening: { settled: async () => undefined },
    library: { view: { writable: true } },
    deletions: { flush },
    indexing,
  } as unknown as DocumentNeeds;
  const adding = new DocumentActions(needs).add([{ path: 'a.txt', bytes: new Blob(['a']) }]);
  expect(indexing.coming).toEqual(['a.txt']);
  await Promise.resolve();
  flushed();
  await adding;
  expect({ added, coming: indexing.coming }).toEqual({ added: ['a.txt'], coming: [] });
});

it.each(['graph', 'documents'])('counts files as coming while it is found out what they are: %s', async (kind) => {
  let tell: (kind: string) => void = () => undefined;
  const used: string[] = [];
  const indexing = { coming: [] as readonly string[], add: async () => void used.push('documents') };
  const needs = {
    engine: async () => ({ kindOf: () => new Promise<string>((resolve) => (tell = resolve)) }),
    opening: { settled: async () => undefined },
    library: { view: { writable: true } },
    deletions: { flush: async () => undefined },
    collections: { import: async () => void used.push('graph') },
    indexing,
  } as unknown as DocumentNeeds;
  const adding = new DocumentActions(needs).add([{ path: 'a.json', bytes: new Blob(['{}']) }]);
  expect(indexing.coming).toEqual(['a.json']);
  await Promise.resolve();
  await Promise.resolve();
  tell(kind);
  await adding;
  expect({ used, coming: indexing.coming }).toEqual({ used: [kind], coming: [] });
});

it.each([
  [0, 'are removed.'],
  [2, 'also removed from 2 notes of your notebook. What you wrote stays.'],
])(
  'asks before deleting a document from this collection, and says how many notes lose words: %i',
  async (notes, end) => {
    const asked: string[] = [];
    const needs = {
      notices: new Notices(),
      engine: async () => ({ notesAbout: async () => notes }),
      dialogs: { confirm: async ({ text }: { readonly text: string }) => (asked.push(text), false) },
      library: { nameOf: () => ({ full: 'Log book' }) },
    } as unknown as DocumentNeeds;
    await new DocumentActions(needs).delete({} as DocumentItem);
    expect(asked).toEqual([expect.stringContaining('everything found in it from this collection.')]);
    expect(asked[0]).toMatch(new RegExp(`${end}$`, 'u'));
  },
);

it.each([
  [null, ['en']],
  [{ writable: true }, ['en']],
  [{ writable: false }, []],
])(
  'has the engine warm up when documents are about to be given to a collection that takes them',
  async (view, warmed) => {
    const asked: string[] = [];
    const needs = {
      engine: async () => ({ warmUp: async (language: string) => void asked.push(language) }),
      library: { view },
    } as unknown as DocumentNeeds;
    new DocumentActions(needs).expect();
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toEqual(warmed);
  },
);
