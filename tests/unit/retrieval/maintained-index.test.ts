import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edgesOf, neighboursOf } from '../../../src/core/retrieval/graph-expansion';
import {
  buildSearchIndex,
  updateSearchIndex,
  type SearchIndex,
  type SearchTables,
} from '../../../src/core/retrieval/index';
import { imageOf, packImage, rowsOfImage, unpackImage } from '../../../src/core/retrieval/indexes/index-image';
import { applyPatch } from '../../../src/core/tables/table-patch';
import type { TextUnitRow } from '../../../src/core/tables/tables';
import { finish } from '../../../src/core/work';
import { answerTo, indexOf } from '../search/ask';
import { smallWorld, type SmallDocument, type SmallEntity } from '../search/small-world';
import { runs } from '../../helpers/property-runs';

const NAMES = ['Edda Marrow', 'Grey Point', 'Tobias Fenn', 'Clara Voss', 'Halcyon', 'Harbour Company', '灰角灯塔'];
const WORDS = ['lamp', 'toll', 'the ledger', 'storm', 'was built', 'rowed', '灯塔', 'keeper'];

const sentence = fc
  .array(fc.constantFrom(...NAMES, ...WORDS, ...WORDS), { minLength: 2, maxLength: 7 })
  .map((parts) => `${parts.join(' ')}.`);
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));
const content = fc.record({
  title: fc.constantFrom(...NAMES, 'Log', 'Log', 'Notes (1871)'),
  // Enough passages, now and then, to tell whether they cohere.
  paragraphs: fc.oneof(
    fc.array(paragraph, { minLength: 1, maxLength: 4 }),
    fc.array(paragraph, { minLength: 12, maxLength: 16 }),
  ),
});
const graph = fc.record({
  entities: fc.array(
    fc.record({
      title: fc.constantFrom(...NAMES),
      type: fc.constant('person'),
      aliases: fc.subarray(['Marrow', 'the Company']),
      description: fc.constantFrom('', 'keeper of the ledger'),
    }),
    { maxLength: 6 },
  ),
  split: fc.nat(NAMES.length),
});
const step = fc.record({
  kind: fc.constantFrom('add', 'change', 'retitle', 'delete', 'graph'),
  at: fc.nat(7),
  content,
  graph,
  givenUpAfter: fc.option(fc.nat(3), { nil: undefined }),
});

interface State {
  readonly documents: readonly SmallDocument[];
  readonly graph: { readonly entities: readonly SmallEntity[]; readonly split: number };
}

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A document that changes is taken out, and comes again at the end. */
function afterStep({ documents, graph: before }: State, { kind, at, content: given, graph: now }: Step): State {
  const chosen = documents[at % Math.max(1, documents.length)];
  const others = documents.filter((one) => one !== chosen);
  const latest = Math.max(0, ...documents.map(({ id }) => Number(id.slice(1))));
  if (kind === 'graph') return { documents, graph: now };
  if (kind === 'add' || !chosen)
    return { documents: [...documents, { id: `d${latest + 1}`, ...given }], graph: before };
  if (kind === 'delete') return { documents: others, graph: before };
  const changed = kind === 'change' ? { ...chosen, ...given } : { ...chosen, title: given.title };
  return { documents: [...others, changed], graph: before };
}

function tablesOf({ documents, graph: { entities, split } }: State): SearchTables {
  const distinct = [...new Map(entities.map((one) => [one.title, one])).values()];
  const titles = distinct.map(({ title }) => title);
  const parts = [titles.slice(0, split), titles.slice(split)].map((members, at) => ({
    community: at + 1,
    level: 1,
    parent: 0,
    members,
    report: { title: `Part ${at}`, rank: 3 + at, findings: [`On ${members.join(' and ')}.`] },
  }));
  const root = { community: 0, level: 0, parent: -1, members: titles };
  const report = { title: 'All', rank: 5, findings: ['The toll and the lamp.'] };
  return smallWorld({ documents, entities: distinct, communities: [{ ...root, report }, ...parts] });
}

