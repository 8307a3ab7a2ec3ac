import { describe, expect, it } from 'vitest';
import { groupBy } from '../../../src/core/arrays';
import {
  type CoOccurrence,
  evidenceOf,
  neighbourCounter,
  weightScale,
} from '../../../src/core/graph/derive/co-occurrence';
import { editedNodes } from '../../../src/core/graph/derive/edited-nodes';
import { countMentions, createKeyStats, KIND } from '../../../src/core/graph/derive/key-stats';
import { Records } from '../../../src/core/graph/records/records';
import type { DocumentRow, ExtractionRow, TextUnitRow } from '../../../src/core/tables/tables';
import { foldEdits } from '../../../src/core/graph/edits/fold-edits';
import { pmiWeights } from '../../../src/core/graph/derive/pair-weights';
import { pruneGraph } from '../../../src/core/graph/derive/prune';
import { currentRecords } from '../../../src/core/graph/derive/current-records';
import { countKey, mostFrequent } from '../../../src/core/graph/derive/key-counts';
import { finish } from '../../../src/core/work';
import { edit, mention, stated, unit } from '../../helpers/rows';

const NO_EDITS = foldEdits([]);

describe('edits', () => {
  it('follow merges through to the last entity, whatever their order', () => {
    const keys = foldEdits([edit(1, 'merge', 'a', 'b'), edit(2, 'merge', 'b', 'c')]);
    expect(keys.resolve('a')).toBe('c');
  });

  it('never run in a circle when two entities are merged both ways', () => {
    const keys = foldEdits([edit(1, 'merge', 'a', 'b'), edit(2, 'merge', 'b', 'a')]);
    expect(keys.resolve('a')).toBe(keys.resolve('b'));
  });

  it('count from when they were done again, over what was said meanwhile', () => {
    const edits = [edit(1, 'rename', 'a', 'Ada'), edit(2, 'undo', 'e1'), edit(3, 'rename', 'a', 'Augusta')];
    expect(foldEdits(edits).title('a')).toBe('Augusta');
    expect(foldEdits([edit(4, 'redo', 'e1'), ...edits]).title('a')).toBe('Ada');
    expect(foldEdits([...edits, edit(4, 'redo', 'e1'), edit(5, 'undo', 'e1')]).title('a')).toBe('Augusta');
  });

  it('are as if never made once undone', () => {
    const keys = foldEdits([edit(1, 'delete', 'a'), edit(2, 'undo', 'e1')]);
    expect(keys.resolve('a')).toBe('a');
  });

  it('split a name off an entity, and leave its other names where they are', () => {
    const split = { title: 'Bee', into: 'bee' };
    const keys = foldEdits([edit(1, 'split', 'a', split)]);
    expect([keys.resolve('a', 'Bee'), keys.resolve('a', 'Ay'), keys.resolve('a')]).toEqual(['bee', 'a', 'a']);
  });

  it('split off what was merged before, with all that had been merged into that', () => {
    const edits = [edit(1, 'merge', 'c', 'b'), edit(2, 'merge', 'b', 'a'), edit(3, 'merge', 'd', 'a')];
    const keys = foldEdits([...edits, edit(4, 'split', 'a', { title: 'Bee', into: 'b' })]);
    expect(['b', 'c', 'd'].map((key) => keys.resolve(key))).toEqual(['b', 'b', 'a']);
    expect(keys.resolve('a', 'Bee')).toBe('b');
  });

  it('follow a name that was split off and merged again, and never run in a circle', () => {
    const split = edit(1, 'split', 'a', { title: 'Bee', into: 'bee' });
    expect(foldEdits([split, edit(2, 'merge', 'bee', 'x')]).resolve('a', 'Bee')).toBe('x');
    expect(foldEdits([split, edit(2, 'merge', 'bee', 'a')]).resolve('a', 'Bee')).toBe('a');
  });

  it('let the later of two renames stand', () => {
    expect(foldEdits([edit(2, 'rename', 'a', 'New'), edit(1, 'rename', 'a', 'Old')]).title('a')).toBe('New');
  });
});

