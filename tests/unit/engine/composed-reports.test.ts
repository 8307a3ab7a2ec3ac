import { expect, test } from 'vitest';
import { createEngine } from '../../../src/core/engine/engine';
import type { CommunityReportRow } from '../../../src/core/tables/tables';
import { collect, textFile } from '../../helpers/engine-env';
import { letter, letters, type Letters } from '../../helpers/indexed-letters';

const COUNT = 24;
const WORDS = 'An earlier version wrote this.';

/** Returns the first item of the list, and its opened report. */
async function first({ engine }: Pick<Letters, 'engine'>) {
  const [node] = await engine.communities();
  if (!node) throw new Error('There are no communities.');
  const target = { kind: 'report', community: node.row.community, title: node.title } as const;
  return { node, view: await engine.evidence(target) };
}

test('a report without a model stands in no table, and opens from the list and from what was answered before', async () => {
  const indexed = await letters(COUNT);
  const { node, view } = await first(indexed);
  expect(await indexed.rows('community_reports')).toEqual([]);
  expect(view).toMatchObject({ title: node.title, method: 'extractive' });
  const [{ id } = { id: '' }] = await indexed.engine.collections();
  const later = createEngine(indexed.env);
  await later.open(id);
  expect((await first({ engine: later })).view).toEqual(view);
});

test('reports that an earlier version kept are shown until the tables are derived again', async () => {
  const indexed = await letters(COUNT);
  const { node } = await first(indexed);
  const [{ id } = { id: '' }] = await indexed.engine.collections();
  const other = await indexed.engine.createCollection('Other');
  await indexed.engine.open(other.id);
  const { tables } = await indexed.env.collections.open(id);
  await tables.commit({ replace: { community_reports: [keptRow(node.row, node.title)] } });
  await tables.close();
  const later = { ...indexed, engine: createEngine(indexed.env) };
  await later.engine.open(id);
  expect((await first(later)).view?.text).toContain(WORDS);
  await collect(later.engine.add([textFile('more.txt', letter(COUNT))]));
  const now = await indexed.env.collections.open(id);
  expect(await now.tables.read('community_reports')).toEqual([]);
  await now.tables.close();
  const { view } = await first(later);
  expect(view?.text).not.toContain(WORDS);
  expect(view?.text).not.toBe('');
});

function keptRow(
  place: Pick<CommunityReportRow, 'community' | 'level' | 'parent' | 'children' | 'size'>,
  title: string,
) {
  return {
    ...place,
    id: 'kept',
    human_readable_id: place.community,
    title,
    summary: WORDS,
    full_content: WORDS,
    rank: 5,
    rating_explanation: '',
    findings: [],
    full_content_json: '{}',
    period: '2026-01-01',
    method: 'extractive',
    context_hash: 'a',
    finding_sources: '[]',
    summary_sources: '[]',
    context_lines: [],
    context_beyond: [],
    context_documents: [],
    lines_changed: null,
    set_aside: null,
  };
}
