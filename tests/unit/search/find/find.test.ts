import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SearchIndex, SearchTables } from '../../../../src/core/retrieval';
import { find } from '../../../../src/core/search/find/find';
import { smallWorld, type SmallWorld } from '../small-world';
import { indexOf } from '../ask';

interface Case {
  readonly name: string;
  readonly world: SmallWorld;
  readonly looks: readonly {
    readonly text: string;
    readonly documents?: readonly string[];
    readonly entities?: readonly string[];
    readonly reports?: readonly string[];
  }[];
}

const FOLDER = new URL('../../../fixtures/found/', import.meta.url);
const cases = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Case);

function foundTitles(index: SearchIndex, text: string) {
  const { documents, entities, reports } = find(index, text, 5);
  const titles = (things: readonly { readonly title: string }[]): readonly string[] => things.map(({ title }) => title);
  return { documents: titles(documents), entities: titles(entities), reports: titles(reports) };
}

describe('what is found by name', () => {
  for (const { name, world, looks } of cases) {
    const index = indexOf(smallWorld(world));
    it.each(looks)(`${name}: “$text”`, ({ text, documents = [], entities = [], reports = [] }) => {
      expect(foundTitles(index, text)).toEqual({ documents, entities, reports });
    });
  }

  const names = ['Ada Marsh', 'Adam', 'Canada', 'Ada', 'Mr Adair'];
  const world: SmallWorld = {
    documents: [{ id: 'd', title: 'A book', paragraphs: [`${names.join(', ')} met Rosa.`] }],
    entities: names.map((title) => ({ title, type: 'person' })),
  };

  it('is at most so many of each kind, and opens as evidence', () => {
    const { entities } = find(indexOf(smallWorld(world)), 'ada', 2);
    expect(entities.map(({ title }) => title)).toEqual(['Ada', 'Adam']);
    expect(entities[0]?.target).toEqual({ kind: 'entity', id: entities[0]?.id, title: 'Ada' });
  });

  it('is nothing that stands only in documents that are left out', () => {
    const documents = ['Ada', 'Rosa'].map((name) => ({ id: name, title: `Ada's ${name}`, paragraphs: [`${name}.`] }));
    const entities = ['Ada', 'Rosa'].map((title) => ({ title, type: 'person' }));
    const both = indexOf(smallWorld({ documents, entities }));
    const titles = (text: string, leftOut: readonly string[]) => {
      const found = find(both, text, 5, leftOut);
      return [found.documents, found.entities].map((things) => things.map(({ title }) => title));
    };
    expect(titles('a', [])).toEqual([
      ["Ada's Ada", "Ada's Rosa"],
      ['Ada', 'Rosa'],
    ]);
    expect(titles('a', ['Ada'])).toEqual([["Ada's Rosa"], ['Rosa']]);
  });

  it('follows the tables: an entity that is gone is not found', () => {
    const tables: SearchTables = smallWorld(world);
    expect(foundTitles(indexOf(tables), 'canada').entities).toEqual(['Canada']);
    expect(foundTitles(indexOf({ ...tables, entities: [] }), 'canada').entities).toEqual([]);
  });

  it('is there of an index that has documents alone', () => {
    const index = indexOf(smallWorld({ documents: world.documents }));
    expect(foundTitles(index, 'boo')).toEqual({ documents: ['A book'], entities: [], reports: [] });
  });
});
