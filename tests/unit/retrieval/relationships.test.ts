import { describe, expect, it } from 'vitest';
import { relationshipText } from '../../../src/core/graph/derive/descriptions';
import { denseSearch } from '../../../src/core/retrieval/dense';
import { updateSearchIndex } from '../../../src/core/retrieval/index';
import { rankRelationshipsAbout } from '../../../src/core/retrieval/relationships';
import { readQuestion } from '../../../src/core/search/request/question';
import { createFieldVectors } from '../../../src/core/vectors/field-vectors';
import { finish } from '../../../src/core/work';
import { indexOf } from '../search/ask';
import { harbour } from '../search/harbour';

const tables = harbour();
const read = (text: string, index = indexOf(tables)) =>
  readQuestion(index, { question: text, mode: 'lightrag-global' });

describe('relationships by their words', () => {
  it('are those whose keywords, ends or description have the words asked for, rarer words first', () => {
    const themed = tables.relationships.map((row, at) => (at === 2 ? { ...row, keywords: ['toll dispute'] } : row));
    const index = indexOf({ ...tables, relationships: themed });
    const found = rankRelationshipsAbout(index, read('disputes about the toll', index), 5);
    expect(found[0]).toBe(2);
  });

  it('are only allowed ones, chosen before the search', () => {
    const index = indexOf(tables);
    const all = rankRelationshipsAbout(index, read('Clara Voss', index), 40);
    const last = all.at(-1) ?? -1;
    expect(rankRelationshipsAbout(index, read('Clara Voss', index), 1, (row) => row === last)).toEqual([last]);
  });

  it('are read again only where they changed, whatever state of the index they were first asked for in', () => {
    const index = indexOf(tables);
    expect(rankRelationshipsAbout(index, read('smuggling', index), 5)).toEqual([]);
    const [first, ...others] = tables.relationships;
    const changed = first ? [...others, { ...first, description: 'Both took part in smuggling.' }] : [];
    const next = finish(updateSearchIndex(index, { ...tables, relationships: changed }));
    const fresh = indexOf({ ...tables, relationships: changed });
    const asked = read('Clara Voss', fresh);
    expect(rankRelationshipsAbout(next, asked, 40)).toEqual(rankRelationshipsAbout(fresh, asked, 40));
    expect(next.relationshipWords.reader().holding('clara')).toEqual(fresh.relationshipWords.reader().holding('clara'));
  });
});

it('relationships by meaning come first where their vectors are nearest, and only described ones need some', () => {
  const described = tables.relationships.map((row, at) => ({ ...row, method: at < 2 ? 'Some model' : 'no-model' }));
  const index = indexOf({ ...tables, relationships: described });
  const ids = described.slice(0, 2).map(({ id }) => id);
  const field = createFieldVectors({ field: 'relationship_description', model: 'made up', dims: 2 });
  finish(field.append({ ids, hashes: ids, vectors: Float32Array.of(0, 1, 1, 0) }));
  const dense = denseSearch(index, new Map([['relationship_description', field]]), Float32Array.of(1, 0));
  expect(dense.relationships(1)).toEqual([{ id: 1, score: 1 }]);
  expect(rankRelationshipsAbout(index, { ...read('nothing here', index), dense }, 1)).toEqual([1]);
});

it('the text of a relationship has one form: keywords, both ends, description', () => {
  const row = {
    keywords: ['trade', 'toll'],
    theme_keywords: ['custom', 'Trade'],
    source: 'Ada',
    target: 'Bo',
    description: 'They traded.',
  };
  expect(relationshipText(row)).toBe('custom, toll, trade\tAda\nBo\nThey traded.');
});