describe('standing records', () => {
  it('leave out no-model records of a text unit that something else has read, and keep those of other units', () => {
    const rows = [
      mention('a', { sentence: 0, start: 0 }),
      mention('b', { sentence: 0, start: 5, text_unit_id: 'u2' }),
      stated('x', 'y'),
    ];
    const kept = finish(currentRecords(rows, NO_EDITS)).flatMap((one) => one.rows.map((row) => row.key));
    expect(kept).toEqual(['b', 'x']);
  });

  it('drop a relationship whose two ends a person merged', () => {
    const keys = foldEdits([edit(1, 'merge', 'x', 'y')]);
    expect(finish(currentRecords([stated('x', 'y')], keys)).flatMap((one) => one.rows)).toEqual([]);
  });
});

describe('the counts of keys', () => {
  it('counts a mention in the overlap of two text units once, and both units', () => {
    const rows = [
      mention('a', { sentence: 3, start: 40 }),
      mention('a', { sentence: 3, start: 40, text_unit_id: 'u2' }),
      mention('a', { sentence: 4, start: 60, text_unit_id: 'u2' }),
    ];
    expect(countKey('a', [{ rows, merged: new Set() }])).toMatchObject({ mentions: 2, textUnitIds: ['u1', 'u2'] });
    const { records } = within(rows);
    const stats = createKeyStats();
    const a = records.symbols.keys.find('a');
    countMentions(stats, a, records);
    expect([stats.mentions[a], stats.units[a], stats.kind[a]]).toEqual([2, 2, KIND.proper]);
  });

  it('settles a tie between surface forms by their order, not by arrival', () => {
    expect(
      mostFrequent(
        new Map([
          ['b', 2],
          ['a', 2],
        ]),
      ),
    ).toBe('a');
  });
});

/** Records of one document or more, all of whose keys are entities. */
function within(
  rows: readonly ExtractionRow[],
  {
    window = 1,
    units = [],
    document,
  }: { window?: number; units?: readonly TextUnitRow[]; document?: Pick<DocumentRow, 'media_type' | 'text'> } = {},
): CoOccurrence {
  const records = new Records();
  for (const [documentId, own] of groupBy(rows, (row) => row.document_id)) {
    records.add({ documentId, rows: own, units, ...(document && { document }) });
  }
  const nodes = editedNodes([], records.symbols);
  const selected = new Uint8Array(records.symbols.keys.size).fill(1);
  return { records, nodes, selected, parameters: { window, perSentence: 20 } };
}

