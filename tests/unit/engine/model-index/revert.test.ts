import { describe, expect, it } from 'vitest';
import type { IndexState } from '../../../../src/core/ports/index-state';
import { goldDecisions } from '../../../helpers/gold/decisions';
import { collect, textFile } from '../../../helpers/engine-env';
import { letter, letters, type Letters, READ } from '../../../helpers/indexed-letters';
import { naming } from '../../../helpers/naming-model';
import type { Script } from '../../../helpers/scripted-model';
import { listExtractionRuns, decidedUnder } from '../../../../src/core/engine/model-index/revert';
import { EMPTY_TABLES } from '../../../../src/core/index/index-tables';
import { archivedReport, modelReportOf } from '../../../../src/core/reports/staleness/valid-reports';
import { type Decision, ofLayer } from '../../../../src/core/graph/edits/edit-values';
import type { EditRow } from '../../../../src/core/tables/tables';
import { claiming, good } from '../../../helpers/claiming-model';

const ALL: IndexState['parameters'] = { 'model reading': { budget: 100 } };
/** Two names of one person, as a model may take them. */
const EVERYBODY = {
  id: '1',
  title: 'Ada',
  type: 'person',
  aliases: ['Babbage', 'Clara', 'Dorothea', 'Edgar', 'Fanny', 'George', 'Hetty'],
  description: '',
  documents: [],
};
/** Answers of all names that they mean the same. */
const yes: Script = (request, call) =>
  request.shape?.kind === 'lines' && !('keep' in request.shape.records)
    ? [goldDecisions([EVERYBODY])(request)]
    : naming(request, call);
const layersIn = async ({ engine }: Letters): Promise<readonly string[]> =>
  (await engine.extractionRuns()).map(({ layer }) => layer);

/** Returns the content of the tables, without numbers and times that depend on history. */
async function contents({ rows }: Letters): Promise<unknown> {
  const entities = await rows('entities');
  const relationships = await rows('relationships');
  const reports = await rows('community_reports');
  return {
    entities: entities.map(({ key, title, method, frequency }) => [key, title, method, frequency]).sort(),
    relationships: relationships.map(({ source, target, method, weight }) => [source, target, method, weight]).sort(),
    methods: [...new Set(reports.map(({ method }) => method))],
  };
}

const takeBack = async (indexed: Letters, ...layers: string[]): Promise<void> => {
  await collect(indexed.engine.revertRuns(layers.length > 0 ? layers : await layersIn(indexed)));
};

