import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentenceLookup, countCoOccurrence } from '../../../src/core/graph/derive/co-occurrence';
import type { TextUnitRow } from '../../../src/core/tables/tables';
import { foldEdits } from '../../../src/core/graph/edits/fold-edits';
import { createPairCounts, pmiWeights } from '../../../src/core/graph/derive/pair-counts';
import { pruneGraph } from '../../../src/core/graph/derive/prune';
import { currentRecords } from '../../../src/core/graph/derive/current-records';
import { countKeys, mostFrequent } from '../../../src/core/graph/derive/key-counts';
import { finish } from '../../../src/core/work';
import { edit, mention, stated } from '../../helpers/rows';

const NO_EDITS = foldEdits([]);

describe('pair counts', () => {
  it('sum what a plain map sums, for any sequence of pairs', () => {
    const pair = fc.tuple(fc.nat(300), fc.nat(300), fc.integer({ min: 1, max: 9 })).filter(([a, b]) => a !== b);
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 400 }), (pairs) => {
        const counts = createPairCounts(2);
        const plain = new Map<string, number>();
        for (const [a, b, weight] of pairs) {
          counts.add(a, b, weight);
          const key = `${Math.min(a, b)},${Math.max(a, b)}`;
          plain.set(key, (plain.get(key) ?? 0) + weight);
        }
        const found = Array.from({ length: counts.size }, (_, slot) => [
          `${counts.low(slot)},${counts.high(slot)}`,
          counts.weight(slot),
        ]);
        expect(new Map(found as [string, number][])).toEqual(plain);
      }),
    );
  });
});

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
    const counts = finish(countKeys(finish(currentRecords(rows, NO_EDITS)))).get('a');
    expect(counts).toMatchObject({ mentions: 2, textUnitIds: ['u1', 'u2'] });
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

describe('co-occurrence', () => {
  const spans = new Map([0, 1, 2, 3].map((number) => [number, { start: number * 10, end: number * 10 + 9 }]));
  const count = (rows: Parameters<typeof currentRecords>[0], window: number) =>
    finish(
      countCoOccurrence(
        finish(currentRecords(rows, NO_EDITS)),
        new Map([
          ['a', 0],
          ['b', 1],
        ]),
        () => spans,
        {
          window,
          perSentence: 20,
        },
      ),
    );

  it('weighs a pair by one over one plus the distance of its sentences', () => {
    const rows = [mention('a', { sentence: 0, start: 0 }), mention('b', { sentence: 2, start: 20 })];
    expect(count(rows, 2).pairs.weight(0)).toBeCloseTo(1 / 3);
    expect(count(rows, 1).pairs.size).toBe(0);
  });

  it('pairs nothing across two rows of a table, and pairs across the sentences of one', () => {
    const text = 'id: A\nnote: One. Two.\n\nid: B\nnote: Three.';
    const starts = [0, 17, 23].map((start) => start);
    const unit = { document_id: 'd', first_sentence: 0, sentence_starts: starts, sentence_ends: [16, 21, 41] };
    const lookup = (media_type: string) =>
      sentenceLookup([unit as unknown as TextUnitRow], [{ id: 'd', media_type, text }])('d');
    expect([...lookup('text/csv').values()].map(({ row }) => row)).toEqual([0, 0, 1]);
    expect([...lookup('text/plain').values()].map(({ row }) => row)).toEqual([undefined, undefined, undefined]);
    const pairsIn = (media_type: string, of: number, and: number) => {
      const rows = [mention('a', { sentence: of, start: 0 }), mention('b', { sentence: and, start: 20 })];
      const keys = new Map(['a', 'b'].map((key, at) => [key, at]));
      const records = finish(currentRecords(rows, NO_EDITS));
      return finish(countCoOccurrence(records, keys, () => lookup(media_type), { window: 1, perSentence: 9 })).pairs
        .size;
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
    const spansOf = finish(count(rows, 1).evidence(Int32Array.of(0)));
    expect(spansOf(0).map(({ start, end }) => [start, end])).toEqual([
      [30, 39],
      [0, 19],
    ]);
  });

  it('keeps no evidence that begins in one document and ends in another', () => {
    const rows = [
      mention('a', { sentence: 0, start: 0 }),
      mention('b', { sentence: 0, start: 4 }),
      mention('a', { sentence: 3, start: 30 }),
    ];
    const others = [mention('b', { sentence: 0, start: 0 }), mention('b', { sentence: 2, start: 20 })];
    const records = [
      { documentId: 'd', rows, merged: new Set<never>() },
      { documentId: 'e', rows: others, merged: new Set<never>() },
    ];
    const keys = new Map(['a', 'b'].map((key, at) => [key, at]));
    const { evidence } = finish(countCoOccurrence(records, keys, () => spans, { window: 2, perSentence: 9 }));
    expect(finish(evidence(Int32Array.of(0)))(0)).toEqual([{ documentId: 'd', start: 0, end: 9 }]);
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
