import { describe, expect, it } from 'vitest';
import type { EngineApi } from '../../../../src/core/engine/api';
import type { IndexEvent } from '../../../../src/core/engine/session/index-events';
import { createEngine } from '../../../../src/core/engine/engine';
import { ModelError } from '../../../../src/core/errors';
import type { EngineEnv } from '../../../../src/core/engine/env';
import type { IndexState } from '../../../../src/core/ports/index-state';
import type { TableName } from '../../../../src/core/tables/tables';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { naming } from '../../../helpers/naming-model';
import { memoryStorage, type MemoryStorage } from '../../../helpers/memory-storage';
import { scriptedModel, type ScriptedModel, type Script } from '../../../helpers/scripted-model';
import { inEnglish } from '../../../../src/core/message';

const PEOPLE = ['Ada', 'Babbage', 'Clara', 'Dorothea', 'Edgar', 'Fanny', 'George', 'Hetty'];
const person = (at: number): string => PEOPLE[at % PEOPLE.length] ?? '';

/** A letter of two sentences about three people; number 0 to 39 are all different. */
function letter(at: number): string {
  const [a, b, c] = [person(at), person(at + 1 + (at >> 3)), person(at + 3)];
  return `${a} wrote to ${b} on day ${String(at)}. ${b} met ${c} at the mill, and it rained.`;
}

interface Begun {
  readonly env: EngineEnv;
  readonly engine: EngineApi;
  readonly id: string;
  readonly model: ScriptedModel;
  readonly storage: MemoryStorage;
}

async function begin(letters = 24, script: Script = naming, parallel = 1): Promise<Begun> {
  const model = scriptedModel(script, parallel);
  const storage = memoryStorage();
  const env = testEnv({ ...storage, models: { chat: async () => model, embedder: async () => null } });
  const engine = createEngine(env);
  const { id } = await engine.createCollection('Letters');
  await engine.open(id);
  const files = Array.from({ length: letters }, (_, at) => textFile(`${String(at)}.txt`, letter(at)));
  await collect(engine.add(files));
  return { env, engine, id, model, storage };
}

const ALL: IndexState['parameters'] = { 'model reading': { budget: 100 } };
/** Reading alone, so that calls are passages. */
const READ: IndexState['parameters'] = {
  ...ALL,
  'model resolution': { resolve: false },
  'model reports': { reports: 'none' },
};
const index = (engine: EngineApi, parameters = READ, signal?: AbortSignal): Promise<IndexEvent[]> =>
  collect(engine.indexWithModel(parameters, signal && { signal }));

interface Report {
  readonly method: string;
  readonly title: string;
  readonly findings: readonly { readonly explanation: string }[];
  readonly finding_sources: string;
}

/** The tables that are derived, as they are on disk. */
async function derived({ env, engine, id }: Pick<Begun, 'env' | 'engine' | 'id'>): Promise<unknown> {
  await engine.view();
  const names: readonly TableName[] = ['entities', 'relationships', 'communities', 'community_reports'];
  const { tables } = await env.collections.open(id);
  const rows = await Promise.all(names.map(async (name) => [name, await tables.read(name)] as const));
  await tables.close();
  return JSON.parse(JSON.stringify(Object.fromEntries(rows)));
}

describe('The plan of an index with a model', () => {
  it('says how many calls and tokens it takes, before anything is asked of the model', async () => {
    const { engine, model } = await begin(10);
    const plan = await engine.modelPlan(ALL);
    expect(plan).toMatchObject({ title: 'Scripted', layer: 'Scripted (compact 2)', depth: 'compact', seconds: null });
    expect(plan?.passages).toEqual({ all: 10, planned: 10, done: 0 });
    expect(plan?.parts[0]).toMatchObject({ step: 'model reading', items: 10, calls: 10 });
    expect(plan?.parts[0]?.promptTokens).toBeGreaterThan(1000);
    expect(model.begun).toEqual([]);
  });

  it('follows the choices without keeping them', async () => {
    const { engine } = await begin(10);
    const calls = async (values: Record<string, number | string | boolean>): Promise<number | undefined> =>
      (await engine.modelPlan({ 'model reading': values }))?.parts[0]?.calls;
    expect(await calls({ budget: 100 })).toBe(10);
    expect(await calls({ budget: 100, claims: true })).toBe(20);
    expect(await calls({ budget: 100, depth: 'full', gleanings: 1 })).toBe(20);
    const steps = await engine.steps();
    const budget = steps.find(({ name }) => name === 'model reading')?.parameters.find(({ name }) => name === 'budget');
    expect(budget?.value).toBe(60);
  });

  it('is nothing without a model', async () => {
    const engine = createEngine(testEnv());
    const { id } = await engine.createCollection('Empty');
    await engine.open(id);
    expect(await engine.modelPlan()).toBeNull();
    await expect(index(engine)).rejects.toThrow('No chat model is chosen');
  });
});

