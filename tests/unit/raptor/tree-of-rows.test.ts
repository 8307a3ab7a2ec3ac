import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../../src/core/random';
import { makeSummaryTree } from '../../../src/core/raptor/grow-tree';
import type { PassageVectors } from '../../../src/core/raptor/leaf-vectors';
import { rowsOfTree, withoutSummaries, withSummary } from '../../../src/core/raptor/summaries';
import { treeChoices, type SummaryTree } from '../../../src/core/raptor/summary-tree';
import { isTreeOf, treeInUse, updatedTree, type TreeTables } from '../../../src/core/raptor/tree-of-rows';
import type { SummaryRow } from '../../../src/core/tables/tables';
import { finish } from '../../../src/core/work';
import { runs } from '../../helpers/property-runs';
import { annals, tablesOf, THINGS } from '../../helpers/tree-tables';

const CHOICES = treeChoices({ cluster_tokens: 400, most_tokens: 900 });
const BASE = annals(90);
const LATER = annals(140).slice(90);

const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id).sort();
const inUse = (tables: TreeTables): SummaryTree => finish(treeInUse(tables, CHOICES));

/** Made-up embeddings, each by the thing that the passage is about and by the passage itself. */
function embeddingsOf({ text_units }: Pick<TreeTables, 'text_units'>): PassageVectors {
  const vectors = text_units.map(({ id, text }) => {
    const random = randomNumbers(Number.parseInt(/\d+/u.exec(text)?.[0] ?? '1', 10));
    const vector = THINGS.map((thing) => (text.includes(thing) ? 2 : 0) + 0.6 * random());
    return [id, Float32Array.from([...vector, random(), random()])] as const;
  });
  const byId = new Map(vectors);
  return { dims: THINGS.length + 2, vectorOf: (id) => byId.get(id) };
}

type PlacedBy = (tables: Pick<TreeTables, 'text_units'>) => PassageVectors | undefined;

/** Rows of the tree of some texts, with a summary of each cluster. */
function writtenRows(texts: readonly string[], placedBy: PlacedBy): readonly SummaryRow[] {
  const tables = tablesOf(texts);
  const tree = finish(makeSummaryTree(tables, CHOICES, placedBy(tables)));
  return rowsOfTree(tree, []).map((row) => withSummary(row, [{ text: `About ${row.id}.`, spans: [] }], 'A model (1)'));
}

/** Rows after the documents became these. */
function updated(texts: readonly string[], rows: readonly SummaryRow[]): readonly SummaryRow[] {
  const tables = { ...tablesOf(texts), summaries: rows };
  const tree = finish(updatedTree(tables, CHOICES));
  return tree ? rowsOfTree(tree, rows) : rows;
}

const shuffled = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: items.length });

/** Texts that go and that come, by their numbers. */
const CHANGE = fc.record({
  gone: fc.uniqueArray(fc.nat(BASE.length - 1), { maxLength: 12 }),
  come: fc.uniqueArray(fc.nat(LATER.length - 1), { maxLength: 12 }),
});
const textsAfter = ({ gone, come }: { readonly gone: readonly number[]; readonly come: readonly number[] }) => [
  ...BASE.filter((_, at) => !gone.includes(at)),
  ...LATER.filter((_, at) => come.includes(at)),
];