describe('co-occurrence', () => {
  const spans = [0, 1, 2, 3].map((number) => [number * 10, number * 10 + 9] as const);
  const units = [unit('u1', 'd1', spans)];
  const neighbours = (of: CoOccurrence, key: string) => neighbourCounter(of)(of.records.symbols.keys.find(key));
  const evidence = (of: CoOccurrence) => {
    const { keys } = of.records.symbols;
    return evidenceOf(keys.find('a'), keys.find('b'), of).map(({ block, start, end }) => [
      block.documentId,
      start,
      end,
    ]);
  };

  it('weighs a pair by one over one plus the distance of its sentences', () => {
    const rows = [mention('a', { sentence: 0, start: 0 }), mention('b', { sentence: 2, start: 20 })];
    const { weights } = neighbours(within(rows, { window: 2 }), 'a');
    expect((weights[0] ?? 0) / weightScale(2)).toBeCloseTo(1 / 3);
    expect(neighbours(within(rows, { window: 1 }), 'a').nodes).toHaveLength(0);
  });

  it('scales weights so that all of them are whole, and no more than that', () => {
    expect([0, 1, 2, 3, 4, 10].map(weightScale)).toEqual([1, 2, 6, 12, 60, 27720]);
  });

  it('finds the same of a pair from either end', () => {
    const rows = ['a', 'b', 'a', 'b', 'c'].map((key, n) => mention(key, { sentence: n % 4, start: n }));
    const of = within(rows, { window: 2 });
    const { keys } = of.records.symbols;
    const seen = (one: string, other: string) => {
      const { nodes, weights, counts } = neighbours(of, one);
      const at = nodes.indexOf(keys.find(other));
      return [weights[at], counts[at]];
    };
    for (const [one, other] of ['ab', 'ac', 'bc'].map((pair) => [...pair])) {
      expect(seen(one ?? '', other ?? '')).toEqual(seen(other ?? '', one ?? ''));
    }
  });

  it('pairs nothing across two rows of a table, and pairs across the sentences of one', () => {
    const text = 'id: A\nnote: One. Two.\n\nid: B\nnote: Three.';
    const inTable = [
      unit('u1', 'd1', [
        [0, 16],
        [17, 21],
        [23, 41],
      ]),
    ];
    const pairsIn = (media_type: string, of: number, and: number) => {
      const rows = [mention('a', { sentence: of, start: 0 }), mention('b', { sentence: and, start: 20 })];
      return neighbours(within(rows, { units: inTable, document: { media_type, text } }), 'a').nodes.length;
    };
    expect([pairsIn('text/csv', 0, 1), pairsIn('text/csv', 1, 2), pairsIn('text/plain', 1, 2)]).toEqual([1, 0, 1]);
  });

  it('keeps the nearest sentences as evidence, nearest first', () => {
    const rows = [
      mention('a', { sentence: 0, start: 0 }),
      mention('b', { sentence: 1, start: 10 }),
      mention('a', { sentence: 3, start: 30 }),
      mention('b', { sentence: 3, start: 35 }),
    ];
    expect(evidence(within(rows, { units }))).toEqual([
      ['d1', 30, 39],
      ['d1', 0, 19],
    ]);
  });

  it('keeps no evidence that begins in one document and ends in another', () => {
    const rows = [
      mention('a', { sentence: 0, start: 0 }),
      mention('b', { sentence: 0, start: 4 }),
      mention('a', { sentence: 3, start: 30 }),
      mention('b', { sentence: 0, start: 0, document_id: 'd2' }),
      mention('b', { sentence: 2, start: 20, document_id: 'd2' }),
    ];
    expect(evidence(within(rows, { window: 2, units }))).toEqual([['d1', 0, 9]]);
  });
});

describe('pruning', () => {
  const graph = {
    low: Int32Array.of(0, 0, 0, 1),
    high: Int32Array.of(1, 2, 3, 2),
    weight: Float64Array.of(1, 2, 3, 4),
    frequencies: Float64Array.of(9, 2, 2, 1),
  };
  const off = {
    min_node_freq: 0,
    min_node_degree: 0,
    max_node_freq_std: 0,
    max_node_degree_std: 0,
    min_edge_weight_pct: 0,
    remove_ego_nodes: false,
    lcc_only: false,
    max_edges_per_node: 0,
  };

  it('keeps everything when every rule is off', () => {
    expect([...pruneGraph(graph, off).edges]).toEqual([0, 1, 2, 3]);
  });

  it('drops the node of highest degree with its edges when asked', () => {
    expect([...pruneGraph(graph, { ...off, remove_ego_nodes: true }).edges]).toEqual([3]);
  });

  it('drops rare nodes and edges under the percentile', () => {
    expect([...pruneGraph(graph, { ...off, min_node_freq: 2 }).edges]).toEqual([0, 1, 3]);
    expect([...pruneGraph(graph, { ...off, min_edge_weight_pct: 50 }).edges]).toEqual([2, 3]);
  });

  it('keeps an edge that is among the strongest of either end', () => {
    expect([...pruneGraph(graph, { ...off, max_edges_per_node: 1 }).edges]).toEqual([2, 3]);
  });

  it('weighs by GraphRAG’s formula', () => {
    const [weight] = pmiWeights(
      Float64Array.of(1, 3),
      (edge) => (edge === 0 ? [0, 1] : [1, 2]),
      Float64Array.of(1, 1, 2),
    );
    expect(weight).toBeCloseTo(0.25 * Math.log2(0.25 / (0.25 * 0.25)));
  });
});