describe('An index with a model', () => {
  it('asks once for each planned passage, and what it says stands for these from then on', async () => {
    const begun = await begin();
    const { engine, model } = begun;
    const before = await engine.view();
    const events = await index(engine);
    expect(model.begun).toHaveLength(24);
    const view = await engine.view();
    expect(view.model).toMatchObject({ phase: 'done', layer: 'Scripted (compact 2)', spent: { calls: 24 } });
    expect(view.model?.found).toMatchObject({ passages: 24 });
    expect(view.upToDate).toBe(true);
    expect(view.counts.entities).toBe(PEOPLE.length);
    expect(before.counts.relationships).toBeGreaterThan(0);
    const { relationships } = (await derived(begun)) as { relationships: { method: string; keywords: string[] }[] };
    expect(relationships.length).toBeGreaterThan(0);
    expect(new Set(relationships.map(({ method }) => method))).toEqual(new Set(['Scripted (compact 2)']));
    expect(relationships[0]?.keywords).toEqual(['stands with']);
    expect(events.some((event) => event.kind === 'model' && event.done > 0 && event.done < event.total)).toBe(true);
  });

  it('reads the share that was chosen, and leaves the rest to what was found without a model', async () => {
    const { engine, model } = await begin(1);
    const long = Array.from({ length: 40 }, (_, at) => `${letter(at)} ${'The water stood high. '.repeat(60)}`).join(
      '\n\n',
    );
    await collect(engine.add([textFile('long.txt', long)]));
    const { passages } = (await engine.modelPlan({ 'model reading': { budget: 50 } })) ?? {};
    await index(engine, { ...READ, 'model reading': { budget: 50 } });
    expect(model.begun).toHaveLength(passages?.planned ?? 0);
    expect(passages?.planned).toBeLessThan((passages?.all ?? 0) * 0.6);
    expect((await engine.view()).counts.entities).toBeGreaterThanOrEqual(PEOPLE.length);
  });

  it('does not ask again when it is begun again', async () => {
    const { engine, model } = await begin();
    await index(engine);
    await index(engine);
    expect(model.begun).toHaveLength(24);
    expect((await engine.view()).model).toMatchObject({ phase: 'done', spent: { calls: 24 } });
  });

  it('joins names, writes the reports of the broadest communities, and does neither twice', async () => {
    const begun = await begin();
    const { engine, model } = begun;
    await index(engine, ALL);
    const { found } = (await engine.view()).model ?? {};
    expect(found?.['names kept apart']).toBeGreaterThan(0);
    expect(found?.['reports']).toBeGreaterThan(0);
    const { community_reports: reports } = (await derived(begun)) as { community_reports: Report[] };
    const written = reports.filter(({ method }) => method === 'Scripted (report 2)');
    expect(written).toHaveLength(found?.['reports'] ?? 0);
    expect(written[0]?.title).toBe('Who met whom');
    expect(written[0]?.findings[0]?.explanation).toMatch(/\[Data: Relationships \(\d+\)\]/u);
    expect(JSON.parse(written[0]?.finding_sources ?? '')).toMatchObject([[{ kind: 'relationship' }]]);
    const calls = model.begun.length;
    await index(engine, ALL);
    expect(model.begun).toHaveLength(calls);
  });

  it('reads only the passages of a document that is added', async () => {
    const { engine, model } = await begin();
    await index(engine);
    await collect(engine.add([textFile('new.txt', letter(39))]));
    expect((await engine.modelPlan(ALL))?.passages).toEqual({ all: 25, planned: 25, done: 24 });
    await index(engine);
    expect(model.begun).toHaveLength(25);
  });

  it('asks nothing when a document is deleted, and the tables are those of an index that never had it', async () => {
    const begun = await begin(12);
    const { engine, model } = begun;
    await index(engine);
    const { documents } = await engine.view();
    const last = documents.find(({ path }) => path === '11.txt');
    await collect(engine.removeDocuments([last?.id ?? '']));
    await index(engine);
    expect(model.begun).toHaveLength(12);
    const never = await begin(11);
    await index(never.engine);
    const bare = (tables: unknown): unknown =>
      (tables as { entities: Record<string, unknown>[] }).entities.map(({ key, type, text_unit_ids: units }) => [
        key,
        type,
        (units as unknown[]).length,
      ]);
    expect(bare(await derived(begun))).toEqual(bare(await derived(never)));
  });

  it('uses as many calls at a time as the model takes', async () => {
    const slow: Script = (request, call) => [
      new Promise((resolve) => setTimeout(resolve, 5)),
      ...(naming(request, call) as string[]),
    ];
    const { engine, model } = await begin(24, slow, 4);
    await index(engine);
    expect(model.most).toBe(4);
  });

  it('leaves a passage whose replies cannot be used to what was found without a model, and says how many', async () => {
    const stubborn: Script = (request, call) =>
      request.messages.at(-1)?.content.includes('day 5.') ? ['I would rather not.'] : naming(request, call);
    const { engine, model } = await begin(12, stubborn);
    await index(engine);
    expect(model.begun).toHaveLength(11 + 3);
    expect((await engine.view()).model).toMatchObject({ phase: 'done', found: { unread: 1, passages: 11 } });
  });

  it('tries what could not be read again when a person asks for it, and only that', async () => {
    let better = false;
    const moody: Script = (request, call) =>
      !better && request.messages.at(-1)?.content.includes('day 5.') ? ['I would rather not.'] : naming(request, call);
    const { engine, model } = await begin(12, moody);
    await index(engine);
    better = true;
    await index(engine);
    expect(model.begun).toHaveLength(11 + 3);
    expect((await engine.modelPlan(READ))?.passages).toEqual({ all: 12, planned: 12, done: 11 });
    await collect(engine.indexWithModel(READ, { begins: true }));
    expect(model.begun).toHaveLength(11 + 3 + 1);
    expect((await engine.view()).model?.found).toMatchObject({ unread: 0, passages: 12 });
  });

  it('writes reports and decides on names in another try that came to nothing in the first', async () => {
    let better = false;
    const moody: Script = (request, call) => {
      const isReading = request.shape?.kind === 'lines' && 'keep' in request.shape.records;
      return isReading || better ? naming(request, call) : ['No idea.'];
    };
    const { engine } = await begin(24, moody);
    await index(engine, ALL);
    const first = (await engine.view()).model?.found ?? {};
    expect(first['reports not written']).toBeGreaterThan(0);
    expect(first['names undecided']).toBeGreaterThan(0);
    better = true;
    await collect(engine.indexWithModel(ALL, { begins: true }));
    const second = (await engine.view()).model?.found ?? {};
    expect(second).toMatchObject({ 'reports not written': 0, 'names undecided': 0, passages: 24 });
    expect(second['reports']).toBeGreaterThan(0);
    expect(second['names kept apart']).toBeGreaterThan(0);
  });

  it('ends when nothing comes of many passages in a row, says why, and keeps what it had', async () => {
    const { engine, model } = await begin(24, () => ['none']);
    await expect(index(engine)).rejects.toThrow('Nothing could be used of the last 12 passages');
    expect(model.begun.length).toBeLessThan(20);
    const { model: run, upToDate } = await engine.view();
    expect(run).toMatchObject({ phase: 'paused', failure: { kind: 'no usable replies' } });
    expect(run?.phase === 'paused' && inEnglish(run.failure?.reason ?? '')).toContain('Nothing could be used');
    expect(upToDate).toBe(true);
  });

  it('leaves passages of which nothing came to what was found without a model, and to the next model', async () => {
    let chosen = scriptedModel(() => ['none']);
    const able = scriptedModel(naming);
    const other = { ...able, info: { ...able.info, choice: { ...able.info.choice, model: 'able' }, title: 'Able' } };
    const env = testEnv({ models: { chat: async () => chosen, embedder: async () => null } });
    const engine = createEngine(env);
    await engine.open((await engine.createCollection('Letters')).id);
    await collect(engine.add(Array.from({ length: 24 }, (_, at) => textFile(`${String(at)}.txt`, letter(at)))));
    const { entities } = (await engine.view()).counts;
    await expect(index(engine)).rejects.toThrow('Nothing could be used');
    expect((await engine.view()).counts.entities).toBe(entities);
    expect((await engine.view()).model?.found).toMatchObject({ unread: 12 });
    chosen = other;
    expect((await engine.modelPlan(READ))?.passages).toEqual({ all: 24, planned: 24, done: 0 });
    await collect(engine.indexWithModel(READ, { begins: true }));
    expect((await engine.view()).model).toMatchObject({ phase: 'done', found: { passages: 24 } });
  });

  it('ends sooner in a small collection, and writes no reports about nothing', async () => {
    const { engine, model } = await begin(7, () => ['none']);
    await expect(index(engine, ALL)).rejects.toThrow('Nothing could be used of the last 5 passages');
    expect(model.begun.length).toBeLessThanOrEqual(7);
  });

  it('asks of few passages more where a run is resumed that ended so, and of all once something comes again', async () => {
    let better = false;
    const { engine } = await begin(40, (request, call) => (better ? naming(request, call) : ['none']));
    await expect(index(engine)).rejects.toThrow('the last 12 passages');
    await expect(index(engine)).rejects.toThrow('the last 3 passages');
    better = true;
    await index(engine);
    expect((await engine.view()).model?.phase).toBe('done');
  });

  it('tries what it turned away again where a run is resumed that ended so, and writes no reports before', async () => {
    const talk: Script = (request, call) => (call === 1 ? naming(request, call) : ['I would rather talk.']);
    let script = talk;
    const { engine, model } = await begin(14, (request, call) => script(request, call));
    await expect(index(engine, ALL)).rejects.toThrow('the last 7 passages');
    await expect(index(engine, ALL)).rejects.toThrow('the last 3 passages');
    await expect(index(engine, ALL)).rejects.toThrow('the last 3 passages');
    await expect(index(engine, ALL)).rejects.toThrow('the last 3 passages');
    expect(model.begun.filter((asked) => !asked.includes('Sentences:'))).toEqual([]);
    script = naming;
    await index(engine, ALL);
    expect((await engine.view()).model).toMatchObject({ phase: 'done', found: { passages: 14, unread: 0 } });
  });

  it('writes no reports where most passages could not be used, though some between them could', async () => {
    // Three calls for each passage without a reply of use: the first one and the seventh are read.
    const moody: Script = (request, call) =>
      [1, 17].includes(call) ? naming(request, call) : ['I would rather talk.'];
    const { engine } = await begin(12, moody);
    await expect(index(engine, ALL)).rejects.toThrow('Nothing could be used of 10 of 12 passages');
    expect((await engine.view()).model).toMatchObject({ phase: 'paused', found: { passages: 2, unread: 10 } });
  });

  it('counts no passage that could not be used of a document that was deleted since', async () => {
    const bad = [0, 1, 2, 3, 20].map((day) => `on day ${String(day)}.`);
    const moody: Script = (request, call) => {
      const asked = request.messages.map(({ content }) => content).join(' ');
      return bad.some((words) => asked.includes(words)) ? ['I would rather talk.'] : naming(request, call);
    };
    const { engine } = await begin(8, moody);
    await index(engine);
    expect((await engine.view()).model).toMatchObject({ phase: 'done', found: { passages: 4, unread: 4 } });
    const { documents } = await engine.view();
    const first = documents.filter(({ path }) => ['0.txt', '1.txt', '2.txt'].includes(path));
    await collect(engine.removeDocuments(first.map(({ id }) => id)));
    await collect(engine.add([20, 21].map((at) => textFile(`${String(at)}.txt`, letter(at)))));
    await index(engine);
    expect((await engine.view()).model?.phase).toBe('done');
  });

  it('goes on by itself when the model cannot be reached for a while, and says so', async () => {
    let failures = 9; // three passages in a row, each of them tried three times
    const gone = new ModelError('Nothing answers there.', { traits: ['worth another try'] });
    const model = scriptedModel((request, call) => (failures-- > 0 ? gone : naming(request, call)));
    const timer: EngineEnv['timer'] = {
      after: (milliseconds, act) => {
        const one = setTimeout(act, milliseconds > 10_000 ? milliseconds : 0);
        return () => clearTimeout(one);
      },
    };
    const engine = createEngine(testEnv({ timer, models: { chat: async () => model, embedder: async () => null } }));
    await engine.open((await engine.createCollection('Letters')).id);
    await collect(engine.add(Array.from({ length: 12 }, (_, at) => textFile(`${String(at)}.txt`, letter(at)))));
    const events = await index(engine);
    const progressWords = events.flatMap((event) => (event.kind === 'model' ? inEnglish(event.words) : []));
    expect(progressWords).toContain('Nothing answers there. This goes on by itself: next try in 10 seconds.');
    expect((await engine.view()).model).toMatchObject({ phase: 'done', found: { passages: 12 } });
  });

  it('tries again at once when a person says so', async () => {
    let failures = 9;
    const gone = new ModelError('Nothing answers there.', { traits: ['worth another try'] });
    const model = scriptedModel((request, call) => (failures-- > 0 ? gone : naming(request, call)));
    const never: EngineEnv['timer'] = {
      after: (milliseconds, act) => (milliseconds < 10_000 && act(), () => undefined),
    };
    const models = { chat: async () => model, embedder: async () => null };
    const engine = createEngine(testEnv({ timer: never, models }));
    await engine.open((await engine.createCollection('Letters')).id);
    await collect(engine.add(Array.from({ length: 12 }, (_, at) => textFile(`${String(at)}.txt`, letter(at)))));
    for await (const event of engine.indexWithModel(READ)) {
      if (event.kind === 'model' && event.waiting) await engine.wakeModelIndex();
    }
    expect((await engine.view()).model).toMatchObject({ phase: 'done', found: { passages: 12 } });
  });

  it('goes on where it was paused, without asking anything twice', async () => {
    const stop = new AbortController();
    const begun = await begin(24, (request, call) => {
      if (call === 10) stop.abort();
      return naming(request, call);
    });
    const { engine, model } = begun;
    await index(engine, READ, stop.signal).catch(() => undefined);
    await collect(engine.leaveModelIndex('paused'));
    const paused = await engine.view();
    expect(paused.model?.phase).toBe('paused');
    expect(paused.upToDate).toBe(true);
    expect(paused.counts.entities).toBeGreaterThan(0);
    await index(engine);
    expect(model.begun.length).toBeLessThanOrEqual(25);
    expect((await engine.view()).model?.phase).toBe('done');
  });

  it('does not go on with another model than the one that began', async () => {
    const first = scriptedModel((request, call) => {
      if (call === 5) chosen = other;
      return naming(request, call);
    });
    const other = {
      ...scriptedModel(naming),
      info: { ...first.info, choice: { ...first.info.choice, model: 'other' } },
    };
    let chosen = first;
    const env = testEnv({ models: { chat: async () => chosen, embedder: async () => null } });
    const engine = createEngine(env);
    const { id } = await engine.createCollection('Letters');
    await engine.open(id);
    await collect(engine.add(Array.from({ length: 12 }, (_, at) => textFile(`${String(at)}.txt`, letter(at)))));
    await expect(index(engine)).rejects.toThrow('Another chat model is chosen now');
    expect((await engine.view()).model).toMatchObject({ phase: 'paused', found: { passages: 5 } });
  });
});