/** The tables with the objects of rows that are equal to earlier ones. */
function carried(before: SearchTables, after: SearchTables): SearchTables {
  const reuse = <R extends { readonly id: string }>(old: readonly R[], rows: readonly R[]): readonly R[] => {
    const known = new Map(old.map((row) => [row.id, row]));
    const plain = rows.map((row) => ({ ...row, human_readable_id: 0 }));
    return plain.map((row) => {
      const other = known.get(row.id);
      return JSON.stringify(other) === JSON.stringify(row) ? (other ?? row) : row;
    });
  };
  const patched = <R extends { readonly id: string }>(old: readonly R[], rows: readonly R[]): readonly R[] => {
    const next = reuse(old, rows);
    const stays = new Set(next.map(({ id }) => id));
    const changed = next.filter((row) => !old.includes(row));
    return applyPatch(old, { rows: changed, removed: old.flatMap(({ id }) => (stays.has(id) ? [] : [id])) });
  };
  return {
    documents: reuse(before.documents, after.documents),
    textUnits: reuse(before.textUnits, after.textUnits),
    entities: patched(before.entities, after.entities),
    relationships: patched([...before.relationships], [...after.relationships]),
    communities: patched(before.communities, after.communities),
    communityReports: patched(before.communityReports, after.communityReports),
  };
}

const NOTHING = tablesOf({ documents: [], graph: { entities: [], split: 0 } });
const QUESTIONS = ['Who rowed to Grey Point in the storm?', 'Edda Marrow and the toll', 'lmap of 灰角灯塔'];

/** Returns the knowledge of an index about its rows, which a later state must not change. */
function knownTo(index: SearchIndex) {
  const { tables, adjacency } = index;
  return {
    labels: tables.documents.map(({ id }) => index.labels.get(id)),
    units: tables.textUnits.map((unit) => ({
      slot: index.slotOf.get(unit.id),
      cohesion: index.cohesionOf(unit),
      entities: index.entitiesIn(unit.id).map(({ id }) => id),
    })),
    entities: tables.entities.map(({ id }, row) => ({
      row: index.entities.at.get(id),
      edges: [...edgesOf(adjacency, row)],
      neighbours: [...neighboursOf(adjacency, row)],
      communities: index.communities.of(id),
    })),
    named: NAMES.map((name) => index.names.withName(name.toLowerCase())),
    relationships: tables.relationships.map(({ id }) => index.relationshipAt.get(id)),
    gone: ['d0-0', 'entity-99'].map((id) => [index.slotOf.has(id), index.entities.at.has(id)]),
  };
}

/** All that can be asked of an index without a model. */
async function answersOf(index: SearchIndex) {
  const evidence = [];
  for (const mode of ['basic', 'local', 'global'] as const)
    for (const question of QUESTIONS) evidence.push(await answerTo(index, { question, mode }));
  const byWords = index.entities.bm25.search(['toll', 'ledger', 'keeper'], { k: 10 });
  return { evidence, byWords, ...knownTo(index) };
}

/** A text unit whose text may not be looked at. */
const withoutText = (unit: TextUnitRow): TextUnitRow => ({
  ...unit,
  get text(): string {
    throw new Error('its text was read');
  },
});

