import { describe, expect, it } from 'vitest';
import type { EngineApi } from '../../../../src/core/engine/api';
import type { ChatModel } from '../../../../src/core/models/chat-model';
import { documentIdsOf } from '../../../../src/core/reports/context/report-line-hashes';
import { collect, textFile } from '../../../helpers/engine-env';
import { letters, READ, type Letters, letter } from '../../../helpers/indexed-letters';
import { naming } from '../../../helpers/naming-model';
import type { Script } from '../../../helpers/scripted-model';
import { createEngine } from '../../../../src/core/engine/engine';

const BY_MODEL = 'Scripted (report 2)';
const ON_USE = { ...READ, 'model reports': { reports: 'top', on_use: 'always', most: 1 } };

/** Letters that a model has read, and none of whose reports it has written. */
async function read(
  script: Script = naming,
  parameters = READ,
): Promise<Letters & { readonly all: readonly number[] }> {
  const indexed = await letters(24, script);
  await indexed.start({ ...parameters, 'model reports': { ...parameters['model reports'], reports: 'none' } });
  return { ...indexed, all: await numbersOf(indexed.engine) };
}

const numbersOf = async (engine: EngineApi): Promise<readonly number[]> =>
  (await engine.communities()).map(({ row }) => row.community);

const written = async ({ rows }: Letters): Promise<readonly number[]> =>
  (await rows('community_reports')).filter(({ method }) => method === BY_MODEL).map(({ community }) => community);

