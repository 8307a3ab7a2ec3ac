import { expect, it } from 'vitest';
import { growingStatistics } from '../../../src/core/retrieval/lexical/corpus-statistics';
import { denseSearch, MEANING_WEIGHT } from '../../../src/core/retrieval/dense';
import type { SearchTables } from '../../../src/core/retrieval/indexes/search-tables';
import type { SummaryRow } from '../../../src/core/tables/tables';
import { createFieldVectors } from '../../../src/core/vectors/field-vectors';
import { finish } from '../../../src/core/work';
import { indexOf } from '../search/ask';
import { harbour } from '../search/harbour';

it('chooses the allowed entities before the search, so that the nearest of them are found however far they are', () => {
  const index = indexOf(harbour());
  const ids = index.tables.entities.map(({ id }) => id);
  const field = createFieldVectors({ field: 'entity_description', model: 'made up', dims: 2 }, ids.length);
  const vectors = new Float32Array(ids.flatMap((_, at) => [1, -at]));
  finish(field.append({ ids, hashes: ids, vectors }));
  const search = denseSearch(index, new Map([['entity_description', field]]), new Float32Array([0, 1]));
  expect(search.entities(2).map(({ id }) => id)).toEqual([0, 1]);
  const last = ids.length - 1;
  expect(search.entities(2, (row) => row >= last - 1).map(({ id }) => id)).toEqual([last - 1, last]);
});

it('counts beside the words as much as a person says, a quarter as much by default', () => {
  const index = indexOf(harbour());
  const weightOf = (options?: { readonly weight: number }) =>
    denseSearch(index, new Map(), Float32Array.of(1, 0), options).weight;
  expect([weightOf(), weightOf({ weight: 2 })]).toEqual([MEANING_WEIGHT, 2]);
});

it('ranks by a few vectors in a part of a hosted index alone: elsewhere it would rank what is embedded', () => {
  const few = (tables: SearchTables): number => {
    const index = indexOf(tables);
    const field = createFieldVectors({ field: 'entity_description', model: 'made up', dims: 2 });
    finish(field.append({ ids: [index.tables.entities[0]?.id ?? ''], hashes: [''], vectors: Float32Array.of(1, 0) }));
    return denseSearch(index, new Map([['entity_description', field]]), Float32Array.of(1, 0)).entities(5).length;
  };
  const tables = harbour();
  expect(few(tables)).toBe(0);
  expect(few({ ...tables, whole: growingStatistics({ texts: 1000, entities: 1000, mostUnits: 10 }) })).toBe(1);
});

it('ranks the summaries that a model wrote by their vectors, however few of all clusters have one', () => {
  const row = (at: number, text: string) => ({ id: `cluster ${String(at)}`, level: 1, text }) as SummaryRow;
  const summaries = Array.from({ length: 9 }, (_, at) => row(at, at === 4 ? 'The harbour was repaired.' : ''));
  const index = indexOf({ ...harbour(), summaries });
  const field = createFieldVectors({ field: 'summary_text', model: 'made up', dims: 2 });
  finish(field.append({ ids: ['cluster 4'], hashes: [''], vectors: Float32Array.of(1, 0) }));
  const search = denseSearch(index, new Map([['summary_text', field]]), Float32Array.of(1, 0));
  expect(search.summaries(3).map(({ id }) => id)).toEqual([4]);
});
