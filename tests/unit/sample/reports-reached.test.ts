import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadGold } from '../../../scripts/lib/gold';
import { openPdfInNode } from '../../../scripts/lib/open-pdf-in-node';
import { readSource } from '../../../src/adapters/documents/read-source';
import { createEngine } from '../../../src/core/engine/engine';
import { createMentionFinders } from '../../../src/core/extract/find-mentions';
import { EMPTY_TABLES, INDEX_TABLE_NAMES, fillTables, searchTables } from '../../../src/core/index/index-tables';
import { isByNoModel, NO_MODEL } from '../../../src/core/provenance';
import type { SearchTables } from '../../../src/core/retrieval/index';
import { rankReports } from '../../../src/core/retrieval/reports';
import type { BuiltContext } from '../../../src/core/search/context/context';
import { globalBatches } from '../../../src/core/search/modes/global/batches';
import { localContext } from '../../../src/core/search/modes/local/local';
import { scopeOf } from '../../../src/core/search/context/scope';
import { primerFolds } from '../../../src/core/search/modes/drift/primer';
import { selectReports } from '../../../src/core/search/modes/global/rate-reports';
import { readQuestion } from '../../../src/core/search/request/question';
import { collect, testEnv } from '../../helpers/engine-env';
import { goldModel } from '../../helpers/gold/answer-call';
import { memoryStorage } from '../../helpers/memory-storage';
import { scriptedModel } from '../../helpers/scripted-model';
import { indexOf } from '../search/ask';

const DOCUMENTS = fileURLToPath(new URL('../../../public/sample/documents/', import.meta.url));

/** The sample's tables after a run as a person starts it, with a model that knows the gold standard. */
async function afterDefaultRun(): Promise<SearchTables> {
  const answer = goldModel(await loadGold());
  const model = scriptedModel(({ messages }) => [answer(messages, 'lines') ?? '']);
  const env = testEnv({
    ...memoryStorage(),
    models: { chat: async () => model, embedder: async () => null },
    reader: { read: (source) => readSource(source, { openPdf: openPdfInNode }) },
    mentions: createMentionFinders(),
  });
  const engine = createEngine(env);
  const { id } = await engine.createCollection('Sample');
  await engine.open(id);
  const paths = (await readdir(DOCUMENTS)).sort();
  const files = paths.map(async (path) => ({ path, bytes: new Blob([new Uint8Array(await readFile(DOCUMENTS + path))]) }));
  await collect(engine.add(await Promise.all(files)));
  await collect(engine.indexWithModel({}, { begins: true }));
  const { tables } = await env.collections.open(id);
  const read = await Promise.all(INDEX_TABLE_NAMES.map(async (name) => [name, await tables.read(name)] as const));
  const rows = searchTables(fillTables({ ...EMPTY_TABLES, ...Object.fromEntries(read) }));
  await tables.close();
  return rows;
}

const tables = await afterDefaultRun();
const index = indexOf(tables);
const scope = scopeOf(index);
const { communities } = tables;
const levels = [...new Set(communities.map(({ level }) => level))].sort();
const byModel = communities.flatMap(({ community }, row) =>
  isByNoModel(index.reports.of(community)?.method ?? NO_MODEL) ? [] : [row],
);

/** Row numbers of the reports that a context shows, in order. */
const shown = (contexts: readonly BuiltContext[]): readonly number[] =>
  contexts.flatMap(({ tables: own }) =>
    own.flatMap(({ dataset, rows }) => (dataset === 'Reports' ? rows.filter(({ used }) => used).map(({ row }) => row) : [])),
  );
const sorted = (rows: Iterable<number>): readonly number[] => [...rows].sort((a, b) => a - b);
const written = (rows: Iterable<number>): readonly number[] => sorted(rows).filter((row) => byModel.includes(row));

describe('after a default run on the sample', () => {
  it('a model has written eight to ten reports', () => {
    expect(byModel.length).toBeGreaterThanOrEqual(8);
    expect(byModel.length).toBeLessThanOrEqual(10);
    expect(levels.length).toBeGreaterThan(1);
  });

  it.each(levels)('Global reads each of them once at level %i', (level) => {
    const { batches, left } = globalBatches(index, { tokens: 2000, level, scope });
    expect(left).toEqual([]);
    expect(written(shown(batches))).toEqual(byModel);
  });

  it.each(levels)('dynamic selection reads each of them once at level %i where all bear on the question', async (level) => {
    const choices = { level, leastRating: 1, keepParents: false, mostRatings: 1000 };
    const { rows } = await selectReports(index, scope.unit, choices, async (some) => some.map(() => 5));
    expect(written(rows)).toEqual(byModel);
    expect(sorted(rows)).toEqual(index.communities.rollUp(level));
  });

  it.each(levels)('DRIFT begins with each of them once at level %i where it begins with all', (level) => {
    const ranked = rankReports(index, readQuestion(index, { question: 'What happened?', mode: 'drift' }), {
      level,
      allow: scope.unit,
    });
    const folds = primerFolds(index, ranked, { tokens: 100_000, folds: 3, scope });
    expect(written(shown(folds))).toEqual(byModel);
  });

  it.each(levels)('Local shows each of them at level %i to a question on the members of its community', (level) => {
    const question = readQuestion(index, { question: 'What happened?', mode: 'local' });
    const reached = byModel.filter((row) => {
      const community = index.communities.byNumber.get(communities[row]?.community ?? -1);
      const include = (community?.entity_ids ?? []).flatMap((id) => tables.entities[index.entities.at.get(id) ?? -1]?.title ?? []);
      const rows = shown([localContext(index, question, { scope, tokens: 20_000, level, include: include.slice(0, 5) })]);
      expect(new Set(rows).size).toBe(rows.length);
      return rows.includes(row);
    });
    expect(reached).toEqual(byModel);
  });

  it.each(levels)('no report without a model stands below one by a model at level %i', (level) => {
    const hasWritten = (community: number): boolean => {
      const row = index.communities.byNumber.get(community);
      if (!row) return false;
      return byModel.includes(index.communities.reportOf.get(community) ?? -1) || hasWritten(row.parent);
    };
    const others = index.communities.rollUp(level).filter((row) => !byModel.includes(row));
    expect(others.filter((row) => hasWritten(communities[row]?.community ?? -1))).toEqual([]);
  });
});

it.each(levels)('a report by a model is reached at the level of its community where all are by one, level %i', (level) => {
  const reports = communities.flatMap(({ community }) => index.reports.of(community) ?? []);
  const all = reports.map((row) => ({ ...row, method: 'Tiny (report 1)' }));
  const own = communities.flatMap((row, at) => (row.level === level && row.size > 1 ? [at] : []));
  const rolledUp = indexOf({ ...tables, communityReports: all }).communities.rollUp(level);
  expect(own.filter((row) => !rolledUp.includes(row))).toEqual([]);
});