describe('What happens while a model indexes', () => {
  it('a passage that the model refuses is left out, and the run goes on', async () => {
    const refuses: Script = (request, call) =>
      request.messages.at(-1)?.content.includes('day 5.') ? new ModelError('Too long.') : naming(request, call);
    const { engine } = await begin(12, refuses);
    await index(engine);
    expect((await engine.view()).model).toMatchObject({ phase: 'done', found: { unread: 1, passages: 11 } });
  });

  it('a refusal that is not about the passage ends the run, and leaves the passage to be read by the next one', async () => {
    const locked = new ModelError('The server asks for a key.', { traits: ['holds for all'] });
    const { engine } = await begin(12, (request, call) => (call === 12 ? locked : naming(request, call)));
    await expect(index(engine)).rejects.toThrow('The server asks for a key.');
    expect((await engine.view()).model).toMatchObject({ phase: 'paused', found: { passages: 11 } });
    await index(engine);
    const { model } = await engine.view();
    expect(model).toMatchObject({ phase: 'done', found: { passages: 12 } });
    expect(model?.found['unread'] ?? 0).toBe(0);
  });

  it('a model that refuses everything ends the run; the passages that it refused do not stand before the others', async () => {
    let refusing = true;
    const moody: Script = (request, call) => (refusing ? new ModelError('Refused.') : naming(request, call));
    const { engine } = await begin(12, moody);
    await expect(index(engine)).rejects.toThrow('Refused.');
    expect((await engine.view()).model).toMatchObject({
      phase: 'paused',
      failure: { kind: 'failed', reason: 'Refused.' },
      found: { unread: 3 },
    });
    refusing = false;
    const steps = (await index(engine)).filter((event) => event.kind === 'model');
    expect(steps[0]).toMatchObject({ step: 'model reading', done: 0, total: 9 });
    expect((await engine.view()).model).toMatchObject({ phase: 'done', found: { unread: 3, passages: 9 } });
    await collect(engine.indexWithModel(READ, { begins: true }));
    expect((await engine.view()).model?.found).toMatchObject({ unread: 0, passages: 12 });
  });

  it('a document that is added while passages are read is in the tables in the end, and so is all that was read', async () => {
    let begun: Begun | undefined;
    let added: Promise<unknown> | undefined;
    begun = await begin(24, (request, call) => {
      if (call === 22 && begun) added = collect(begun.engine.add([textFile('new.txt', letter(30))]));
      return naming(request, call);
    });
    await index(begun.engine);
    await added;
    const undisturbed = await begin(24, naming);
    await index(undisturbed.engine);
    await collect(undisturbed.engine.add([textFile('new.txt', letter(30))]));
    const { counts, upToDate } = await begun.engine.view();
    expect(upToDate).toBe(true);
    expect(counts.entities).toBe((await undisturbed.engine.view()).counts.entities);
  });

  it('a document that is added while reports are written costs none of them', async () => {
    let begun: Begun | undefined;
    let added: Promise<unknown> | undefined;
    begun = await begin(24, (request, call) => {
      if (request.shape?.kind !== 'record') return naming(request, call);
      added ??= begun && collect(begun.engine.add([textFile('new.txt', 'Nothing of theirs is said in it.')]));
      return [added ?? Promise.resolve(), ...(naming(request, call) as string[])];
    });
    await index(begun.engine, ALL);
    const { found } = (await begun.engine.view()).model ?? {};
    const { community_reports: reports } = (await derived(begun)) as { community_reports: Report[] };
    const standing = reports.filter(({ method }) => method === 'Scripted (report 2)');
    expect(standing.length).toBeGreaterThan(0);
    expect(standing).toHaveLength(found?.['reports'] ?? 0);
  });

  it('a document that is deleted while descriptions are joined leaves no word behind', async () => {
    let begun: Begun | undefined;
    let deleted: Promise<unknown> | undefined;
    const remove = async (): Promise<void> => {
      if (!begun) return;
      const { documents } = await begun.engine.view();
      await collect(begun.engine.removeDocuments(documents.flatMap(({ id, path }) => (path === '3.txt' ? [id] : []))));
    };
    begun = await begin(8, (request) => {
      const prompt = request.messages.at(-1)?.content ?? '';
      if (request.shape?.kind !== 'record') {
        const day = /day (\d+)/u.exec(prompt)?.[1] ?? '';
        const names = [
          ...new Set([...prompt.matchAll(/\b(Ada|Babbage|Clara|Dorothea|Edgar|Fanny|George|Hetty)\b/gu)].map(String)),
        ];
        return [names.map((name) => `entity|${name.split(',')[0] ?? ''}|person|1|Seen on day ${day}.`).join('\n')];
      }
      deleted ??= remove();
      return [deleted, JSON.stringify({ description: `All of it: ${/\[.*\]/u.exec(prompt)?.[0] ?? ''}` })];
    });
    const reading = { budget: 100, depth: 'full', gleanings: 0 };
    const parameters = { ...READ, 'model reading': reading, 'model descriptions': { join_above: 0 } };
    await index(begun.engine, parameters);
    const { entities } = (await derived(begun)) as { entities: { description: string }[] };
    expect(entities.some(({ description }) => description.startsWith('All of it'))).toBe(true);
    expect(JSON.stringify(entities)).not.toContain('day 3.');
  });
});