describe('An index by a model that is taken back', () => {
  it('leaves the graph as it was without a model, and nothing of the model in it', async () => {
    const indexed = await letters(24);
    const { engine, start } = indexed;
    const before = await contents(indexed);
    await start(ALL);
    expect(await engine.extractionRuns()).toMatchObject([
      { layer: expect.stringContaining('Scripted (compact') as string, passages: 24, readSince: 0 },
      { layer: expect.stringContaining('Scripted (report') as string, reads: false, passages: 0, records: 0 },
    ]);
    await takeBack(indexed);
    expect(await contents(indexed)).toEqual(before);
    expect(await engine.extractionRuns()).toEqual([]);
    expect(await engine.edits()).toEqual([]);
    expect((await indexed.rows('extractions')).filter(({ layer }) => layer.includes('Scripted'))).toEqual([]);
    expect(await engine.view()).toMatchObject({ model: null, upToDate: true });
  });

  it('costs nothing a second time, since the replies are kept, and gives the same tables', async () => {
    const indexed = await letters(24);
    const { model, start } = indexed;
    await start(ALL);
    const [calls, contentsBefore] = [model.begun.length, await contents(indexed)];
    await takeBack(indexed);
    await start(ALL);
    expect(model.begun).toHaveLength(calls);
    expect(await contents(indexed)).toEqual(contentsBefore);
  });

  it('keeps what a person did: a new name, and a merge of the model that was undone', async () => {
    const indexed = await letters(24, yes);
    const { engine, start } = indexed;
    await start(ALL);
    const merged = (await indexed.rows('edits')).find(({ kind }) => kind === 'alias');
    expect(merged).toBeDefined();
    await collect(engine.undo(merged?.id ?? ''));
    const first = (await indexed.rows('entities'))[0];
    await collect(engine.renameEntity(first?.id ?? '', 'Someone else'));
    const renamed = { key: first?.key, title: 'Someone else' };
    await takeBack(indexed);
    expect(await indexed.rows('entities')).toContainEqual(expect.objectContaining(renamed));
    const kinds = (await indexed.rows('edits')).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['apart', 'rename']);
    await start(ALL);
    expect((await indexed.rows('edits')).filter(({ id }) => id === merged?.id)).toEqual([]);
  });

  it('leaves a merge joined that a person undid and did again, in a later run too', async () => {
    const indexed = await letters(24, yes);
    const { engine, start } = indexed;
    await start(ALL);
    const merged = (await indexed.rows('edits')).find(({ kind }) => kind === 'alias');
    await collect(engine.undo(merged?.id ?? ''));
    await collect(engine.redo(merged?.id ?? ''));
    await collect(engine.add([textFile('new.txt', letter(30))]));
    await start(ALL);
    expect(await engine.edits()).toContainEqual(expect.objectContaining({ id: merged?.id, undone: false }));
    const keys = async (): Promise<readonly string[]> => (await indexed.rows('entities')).map(({ key }) => key);
    expect(await keys()).not.toContain(merged?.key);
    await takeBack(indexed);
    expect((await indexed.rows('edits')).map(({ kind, key }) => [kind, key])).toEqual([['merge', merged?.key]]);
    expect(await keys()).not.toContain(merged?.key);
  });

  it('gives the place back to an earlier model’s reading', async () => {
    const indexed = await letters(12);
    const { engine, start, choose } = indexed;
    await start(ALL);
    const first = { tables: await contents(indexed), layers: await layersIn(indexed) };
    choose('Worse', () => ['keep|person|1']);
    await start(ALL, { readAgain: true }).catch(() => undefined);
    expect(await contents(indexed)).not.toEqual(first.tables);
    const [scripted = ''] = first.layers;
    await takeBack(indexed, ...(await layersIn(indexed)).filter((layer) => layer.startsWith('Worse')));
    const { model } = await engine.view();
    expect(model).toMatchObject({ phase: 'done', title: 'Scripted', layer: scripted });
    expect(model?.found).toMatchObject({ passages: 12 });
    const entities = await indexed.rows('entities');
    expect(new Set(entities.map(({ method }) => method))).toEqual(new Set([scripted]));
  });

  it('is not begun while a model indexes', async () => {
    let refused: unknown;
    const indexed = await letters(3, (request, call) => {
      if (call !== 1) return naming(request, call);
      const tried = takeBack(indexed).catch((error: unknown) => (refused = error));
      return [tried, ...(naming(request, call) as string[])];
    });
    await indexed.start(ALL);
    expect(String(refused)).toContain('Stop it first');
    expect((await indexed.engine.view()).model).toMatchObject({ phase: 'done', found: { passages: 3 } });
  });
});

it('reports that are set aside count as what their model made, and are taken back with it', async () => {
  const { engine, start, rows } = await letters(24);
  const [row] = await rows('communities');
  await start({ 'model reading': { budget: 100 } });
  const written = (await rows('community_reports')).filter(({ method }) => method.startsWith('Scripted'));
  const [report] = written;
  if (!row || !report) throw new Error('There are no reports.');
  const nothing = { ...EMPTY_TABLES, extractions: [], edits: [] };
  expect(listExtractionRuns({ ...nothing, community_reports: [archivedReport(row, report)] })).toMatchObject([
    { layer: report.method, reads: false, made: { reports: 1 } },
  ]);
  await collect(engine.revertRuns((await engine.extractionRuns()).map(({ layer }) => layer)));
  expect((await rows('community_reports')).flatMap((one) => modelReportOf(one) ?? [])).toEqual([]);
});

