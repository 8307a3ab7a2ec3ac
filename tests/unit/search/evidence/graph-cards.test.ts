import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchIndex } from '../../../../src/core/retrieval';
import { scopeOf } from '../../../../src/core/search/context/scope';
import { connections, entityCard } from '../../../../src/core/search/evidence/graph-cards';
import type { CovariateRow } from '../../../../src/core/tables/tables';
import { indexOf } from '../ask';
import { harbour } from '../harbour';
import { smallWorld } from '../small-world';
import { runs } from '../../../helpers/property-runs';

const tables = harbour();
const index = indexOf(tables);
const rowOf = (title: string, on: SearchIndex = index): number =>
  on.tables.entities.findIndex((row) => row.title === title);
const cardOf = (
  title: string,
  { on = index, documentIds = [] as readonly string[], claims = [] as readonly CovariateRow[] } = {},
) => entityCard(on, rowOf(title, on), { scope: scopeOf(on, { documentIds }), claims, named: true, isSubject: true });

const claim = (id: string, subject_id: string, more: Partial<CovariateRow> = {}): CovariateRow => ({
  id,
  human_readable_id: 0,
  covariate_type: 'claim',
  type: 'deed',
  description: `${subject_id} did ${id}.`,
  subject_id,
  object_id: null,
  status: 'TRUE',
  start_date: null,
  end_date: null,
  source_text: '',
  text_unit_id: 'light-0',
  method: 'A model (full 1)',
  document_id: 'light',
  evidence_start: 0,
  evidence_end: 10,
  ...more,
});

describe('the card of an entity', () => {
  it('counts where it is mentioned and has its strongest relationships with a sentence that states each', () => {
    const card = cardOf('Edda Marrow');
    expect(card).toMatchObject({ title: 'Edda Marrow', type: 'person', aliases: ['Marrow'], named: true });
    expect(card?.passages).toBe(2);
    expect(card?.documents).toBe(2);
    const weights = card?.relationships.map(({ weight }) => weight) ?? [];
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    for (const { other, sentence } of card?.relationships ?? []) {
      expect(sentence?.quote).toContain(other);
      expect(sentence?.quote).toMatch(/Marrow/u);
    }
  });

  it('says of a description that is quoted from the documents that no model wrote it', () => {
    const described = (description_hash: string | null) =>
      tables.entities.map((one) => ({
        ...one,
        method: 'Tiny (compact 2)',
        description: '“She kept it.”',
        description_hash,
      }));
    const methodOf = (hash: string | null) =>
      cardOf('Edda Marrow', { on: indexOf({ ...tables, entities: described(hash) }) })?.method;
    expect(methodOf('quoted')).toBe('no-model');
    expect(methodOf(null)).toBe('Tiny (compact 2)');
  });

  it('has its own claims in the order of their dates, those without one behind', () => {
    const claims = [
      claim('c1', 'Edda Marrow', { start_date: '1902' }),
      claim('c2', 'Edda Marrow'),
      claim('c3', 'Edda Marrow', { start_date: '1871-05-02' }),
      claim('c4', 'Clara Voss', { start_date: '1850' }),
    ];
    expect(cardOf('Edda Marrow', { claims })?.claims.map(({ id }) => id)).toEqual(['c3', 'c1', 'c2']);
  });

  it('is none where no chosen document mentions it', () => {
    expect(cardOf('Clara Voss', { documentIds: ['marrow'] })).toBeNull();
    expect(entityCard(index, -1, { scope: scopeOf(index), claims: [], named: true, isSubject: true })).toBeNull();
  });

  it('counts and quotes only the chosen documents, and leaves out a description made from others, too', () => {
    const described = indexOf({
      ...tables,
      entities: tables.entities.map((row) => ({ ...row, description: `${row.title} in short.` })),
    });
    const claims = [
      claim('c1', 'Edda Marrow'),
      claim('c2', 'Edda Marrow', { document_id: 'marrow', text_unit_id: 'marrow-0' }),
    ];
    const card = cardOf('Edda Marrow', { on: described, documentIds: ['marrow'], claims });
    expect(card).toMatchObject({ description: '', passages: 1, documents: 1 });
    expect(card?.claims.map(({ id }) => id)).toEqual(['c2']);
    for (const { sentence } of card?.relationships ?? []) expect(sentence?.document_id ?? 'marrow').toBe('marrow');
    expect(cardOf('Corran', { on: described, documentIds: ['marrow'] })?.description).toBe('Corran in short.');
  });
});

describe('how two entities hang together', () => {
  const names = ['Ada', 'Ben', 'Cem', 'Dora', 'Emil', 'Fay'];
  const chain = indexOf(
    smallWorld({
      documents: [
        {
          id: 'chain',
          title: 'Chain',
          paragraphs: names.slice(1).map((name, at) => `${names[at] ?? ''} met ${name}.`),
        },
        { id: 'short', title: 'Short', paragraphs: ['Ada wrote to Dora.'] },
        { id: 'alone', title: 'Alone', paragraphs: ['Gil sat alone.'] },
      ],
      entities: [...names, 'Gil'].map((title) => ({ title, type: 'person' })),
    }),
  );
  const between = (from: string, to: string, documentIds: readonly string[] = []) =>
    connections(chain, [rowOf(from, chain), rowOf(to, chain)], scopeOf(chain, { documentIds }));
  const lengths = (from: string, to: string, documentIds?: readonly string[]) =>
    between(from, to, documentIds).map(({ steps }) => steps.length);

  it('is a shortest path of the graph, each step with a sentence that states it', () => {
    const [path] = between('Ada', 'Emil');
    expect(path).toMatchObject({ from: 'Ada', to: 'Emil' });
    expect(path?.steps.map(({ sentence }) => sentence?.quote)).toEqual(['Ada wrote to Dora.', 'Dora met Emil.']);
  });

  it('is a path through the chosen documents alone', () => {
    expect(lengths('Ada', 'Dora')).toEqual([1]);
    expect(lengths('Ada', 'Dora', ['chain'])).toEqual([3]);
  });

  it('is not told where there is none, or only a long one', () => {
    expect(lengths('Ada', 'Gil')).toEqual([]);
    expect(lengths('Ada', 'Fay', ['chain'])).toEqual([]);
  });

  it('is no longer than any other path, for any graph', () => {
    const pairs = fc.uniqueArray(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 14, selector: (pair) => pair.join() });
    fc.assert(
      fc.property(pairs, (edges) => {
        const people = Array.from({ length: 8 }, (_, at) => `Person${String.fromCharCode(65 + at)}`);
        const paragraphs = edges.map(([a, b]) => `${people[a] ?? ''} met ${people[b] ?? ''}.`);
        const world = indexOf(
          smallWorld({
            documents: [{ id: 'd', title: 'D', paragraphs: [...paragraphs, 'Nobody came.'] }],
            entities: people.map((title) => ({ title, type: 'person' })),
          }),
        );
        const [found] = connections(world, [0, 7], scopeOf(world));
        expect(found?.steps.length ?? Infinity).toBe(distance(edges, 0, 7));
      }),
      runs(25),
    );
  });
});

/** Steps on a shortest path of at most four; Infinity without one. */
function distance(edges: readonly (readonly [number, number])[], from: number, to: number): number {
  let border = new Set([from]);
  for (let length = 1; length <= 4; length++) {
    border = new Set(
      edges.flatMap(([a, b]) => [...(border.has(a) ? [b] : []), ...(border.has(b) ? [a] : [])]).concat([...border]),
    );
    if (border.has(to)) return length;
  }
  return Infinity;
}