describe.each<[string, PlacedBy]>([
  ['words', () => undefined],
  ['meaning', embeddingsOf],
])('The tree that rows of summaries tell, placed by %s,', (name, placedBy) => {
  const ROWS = writtenRows(BASE, placedBy);

  it('is the one that they were made of, whatever their order', () => {
    fc.assert(
      fc.property(shuffled(ROWS), shuffled(BASE), (rows, texts) => {
        const tables = tablesOf(texts);
        const made = finish(makeSummaryTree(tables, CHOICES, placedBy(tables)));
        expect(made.choices.placedBy).toBe(name);
        expect(idsOf(made.nodes)).toEqual(idsOf(ROWS));
        const tree = inUse({ ...tablesOf(texts), summaries: rows });
        expect(idsOf(tree.nodes)).toEqual(idsOf(made.nodes));
        expect(tree.levels).toBe(made.levels);
        for (const { level, parents } of tree.nodes) if (level < tree.levels) expect(parents).not.toEqual([]);
      }),
      runs(5),
    );
  });

  it('stays where settings change', () => {
    const tables = { ...tablesOf(BASE), summaries: ROWS };
    expect(idsOf(finish(treeInUse(tables, treeChoices({ cluster_tokens: 800 }))).nodes)).toEqual(idsOf(ROWS));
    expect(finish(updatedTree(tables, treeChoices({ leaf_tokens: 50 })))).toBeNull();
  });

  it('loses the summaries above leaves that went or came, and no other', () => {
    fc.assert(
      fc.property(CHANGE, (change) => {
        const texts = textsAfter(change);
        const rows = updated(texts, ROWS);
        const leaves = finish(makeSummaryTree(tablesOf(texts), CHOICES)).leaves.map(({ hash }) => hash);
        const before = new Map(ROWS.map((row) => [row.id, row]));
        const low = rows.filter(({ level }) => level === 1);
        expect(new Set(low.flatMap((row) => row.leaf_ids))).toEqual(new Set(leaves));
        for (const row of rows) expect(row.text).toBe(before.get(row.id)?.text ?? '');
        const stays = (row: SummaryRow): boolean => row.leaf_ids.every((id) => leaves.includes(id));
        const touched = ROWS.filter((row) => row.level === 1 && !stays(row)).length;
        const lost = ROWS.filter(({ level, id }) => level === 1 && !low.some((row) => row.id === id)).length;
        const newLeaves = tablesOf(LATER.filter((_, at) => change.come.includes(at))).text_units.length;
        expect(lost).toBeLessThanOrEqual(touched + 4 * newLeaves);
        if (change.come.length === 0) expect(lost).toBe(touched);
      }),
      runs(8),
    );
  });

  it('is the same after a change whatever the order of rows and documents, and then stays', () => {
    fc.assert(
      fc.property(CHANGE, shuffled(ROWS), fc.boolean(), (change, rows, turned) => {
        const texts = textsAfter(change);
        const after = updated(texts, ROWS);
        expect(idsOf(updated(turned ? texts.toReversed() : texts, rows))).toEqual(idsOf(after));
        expect(updated(texts, after)).toBe(after);
      }),
      runs(6),
    );
  });

  it('keeps the leaves that a changed document still has where they were', () => {
    const changed = BASE.map((text, at) => (at === 7 ? `A line came first of all, in the year after. ${text}` : text));
    const after = new Set(updated(changed, ROWS).map(({ id }) => id));
    const lost = ROWS.filter(({ id, level }) => level === 1 && !after.has(id));
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.length).toBeLessThanOrEqual(8);
  });

  it('grows with a collection: no cluster is over the limit, no layer without a top', () => {
    const first = writtenRows(BASE.slice(0, 20), placedBy);
    const rows = updated([...BASE, ...LATER], first);
    const tree = inUse({ ...tablesOf([...BASE, ...LATER]), summaries: rows });
    const tokensOf = (members: readonly number[]) =>
      members.reduce((sum, at) => sum + (tree.leaves[at]?.tokens ?? 0), 0);
    for (const { level, members } of tree.nodes) if (level === 1) expect(tokensOf(members)).toBeLessThanOrEqual(900);
    expect(tree.nodes.filter(({ level }) => level === tree.levels).length).toBeLessThanOrEqual(11);
    const grouped = new Set(tree.nodes.flatMap(({ leaves }) => leaves));
    expect(grouped.size).toBe(tree.leaves.length);
  });

  it('has every leaf beneath its top where texts are repeated, and keeps its summaries where a document goes', () => {
    const sentence = (at: number): string =>
      `The bell of parish ${String(at)} rang for the miller, and again for the weaver.`;
    const repeated = Array.from({ length: 40 }, () => Array.from({ length: 4 }, (_, at) => sentence(at)).join(' '));
    const texts = [...BASE.slice(0, 60), ...repeated];
    const rows = writtenRows(texts, placedBy);
    expect(new Set(idsOf(rows)).size).toBe(rows.length);
    for (const now of [texts, texts.slice(1), [...texts.slice(0, -1), ...LATER.slice(0, 3)]]) {
      const after = updated(now, rows);
      const tree = inUse({ ...tablesOf(now), summaries: after });
      const reached = new Set<number>();
      const visit = (at: number): void => {
        const { level = 1, members = [] } = tree.nodes[at] ?? {};
        for (const member of members)
          if (level === 1) reached.add(member);
          else visit(member);
      };
      for (const [at, { level, parents }] of tree.nodes.entries()) {
        if (level < tree.levels) expect(parents).not.toEqual([]);
        else visit(at);
      }
      expect(reached.size).toBe(tree.leaves.length);
      expect(new Set(idsOf(after)).size).toBe(after.length);
    }
    const [, ...others] = texts;
    const gone = new Set(tablesOf(texts.slice(0, 1)).documents.map(({ id }) => id));
    const stay = rows.filter((row) => row.level === 1 && !row.leaf_document_ids.some((id) => gone.has(id)));
    expect(idsOf(updated(others, rows))).toEqual(expect.arrayContaining([...idsOf(stay)]));
  });

  it('is of the settings that its rows tell, where a parameter that came later has its default', () => {
    const early = ROWS.map((row) => {
      const { placed_by: _, ...settings } = JSON.parse(row.tree_settings) as Record<string, unknown>;
      return { ...row, tree_settings: JSON.stringify(settings) };
    });
    expect(isTreeOf(ROWS, treeChoices({ cluster_tokens: 400, most_tokens: 900, placed_by: name }))).toBe(true);
    expect(isTreeOf(early, CHOICES)).toBe(true);
    expect(isTreeOf(early, treeChoices({ cluster_tokens: 400, most_tokens: 900, placed_by: 'meaning' }))).toBe(false);
    expect(isTreeOf([], treeChoices())).toBe(false);
  });

  it('is none where no summary of a model is left', () => {
    expect(withoutSummaries(ROWS, () => true)).toEqual([]);
    const [first] = ROWS;
    const left = withoutSummaries(ROWS, ({ id }) => id !== first?.id);
    expect(left.filter(({ text }) => text !== '').map(({ id }) => id)).toEqual([first?.id]);
    expect(idsOf(left)).toEqual(idsOf(ROWS));
  });
});