describe('An index that follows its tables', () => {
  it('answers as one that is built from nothing, whatever came, changed and went', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), async (steps) => {
        let state: State = { documents: [], graph: { entities: [], split: 0 } };
        let tables = NOTHING;
        let index = indexOf(tables);
        for (const one of steps) {
          state = afterStep(state, one);
          tables = carried(tables, tablesOf(state));
          const known = knownTo(index);
          if (one.givenUpAfter !== undefined) {
            const work = updateSearchIndex(index, tables);
            for (let at = 0; at < one.givenUpAfter; at++) work.next();
          }
          const updated = finish(updateSearchIndex(index, tables));
          expect(knownTo(index)).toEqual(known);
          expect(await answersOf(updated)).toEqual(await answersOf(indexOf(tables)));
          index = updated;
        }
      }),
      runs(8),
    );
  });

  it(
    'answers as one that is built from nothing when it is made from an image of any earlier state',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 1, maxLength: 6 }),
          fc.nat(5),
          step,
          async (steps, imagedAfter, later) => {
            let state: State = { documents: [], graph: { entities: [], split: 0 } };
            let tables = NOTHING;
            let index = indexOf(tables);
            let image = packImage(finish(imageOf(index)));
            for (const [at, one] of steps.entries()) {
              state = afterStep(state, one);
              tables = carried(tables, tablesOf(state));
              index = finish(updateSearchIndex(index, tables));
              // The store removes an image where a document goes or is read again.
              if (at === imagedAfter || one.kind === 'change' || one.kind === 'delete')
                image = packImage(finish(imageOf(index)));
            }
            const expected = await answersOf(indexOf(tables));
            const texts = { ...NOTHING, documents: tables.documents, textUnits: tables.textUnits };
            const { textUnits, ...rest } = unpackImage(image);
            const first = finish(buildSearchIndex(texts, textUnits && { textUnits }));
            const known = knownTo(first);
            expect(await answersOf(finish(updateSearchIndex(first, tables, rest)))).toEqual(expected);
            expect(knownTo(first)).toEqual(known);
            const whole = finish(buildSearchIndex(tables, unpackImage(image)));
            expect(await answersOf(whole)).toEqual(expected);
            const kept = knownTo(whole);
            finish(updateSearchIndex(whole, carried(tables, tablesOf(afterStep(state, later)))));
            expect(knownTo(whole)).toEqual(kept);
          },
        ),
        runs(8),
      );
    },
  );

  it('reads no text of a row that its image has', () => {
    const documents = ['a', 'b'].map((id) => ({ id, title: id, paragraphs: [`${id} storm`, `${id} lamp`] }));
    const tables = tablesOf({ documents, graph: { entities: [], split: 0 } });
    const image = unpackImage(packImage(finish(imageOf(indexOf(tables)))));
    const unread = { ...tables, textUnits: tables.textUnits.map(withoutText) };
    expect(finish(buildSearchIndex(unread, image)).tables.textUnits).toHaveLength(4);
    const added = { id: 'c', title: 'c', paragraphs: ['c toll'] };
    const more = tablesOf({ documents: [...documents, added], graph: { entities: [], split: 0 } });
    const { kept } = finish(buildSearchIndex(more, image));
    expect([...kept.textUnits.state.numbers]).toEqual([0, 1, 2, 3, 4]);
    expect(kept.textUnits.state.shared.gone).toBe(0);
    expect(rowsOfImage(image)).toBe(tables.textUnits.length + tables.communityReports.length);
  });

  it('indexes a row once: what did not change is not read again', () => {
    const documents = ['a', 'b'].map((id) => ({ id, title: id, paragraphs: [`${id} storm`, `${id} lamp`] }));
    const one = carried(NOTHING, tablesOf({ documents, graph: { entities: [], split: 0 } }));
    const index = indexOf(one);
    const added = { id: 'c', title: 'c', paragraphs: ['c toll'] };
    const two = carried(one, tablesOf({ documents: [...documents, added], graph: { entities: [], split: 0 } }));
    const after = finish(updateSearchIndex(index, two));
    expect(after.kept.textUnits.state.shared.indexed).toHaveLength(5);
    const three = carried(
      two,
      tablesOf({ documents: [...documents.slice(1), added], graph: { entities: [], split: 0 } }),
    );
    const last = finish(updateSearchIndex(after, three));
    expect(last.kept.textUnits.state.shared.indexed).toHaveLength(5);
    expect(last.kept.textUnits.state.shared.gone).toBe(2);
  });
});
