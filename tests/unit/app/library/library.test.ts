import { describe, expect, it } from 'vitest';
import { Library } from '../../../../src/app/library/library.svelte';
import type { EngineApi } from '../../../../src/core/engine/api';
import type { CollectionView } from '../../../../src/core/engine/collections/collection-view';
import type { DocumentItem } from '../../../../src/core/engine/documents/document-view';

const item = (id: string, textUnits = 1): DocumentItem => ({
  ...{ id, title: id, path: `${id}.txt`, media_type: 'text/plain', byte_size: 1, language: 'en', pages: 0 },
  ...{ textUnits, added: '2026-01-01', tabular: false },
});

const viewOf = (...documents: readonly DocumentItem[]): CollectionView =>
  ({ collection: { id: 'c' }, documents, pending: [] }) as unknown as CollectionView;

describe('the documents of the library', () => {
  const begun = (...documents: readonly DocumentItem[]): Library => {
    const library = new Library(
      async () => ({}) as EngineApi,
      () => new Set(),
    );
    library.adopt(viewOf(...documents));
    return library;
  };

  it('are the same list after a change of something else, so that nothing is looked up anew', () => {
    const library = begun(item('a'), item('b'));
    const { documents } = library;
    library.adopt(viewOf(item('a'), item('b')));
    expect(library.documents).toBe(documents);
  });

  it('are new where they changed, and the same where they did not', () => {
    const library = begun(item('a'), item('b'));
    const [a] = library.documents;
    library.adopt(viewOf(item('a'), item('b', 2), item('c')));
    expect(library.documents.map(({ textUnits }) => textUnits)).toEqual([1, 2, 1]);
    expect(library.documents[0]).toBe(a);
    library.adopt(viewOf(item('b', 2), item('a')));
    expect(library.documents.map(({ id }) => id)).toEqual(['b', 'a']);
  });
});