describe('Reports that were opened or that an answer used', () => {
  it('are told with the price of each, in the order in which they are wanted, but for those that a model has written', async () => {
    const indexed = await read();
    const { engine, model, all } = indexed;
    const [first = -1, second = -1] = all;
    const calls = model.begun.length;
    const wanted = { communities: [second, first, second, 9999] };
    const found = await engine.reportsToWrite(wanted);
    expect(found?.model).toBe('Scripted');
    expect(found?.reports.map(({ community }) => community)).toEqual([second, first]);
    for (const { price } of found?.reports ?? []) {
      expect(price).toMatchObject({ items: 1, calls: 1 });
      expect(price.promptTokens).toBeGreaterThan(100);
    }
    expect(model.begun).toHaveLength(calls);
    await collect(engine.writeReport(second));
    expect((await engine.reportsToWrite(wanted))?.reports.map(({ community }) => community)).toEqual([first]);
  });

  it('are found by the ids that an answer kept, unless they have been written since', async () => {
    const { engine, all } = await read();
    const [first = -1, second = -1] = all;
    const nodes = await engine.communities();
    const idOf = (number: number): string => nodes.find(({ row }) => row.community === number)?.reportId ?? '';
    const reportIds = [idOf(second), 'gone', idOf(first)];
    const before = await engine.reportsToWrite({ reportIds });
    expect(before?.reports.map(({ community }) => community)).toEqual([second, first]);
    await collect(engine.writeReport(second));
    expect((await engine.reportsToWrite({ reportIds }))?.reports.map(({ community }) => community)).toEqual([first]);
  });

  it('are priced one by one up to twenty, and the others by these', async () => {
    const name = (kind: string, at: number): string => `${kind}${String.fromCharCode(97 + at)}`;
    const { engine, env } = await letters(0);
    const pairs = Array.from({ length: 24 }, (_, at) => {
      const [one, other] = [name('Anna', at), name('Bert', at)];
      return textFile(`${String(at)}.txt`, `${one} wrote to ${other}. ${other} met ${one} at the mill.`);
    });
    await collect(engine.add(pairs));
    const get = env.replies.get.bind(env.replies);
    let looked = 0;
    Object.assign(env.replies, {
      get: (key: string) => {
        looked += 1;
        return get(key);
      },
    });
    const found = await engine.reportsToWrite({ communities: await numbersOf(engine) });
    const reports = found?.reports ?? [];
    expect(reports).toHaveLength(24);
    expect(looked).toBe(20);
    expect(reports.filter(({ reckoned }) => reckoned).map((one) => reports.indexOf(one))).toEqual([20, 21, 22, 23]);
    const [first, last] = [reports[0]?.price, reports[23]?.price];
    expect(last).toMatchObject({ items: 1, calls: 1 });
    expect((last?.promptTokens ?? 0) / (first?.promptTokens ?? 0)).toBeCloseTo(1, 1);
  });

  it('are looked up no further once nobody wants to know', async () => {
    const { engine, env, all } = await read();
    const leaving = new AbortController();
    let looked = 0;
    const pause = env.clock.yield;
    Object.assign(env.clock, {
      yield: () => {
        if (++looked === 1) leaving.abort();
        return pause();
      },
    });
    const found = engine.reportsToWrite({ communities: all }, { signal: leaving.signal });
    await expect(found).rejects.toThrow(/abort/iu);
    expect(looked).toBe(1);
    expect(all.length).toBeGreaterThan(1);
  });

  it('are written once where two want the same, which is no failure of either', async () => {
    const indexed = await read();
    const { engine, model, all } = indexed;
    const calls = model.begun.length;
    const [number = -1] = all;
    await Promise.all([collect(engine.writeReport(number)), collect(engine.writeReport(number, { background: true }))]);
    expect(await written(indexed)).toEqual([number]);
    expect(model.begun).toHaveLength(calls + 1);
  });

  it('cost as many tokens as was told', async () => {
    const sizes: number[] = [];
    const { engine, all } = await read((request, call) => {
      sizes.push(request.messages.reduce((sum, { content }) => sum + content.length, 0));
      return naming(request, call);
    });
    const found = await engine.reportsToWrite({ communities: all.slice(0, 3) });
    sizes.length = 0;
    for (const { community } of found?.reports ?? []) await collect(engine.writeReport(community));
    const prices = found?.reports.map(({ price }) => price.promptTokens) ?? [];
    expect(sizes).toHaveLength(prices.length);
    for (const [at, size] of sizes.entries()) {
      expect((prices[at] ?? 0) / size).toBeGreaterThan(0.15);
      expect((prices[at] ?? 0) / size).toBeLessThan(0.5);
    }
  });

  it.each([
    ['a server, unless it is said so', 'server', {}, false],
    ['a server, where it is said so', 'server', { on_use: 'always' }, true],
    ['a model in the tab', 'webllm', {}, true],
    ['a model in the tab, where they are to be asked for', 'webllm', { on_use: 'asked' }, false],
    ['a model in the tab, where no reports are wanted at all', 'webllm', { reports: 'none' }, false],
  ] as const)('are written by themselves or not by %s', async (_case, provider, chosen, expected) => {
    const { engine, env } = await read();
    const before = await env.models.chat('reports');
    if (!before) throw new Error('No model is chosen');
    const info = { ...before.info, choice: { ...before.info.choice, provider } };
    const model: ChatModel = { ...before, info };
    Object.assign(env.models, { chat: async () => model });
    await collect(engine.configure('model reports', { reports: 'top', ...chosen }));
    expect(await engine.reportsToWrite({ communities: [] })).toMatchObject({ byThemselves: expected, afterAnswer: 3 });
  });

  it('are not written by themselves in a collection that no model has read', async () => {
    const { engine } = await letters(8);
    await collect(engine.configure('model reports', { on_use: 'always' }));
    expect(await engine.reportsToWrite({ communities: await numbersOf(engine) })).toMatchObject({
      byThemselves: false,
    });
  });

  it('come behind a question, which takes the only seat, and are begun again after it', async () => {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let isStalled = false;
    const indexed = await read((request, call) => {
      if (request.shape?.kind !== 'record' || isStalled) return naming(request, call);
      isStalled = true;
      begin();
      return [new Promise(() => undefined)];
    });
    const { engine, model, all } = indexed;
    const writing = collect(engine.writeReport(all[0] ?? -1, { background: true }));
    await begun;
    const calls = model.begun.length;
    await collect(engine.tryModel('A question of a person'));
    await writing;
    expect(model.aborted).toHaveLength(1);
    expect(model.begun.slice(calls)[0]).toBe('A question of a person');
    expect(await written(indexed)).toEqual([all[0]]);
  });

  it('leave all as it was where they are stopped, and cost no second call where the reply had come', async () => {
    const indexed = await read((request, call) =>
      request.shape?.kind === 'record' && call === 25 ? [new Promise(() => undefined)] : naming(request, call),
    );
    const { engine, model, rows, all } = indexed;
    const before = await rows('community_reports');
    expect(model.begun).toHaveLength(24);
    const stop = new AbortController();
    const writing = collect(engine.writeReport(all[0] ?? -1, { background: true, signal: stop.signal }));
    await expect.poll(() => model.begun.length).toBe(25);
    stop.abort();
    await writing.catch(() => undefined);
    expect(await rows('community_reports')).toEqual(before);
    await collect(engine.writeReport(all[0] ?? -1, { background: true }));
    expect(model.begun).toHaveLength(26);
    await collect(engine.revertRuns([BY_MODEL]));
    expect(await written(indexed)).toEqual([]);
    await collect(engine.writeReport(all[0] ?? -1, { background: true }));
    expect(model.begun).toHaveLength(26);
    expect(await written(indexed)).toEqual([all[0]]);
  });

  it('go with a document whose words they were written from, and so do the replies', async () => {
    const indexed = await read();
    const { engine, env, rows, all } = indexed;
    const replies = env.replies as unknown as { kept: Map<string, { owners: readonly string[] }> };
    await collect(engine.writeReport(all[0] ?? -1, { background: true }));
    const report = (await rows('community_reports')).find(({ method }) => method === BY_MODEL);
    const [gone = ''] = documentIdsOf(report?.context_documents ?? []);
    expect((await engine.view()).documents.map(({ id }) => id)).toContain(gone);
    const owned = (): boolean =>
      [...replies.kept.values()].some(({ owners }) => owners.some((owner) => owner.includes(gone)));
    expect(owned()).toBe(true);
    await collect(engine.removeDocuments([gone]));
    expect(await written(indexed)).toEqual([]);
    expect(owned()).toBe(false);
  });
});