it('keeps the higher summaries of format 14 that a document does not touch, where it leaves too few lower ones for a layer above', () => {
  const choices = treeChoices({ cluster_tokens: 200 });
  const texts = annals(24);
  const tables = tablesOf(texts);
  const tree = finish(makeSummaryTree(tables, choices));
  const isHigher = ({ level }: { readonly level: number }): boolean => level === 2;
  expect(tree.nodes.filter((node) => !isHigher(node))).toHaveLength(12);
  const rows = rowsOfTree(tree, []).map((row) => ({
    ...withSummary(row, [{ text: `About ${row.id}.`, spans: [] }], 'A model (1)'),
    ...{ leaf_ids: [], tree_settings: '' },
  }));
  const [gone] = tables.text_units.slice(11);
  const fewer = tablesOf(texts.filter((_, at) => at !== 11));
  const after = rowsOfTree(finish(updatedTree({ ...fewer, summaries: rows }, choices)) ?? tree, rows);
  expect(after.filter((row) => !isHigher(row))).toHaveLength(11);
  const untouched = rows.filter((row) => isHigher(row) && !row.text_unit_ids.includes(gone?.id ?? ''));
  expect(untouched).toHaveLength(5);
  const textOf = new Map(after.map(({ id, text }) => [id, text]));
  for (const { id, text } of untouched) expect(textOf.get(id)).toBe(text);
});