const COMPACT = 'Good 8B (compact 1)';
const FULL = 'Good 8B (full 1)';
const joined: Decision = { kind: 'alias', key: 'a', value: { into: 'b', by: 'Good 8B' } };
const row = ({ kind, key, value }: Decision): EditRow => ({
  id: '1',
  sequence: 1,
  time: '2026-01-01T00:00:00Z',
  kind,
  key,
  value: JSON.stringify(value),
});

describe('A decision on two names', () => {
  it('belongs to the reading under which it was made', () => {
    expect(decidedUnder(row(ofLayer(joined, FULL)), [COMPACT, FULL])).toBe(FULL);
  });

  it('belongs to the model’s first reading where it does not say to which, or that one is gone', () => {
    expect(decidedUnder(row(joined), ['Other (full 1)', COMPACT, FULL])).toBe(COMPACT);
    expect(decidedUnder(row(ofLayer(joined, FULL)), [COMPACT])).toBe(COMPACT);
  });

  it('is a model’s: what a person did belongs to none', () => {
    expect(decidedUnder({ ...row(joined), kind: 'merge', value: '"b"' }, [COMPACT])).toBeUndefined();
  });
});

const HALF = { ...READ, 'model reports': { reports: 'all' } };

it('a passage is to the credit of the model that read it, whichever other one was chosen and ran later', async () => {
  const { engine, start, choose, plan } = await letters(12);
  await start();
  const { byModel: before } = await engine.view();
  choose('Tiny', undefined, 'reading');
  choose('Big', undefined, 'reports');
  await start(HALF, { skipSteps: ['model reading', 'model resolution'] });
  expect((await plan()).readers).toEqual([{ title: 'Scripted', passages: 12 }]);
  const { byModel } = await engine.view();
  expect(byModel).toMatchObject({ entities: before?.entities, relationships: before?.relationships });
  expect(byModel?.reports).toBeGreaterThan(0);
});

it('what was read again is to the credit of the last one', async () => {
  const { start, choose, plan } = await letters(6);
  await start();
  choose('Tiny');
  await start(READ, { readAgain: true });
  expect((await plan()).readers).toEqual([{ title: 'Tiny', passages: 6 }]);
});

it('what all runs cost never shrinks: not when another model runs, nor when an index is taken back', async () => {
  const { engine, start, choose } = await letters(12);
  const calls = async (): Promise<number> => (await engine.view()).spentByRuns.calls;
  await start();
  expect(await calls()).toBe(12);
  choose('Tiny');
  await start(READ, { readAgain: true });
  expect((await engine.view()).model?.spent.calls).toBe(12);
  expect(await calls()).toBe(24);
  const layers = (await engine.extractionRuns()).map(({ layer }) => layer);
  await collect(engine.revertRuns(layers.slice(1)));
  expect(await calls()).toBe(24);
  await collect(engine.revertRuns(layers.slice(0, 1)));
  expect(await calls()).toBe(24);
});

it('a passage whose claims were asked for later counts once where that reading stands again', async () => {
  const { engine, start, choose } = await letters(3, claiming(good));
  await start();
  await start({ ...READ, 'model reading': { budget: 100, claims: true } });
  choose('Tiny');
  await start(READ, { readAgain: true });
  const [, tiny] = (await engine.extractionRuns()).map(({ layer }) => layer);
  await collect(engine.revertRuns([tiny ?? '']));
  expect((await engine.view()).model?.found).toMatchObject({ passages: 3, claims: 3 });
});

it('what would be taken back is counted as what was read is, whoever was asked in vain and whatever was read again', async () => {
  const { engine, start, choose, plan } = await letters(12);
  await start();
  choose('Tiny', (request, call) =>
    /on day 1\b|on day 11/u.test(JSON.stringify(request)) ? ['?'] : naming(request, call),
  );
  await start(READ, { readAgain: true });
  const { readers } = await plan();
  expect(readers).toEqual([
    { title: 'Tiny', passages: 10 },
    { title: 'Scripted', passages: 2 },
  ]);
  expect(await engine.extractionRuns()).toMatchObject([
    { layer: expect.stringContaining('Scripted') as string, passages: 2, readSince: 10 },
    { layer: expect.stringContaining('Tiny') as string, passages: 10, readSince: 0 },
  ]);
});