describe('Another model for reports', () => {
  it('writes them, while the first one reads and joins names', async () => {
    const reader = scriptedModel(naming);
    const base = scriptedModel(naming);
    const choice = { ...base.info.choice, model: 'large' };
    const writer: ScriptedModel = Object.assign(base, { info: { ...base.info, title: 'Large', choice } });
    const chat: EngineEnv['models']['chat'] = async (purpose) => (purpose === 'reports' ? writer : reader);
    const env = testEnv({ models: { chat, embedder: async () => null } });
    const engine = createEngine(env);
    const { id } = await engine.createCollection('Letters');
    await engine.open(id);
    await collect(engine.add(Array.from({ length: 12 }, (_, at) => textFile(`${String(at)}.txt`, letter(at)))));
    expect(await engine.modelPlan(ALL)).toMatchObject({ title: 'Scripted', reporter: 'Large' });
    await index(engine, ALL);
    expect(writer.begun.length).toBeGreaterThan(0);
    expect(writer.begun.every((prompt) => prompt.includes('-----'))).toBe(true);
    expect(reader.begun.length).toBeGreaterThanOrEqual(12);
    const { community_reports: reports } = (await derived({ env, engine, id })) as { community_reports: Report[] };
    expect(reports.some(({ method }) => method === 'Large (report 2)')).toBe(true);
  });
});

