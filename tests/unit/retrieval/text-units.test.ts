import { describe, expect, it } from 'vitest';
import { entityEvidence } from '../../../src/core/retrieval/text-units';
import { retrieve } from '../../helpers/retrieve';
import { indexOf } from '../search/ask';
import { harbour } from '../search/harbour';
import { smallWorld } from '../search/small-world';

const index = indexOf(harbour());
const rowOf = (title: string): number => index.tables.entities.findIndex((row) => row.title === title);
const slot = (id: string): number => index.slotOf.get(id) ?? -1;
const everything = (): boolean => true;

describe('what text units have to do with picked entities', () => {
  it('is more where a unit holds a rare entity than where it holds one that stands in many', () => {
    const entities = [rowOf('Tobias Fenn'), rowOf('Halcyon')];
    const evidence = entityEvidence(index, entities, new Map(), everything);
    expect(evidence.get(slot('light-2'))).toBeCloseTo(1 + 1 / Math.sqrt(2));
    expect(evidence.get(slot('light-1'))).toBeCloseTo(1 / Math.sqrt(2));
  });

  it('is handed on over a bridge, as much as the bridge carried', () => {
    const via = new Map([[slot('marrow-0'), { from: slot('light-2'), key: 'halcyon', carried: 0.8, leads: true }]]);
    const evidence = entityEvidence(index, [rowOf('Halcyon')], via, everything);
    expect(evidence.get(slot('light-2'))).toBeCloseTo(1);
    expect(evidence.get(slot('marrow-0'))).toBeCloseTo(0.8);
  });

  it('is handed on once, not from a unit that only inherited it', () => {
    const via = new Map([
      [slot('marrow-0'), { from: slot('light-2'), key: 'halcyon', carried: 1, leads: true }],
      [slot('marrow-1'), { from: slot('marrow-0'), key: 'corran', carried: 1, leads: true }],
    ]);
    const evidence = entityEvidence(index, [rowOf('Halcyon')], via, everything);
    expect([...evidence.keys()].sort()).toEqual([slot('light-2'), slot('marrow-0')].sort());
  });

  it('is nothing outside what may be found', () => {
    const allow = (one: number): boolean => one !== slot('light-2');
    expect(entityEvidence(index, [rowOf('Halcyon')], new Map(), allow).size).toBe(0);
  });
});

describe('local search', () => {
  const names = ['Ada Quill', 'Bo Lindt', 'Cem Oral', 'Dov Perl', 'Eli Roth', 'Fay Unger', 'Gil Vance', 'Hal Worth'];
  const films = smallWorld({
    documents: [
      {
        id: 'film',
        title: 'Salt Meadow',
        paragraphs: [
          'Salt Meadow is a film of 1951. It was directed by Ines Varga. It was shot on the coast in a single summer.',
        ],
      },
      {
        id: 'varga',
        title: 'Ines Varga',
        paragraphs: [
          'Ines Varga came into the world in the town of Corran. She made four pictures and retired to an island.',
        ],
      },
      ...names.map((name, at) => ({
        id: `other-${String(at)}`,
        title: name,
        paragraphs: [`${name} is a film director. As a director ${name} made one film, and was born far away.`],
      })),
    ],
    entities: ['film', 'director', 'film director', 'Salt Meadow', 'Ines Varga', ...names].map((title) => ({
      title,
      type: 'thing',
    })),
  });

  it('keeps what a question leads to ahead of all that is merely of the kinds which it names', () => {
    const found = retrieve(indexOf(films), 'Where was the director of the film Salt Meadow born?', 'local', 3);
    expect(found).toContain('varga-0');
  });
});

describe('what stands apart from a document', () => {
  const parishes = ['Alder', 'Birch', 'Cedar', 'Elder', 'Hazel', 'Rowan'];
  const passages = parishes.flatMap((name, at) => [
    `The way from ${parishes.at(at - 1) ?? ''} Ford to ${name} Ford led past ${name} Hall.`,
    `Nobody at ${name} Hall knew ${name} Farm, and the farmer paid no fee for a copy of the map.`,
    `From ${name} Farm one saw ${name} Hall and ${name} Ford.`,
  ]);
  const licence = [
    'The Lantern Trust asks a fee for each copy that shows the Shelf Mark.',
    'The Shelf Mark belongs to the Lantern Trust.',
    'The Lantern Trust may take the Shelf Mark back.',
  ];
  const places = parishes.flatMap((name) => ['Hall', 'Farm', 'Ford'].map((kind) => `${name} ${kind}`));
  const entities = [...places, 'Lantern Trust', 'Shelf Mark'].map((title) => ({ title, type: 'thing' }));
  const bookOf = (paragraphs: readonly string[]) =>
    indexOf(smallWorld({ documents: [{ id: 'book', title: 'A walk', paragraphs }], entities }));
  const book = bookOf([...passages, ...licence]);

  it('comes after the text that says as much', () => {
    expect(retrieve(book, 'Is there a fee for a copy?', 'bm25', 1)).toEqual(['book-18']);
    expect(retrieve(book, 'Is there a fee for a copy?', 'basic', 1)).not.toEqual(['book-18']);
  });

  it('is found first by its own names', () => {
    expect(retrieve(book, 'What does the Lantern Trust ask for the Shelf Mark?', 'basic', 1)).toEqual(['book-18']);
  });
});