describe('What single reports and descriptions cost', () => {
  it('is counted with the collection, those of no use too, apart from the runs', async () => {
    let isUseless = false;
    const indexed = await read((request, call) =>
      request.shape?.kind === 'record' && isUseless ? ['No.'] : naming(request, call),
    );
    const { engine, model, all } = indexed;
    const before = await engine.view();
    expect(before.besides).toBeNull();
    const calls = model.begun.length;
    await collect(engine.writeReport(all[0] ?? -1, { background: true }));
    await collect(engine.writeReport(all[0] ?? -1));
    expect((await engine.view()).besides).toMatchObject({ calls: 1, promptTokens: 1 });
    isUseless = true;
    await expect(collect(engine.writeReport(all[1] ?? -1))).rejects.toThrow('stays');
    isUseless = false;
    const [document] = before.documents;
    const [entity] = (await engine.document(document?.id ?? ''))?.entities ?? [];
    await collect(engine.describeEntity(entity?.id ?? ''));
    const after = await engine.view();
    expect(after.besides?.calls).toBe(model.begun.length - calls);
    expect(after.model?.spent).toEqual(before.model?.spent);
    await indexed.start(ON_USE);
    expect((await engine.view()).besides).toEqual(after.besides);
  });
});

it('a run of reports alone reads no passage and joins no name, though some are left, and says beforehand what it costs', async () => {
  const indexed = await letters(24);
  const { engine, model, start, plan, rows } = indexed;
  const more = { 'model reading': { budget: 100 }, 'model reports': { reports: 'none' } };
  await start(more);
  await collect(engine.add([textFile('new.txt', letter(30))]));
  expect((await plan(more)).parts.map(({ step }) => step)).toContain('model reading');
  const others = (await plan(more)).steps.filter((step) => step !== 'model reports');
  const extras = { allReports: true, skipSteps: others };
  const { parts } = await plan(more, extras);
  expect(parts.map(({ step }) => step)).toEqual(['model reports']);
  const before = { records: await rows('extractions'), edits: await rows('edits'), calls: model.begun.length };
  await start(more, extras);
  expect(await rows('extractions')).toEqual(before.records);
  expect(await rows('edits')).toEqual(before.edits);
  expect(model.begun.length - before.calls).toBe(parts[0]?.calls);
  const reports = await rows('community_reports');
  expect(reports.filter(({ method }) => method.startsWith('Scripted (report')).length).toBeGreaterThan(0);
  expect((await plan(more)).parts.map(({ step }) => step)).toContain('model reading');
});

it.each([
  [0, 5],
  [7, 7],
])('A report has as many findings as a person wants, after a reload, too: %i for %i', async (findings, shown) => {
  const asked: string[] = [];
  const { env, engine, start } = await letters(6, (request, call) => {
    if (request.shape?.kind === 'record') asked.push(request.messages[0]?.content ?? '');
    return naming(request, call);
  });
  await start({ 'model reading': { budget: 100 }, 'model reports': { reports: 'all', findings } });
  expect(asked.length).toBeGreaterThan(0);
  for (const prompt of asked) expect(prompt).toContain(`"findings": up to ${String(shown)},`);
  const { collection } = await engine.view();
  const reloaded = createEngine(env);
  await reloaded.open(collection.id);
  const reports = (await reloaded.steps()).find(({ name }) => name === 'model reports');
  expect(reports?.parameters.find(({ name }) => name === 'findings')).toMatchObject({ value: findings });
});