describe('A report that a person asks for', () => {
  it('is written by the model, stands from then on, and is not asked for again', async () => {
    const begun = await begin();
    const { engine, model } = begun;
    const [wanted] = await engine.communities();
    const number = wanted?.row.community ?? -1;
    await collect(engine.writeReport(number));
    const { community_reports: reports } = (await derived(begun)) as {
      community_reports: (Report & { community: number })[];
    };
    expect(reports.filter(({ method }) => method === 'Scripted (report 2)').map(({ community }) => community)).toEqual([
      number,
    ]);
    await collect(engine.writeReport(number));
    expect(model.begun).toHaveLength(1);
  });

  it('is written again when asked for again, from a reply of its own each time', async () => {
    const seeds: (number | undefined)[] = [];
    const begun = await begin(24, (request, call) => {
      seeds.push(request.seed);
      return naming(request, call);
    });
    const { engine } = begun;
    const [wanted] = await engine.communities();
    const number = wanted?.row.community ?? -1;
    await collect(engine.writeReport(number));
    await collect(engine.writeReport(number, { again: true }));
    await collect(engine.writeReport(number, { again: true }));
    expect(seeds).toHaveLength(3);
    expect(new Set(seeds).size).toBe(3);
    const { community_reports: reports } = (await derived(begun)) as { community_reports: Report[] };
    expect(reports.filter(({ method }) => method === 'Scripted (report 2)')).toHaveLength(1);
  });

  it('is asked for anew after replies of no use', async () => {
    let isUseless = true;
    const begun = await begin(24, (request, call) => (isUseless ? ['No.'] : naming(request, call)));
    const { engine } = begun;
    const [wanted] = await engine.communities();
    const number = wanted?.row.community ?? -1;
    await expect(collect(engine.writeReport(number))).rejects.toThrow('stays');
    isUseless = false;
    await collect(engine.writeReport(number));
    const { community_reports: reports } = (await derived(begun)) as { community_reports: Report[] };
    expect(reports.filter(({ method }) => method === 'Scripted (report 2)')).toHaveLength(1);
  });

  it('stays what it was when no reply can be used, and says so', async () => {
    const begun = await begin(24, () => ['No.']);
    const [wanted] = await begun.engine.communities();
    await expect(collect(begun.engine.writeReport(wanted?.row.community ?? -1))).rejects.toThrow('stays');
    const { community_reports: reports } = (await derived(begun)) as { community_reports: Report[] };
    expect(reports).toEqual([]);
  });
});

describe('An index with a model whose tab is killed', () => {
  /** An engine on the storage of one that is gone: what it had in memory is lost. */
  async function again({ env, id, storage }: Begun): Promise<EngineApi> {
    storage.kill();
    const engine = createEngine(env);
    await engine.open(id);
    return engine;
  }

  it.each([1, 3, 7, 12, 18, 23, 24, 25, 26, 27, 28, 29])(
    'at call %i goes on with no call repeated but the one in flight, to the same tables',
    async (kill) => {
      const undisturbed = await begin();
      await index(undisturbed.engine, ALL);
      let die: () => void = () => undefined;
      const dead = new Promise<void>((resolve) => (die = resolve));
      const begun = await begin(24, (request, call) => {
        if (call !== kill) return naming(request, call);
        die();
        return [new Promise(() => undefined)];
      });
      void index(begun.engine, ALL).catch(() => undefined);
      await dead;
      const engine = await again(begun);
      expect((await engine.view()).model?.phase).toBe('running');
      await index(engine, ALL);
      expect(begun.model.begun).toHaveLength(undisturbed.model.begun.length + 1);
      expect(await derived({ ...begun, engine })).toEqual(await derived(undisturbed));
    },
  );
});
