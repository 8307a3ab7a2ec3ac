import { describe, expect, test } from 'vitest';
import type { BuiltContext } from '../../../../src/core/search/context/context';
import { globalBatches } from '../../../../src/core/search/modes/global/batches';
import { primerFolds } from '../../../../src/core/search/modes/drift/primer';
import { scopeOf } from '../../../../src/core/search/context/scope';
import { indexOf } from '../ask';
import { smallWorld } from '../small-world';
import { expectSound, rowsOf, usedOf } from '../context/context-checks';

const NAMES = Array.from({ length: 24 }, (_, at) => `Person${String.fromCharCode(65 + at)} Smith`);

/** Two levels: one broad report, and one for each pair of people, in more text units the later the pair. */
const tables = smallWorld({
  documents: NAMES.map((name, at) => ({
    id: `d${String(at)}`,
    title: `D${String(at)}`,
    paragraphs: Array.from({ length: 1 + (at >> 1) }, (_, n) => `${name} wrote letter ${String(n)} to a friend.`),
  })),
  entities: NAMES.map((title) => ({ title, type: 'person' })),
  communities: [
    {
      community: 0,
      level: 0,
      parent: -1,
      members: NAMES,
      report: { title: 'All', rank: 9, findings: ['They wrote.'] },
    },
    ...Array.from({ length: 12 }, (_, at) => ({
      ...{ community: at + 1, level: 1, parent: 0, members: NAMES.slice(2 * at, 2 * at + 2) },
      report: {
        title: `Pair ${String(at)}`,
        rank: at % 3,
        findings: [`${NAMES[2 * at] ?? ''} wrote letter 0 to a friend.`],
      },
    })),
  ],
});
const index = indexOf(tables);
const scope = scopeOf(index);
const idsOf = (batch: BuiltContext): readonly string[] => usedOf(batch, 'Reports').map(({ id }) => id);

describe('the batches of a level', () => {
  const { batches, left } = globalBatches(index, { scope, tokens: 120 });

  test('hold the reports of its true roll-up, each once: no report beside those that it consists of', () => {
    expect(batches.length).toBeGreaterThan(1);
    expect(left).toEqual([]);
    const ids = batches.flatMap(idsOf);
    expect([...ids].sort()).toEqual(Array.from({ length: 12 }, (_, at) => `report-${String(at + 1)}`).sort());
    expect(globalBatches(index, { scope, tokens: 120, level: 0 }).batches.flatMap(idsOf)).toEqual(['report-0']);
    for (const batch of batches) expectSound(index, batch);
  });

  test('are shuffled, so that likes are apart, and the same each time', () => {
    expect(globalBatches(index, { scope, tokens: 120 }).batches.map(idsOf)).toEqual(batches.map(idsOf));
    const [all] = globalBatches(index, { scope, tokens: 100_000 }).batches.map(idsOf);
    expect(all).not.toEqual(batches.flatMap(idsOf));
    expect(all?.toSorted()).toEqual(batches.flatMap(idsOf).toSorted());
  });

  test('have the weightiest first, then by rank, with their weight in the row', () => {
    for (const batch of batches) {
      const scores = usedOf(batch, 'Reports').map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    }
    const [one] = globalBatches(index, { scope, tokens: 4000 }).batches;
    expect(one?.text.split('\n').slice(0, 3)).toEqual([
      '-----Reports-----',
      'id|title|occurrence weight|rank|content',
      '1|Pair 11|0.15|2|PersonW Smith wrote letter 0 to a friend. PersonW Smith wrote letter 0 to a friend.',
    ]);
  });

  test('hold given reports in place of a level', () => {
    expect(globalBatches(index, { scope, tokens: 4000, rows: [3, 0] }).batches.flatMap(idsOf)).toEqual([
      'report-0',
      'report-3',
    ]);
  });

  test('hold the weightiest reports where their number is limited, and name the others', () => {
    const limited = globalBatches(index, { scope, tokens: 120, batches: 2 });
    expect(limited.batches).toHaveLength(2);
    const read = limited.batches.flatMap((batch) => rowsOf(batch, 'Reports'));
    const least = Math.min(...read.map(({ score }) => score));
    expect(read.length + limited.left.length + limited.more).toBe(12);
    expect(limited.left.every(({ used, score }) => !used && score > 0 && score <= least)).toBe(true);
  });

  test('cut a report that is too long for one at the end of a sentence, with what can be cited of the rest', () => {
    const long = {
      ...tables.communityReports[1],
      method: 'a-model',
      summary: 'It began. [Data: Entities (4)] '.repeat(200),
    };
    const reports = tables.communityReports.map((row, at) => (at === 1 ? { ...row, ...long } : row));
    const at = indexOf({ ...tables, communityReports: reports });
    const [batch] = globalBatches(at, { scope: scopeOf(at), tokens: 90, rows: [1] }).batches;
    const [row] = batch ? usedOf(batch, 'Reports') : [];
    expect(row?.line).toMatch(/\|It began\.( It began\.)+$/u);
    expect(row?.premises.map(({ text }) => text).join(' ')).toBe(row?.line.split('|').at(-1));
  });
});

describe("the primer's folds", () => {
  const ranked = tables.communityReports.slice(0, 5).map((_, row) => ({ row, score: 1 - row / 10 }));
  const sizes = (folds: number): readonly number[] =>
    primerFolds(index, ranked, { scope, tokens: 2000, folds }).map((fold) => idsOf(fold).length);

  test('are of equal size, the first ones with one more, and never empty', () => {
    expect(sizes(2)).toEqual([3, 2]);
    expect(sizes(5)).toEqual([1, 1, 1, 1, 1]);
    expect(sizes(9)).toEqual([1, 1, 1, 1, 1]);
    expect(sizes(0)).toEqual([5]);
    expect(primerFolds(index, [], { scope, tokens: 2000, folds: 3 })).toEqual([]);
    expect(primerFolds(index, ranked, { scope, tokens: 5, folds: 3 })).toEqual([]);
  });

  test('keep the order of the ranking', () => {
    const folds = primerFolds(index, [...ranked].reverse(), { scope, tokens: 2000, folds: 2 });
    expect(folds.flatMap(idsOf)).toEqual(['report-4', 'report-3', 'report-2', 'report-1', 'report-0']);
  });
});
