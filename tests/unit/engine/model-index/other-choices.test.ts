import { describe, expect, it, afterEach } from 'vitest';
import type { IndexState } from '../../../../src/core/ports/index-state';
import { collect } from '../../../helpers/engine-env';
import { letters, READ } from '../../../helpers/indexed-letters';
import { naming } from '../../../helpers/naming-model';
import type { Script } from '../../../helpers/scripted-model';
import { PROMPTS } from '../../../../src/core/engine/session/setting-calls';
import { claiming, good } from '../../../helpers/claiming-model';

const TYPES: IndexState['parameters'] = { ...READ, 'model reading': { budget: 100, entity_types: 'person, mill' } };
const REPORTS: IndexState['parameters'] = { ...READ, 'model reports': { reports: 'top' } };

describe('What was read with other choices', () => {
  it('is not read again by itself, and the plan says how many passages and what reading them again takes', async () => {
    const { plan, start, model } = await letters(6);
    await start();
    expect((await plan()).offers.readAgain).toBeNull();
    const other = await plan(TYPES);
    expect(other.parts).toEqual([]);
    expect(other.passages).toEqual({ all: 6, planned: 6, done: 6 });
    expect(other.offers.readAgain).toMatchObject({ items: 6, calls: 6 });
    await start(TYPES);
    expect(model.begun).toHaveLength(6);
  });

  it('is read again in the one run that a person asks it of, and not in the next', async () => {
    const { plan, start, model } = await letters(6);
    await start();
    const again = await plan(TYPES, { readAgain: true });
    expect(again.parts[0]).toMatchObject({ step: 'model reading', items: 6, calls: 6 });
    await start(TYPES, { readAgain: true });
    expect(model.begun).toHaveLength(12);
    expect((await plan(TYPES)).offers.readAgain).toBeNull();
    const fewer = { ...READ, 'model reading': { budget: 100, entity_types: 'person' } };
    expect(await plan(fewer)).toMatchObject({ parts: [], offers: { readAgain: { items: 6 } } });
  });

  it('goes on being read again where such a run was paused', async () => {
    const stop = new AbortController();
    const script: Script = (request, call) => {
      if (call === 6 + 3) stop.abort();
      return naming(request, call);
    };
    const { engine, start, plan, model } = await letters(6, script);
    await start();
    const asked = { begins: true, extras: { readAgain: true }, signal: stop.signal };
    await collect(engine.indexWithModel(TYPES, asked)).catch(() => undefined);
    await collect(engine.leaveModelIndex('paused'));
    expect((await engine.modelPlan(TYPES))?.passages.done).toBeLessThan(6);
    await collect(engine.indexWithModel());
    expect((await plan(TYPES)).offers.readAgain).toBeNull();
    expect(model.begun.length).toBeLessThanOrEqual(6 + 6 + 1);
  });

  it('is tried again in the next round where it could not be read, though an earlier reading stands', async () => {
    const { choose, engine, plan, start } = await letters(6);
    await start();
    let better = false;
    const other = choose('Other', (request, call) => (better ? naming(request, call) : ['I would rather not.']));
    await expect(start(READ, { readAgain: true })).rejects.toThrow('Nothing could be used');
    const { unread = 0 } = (await engine.view()).model?.found ?? {};
    expect(unread).toBeGreaterThan(0);
    better = true;
    const asked = other.begun.length;
    expect((await plan()).parts[0]).toMatchObject({ step: 'model reading', items: unread });
    await start();
    expect(other.begun).toHaveLength(asked + unread);
    expect((await engine.view()).model?.found).toMatchObject({ unread: 0, passages: unread });
  });

  it('counts another language, openness, wording of claims and edited questions, each where it is asked for', async () => {
    const names = 'Ada, Babbage, Clara, Dorothea, Edgar'.split(', ');
    const { env, plan, start } = await letters(3, ({ shape }) => [
      shape?.kind === 'lines' && 'claim' in shape.records
        ? 'none'
        : names.map((name) => `entity|${name}|person|1,2|A person.`).join('\n'),
    ]);
    const full = { budget: 100, depth: 'full', gleanings: 1, claims: true };
    const reading = (values: Record<string, string | number | boolean>) => ({ ...READ, 'model reading': values });
    await start(reading(full));
    const items = async (values: Record<string, string | number | boolean>): Promise<number | undefined> =>
      (await plan(reading({ ...full, ...values }))).offers.readAgain?.items;
    expect(await items({})).toBeUndefined();
    expect(await items({ language: 'German' })).toBe(3);
    expect(await items({ open_types: true })).toBe(3);
    expect(await items({ claims_about: 'promises' })).toBe(3);
    expect(await items({ claims_about: 'promises', claims: false })).toBeUndefined();
    await env.settings.change('prompts', { gleaning: { user: 'What else is there?' } });
    expect(await items({})).toBe(3);
    expect(await items({ gleanings: 0 })).toBe(3);
  });

  it('counts another model, also one of the same name on another server', async () => {
    const { choose, model, plan, start } = await letters(3);
    await start();
    choose('Other');
    expect(await plan()).toMatchObject({ parts: [], offers: { readAgain: { items: 3 } } });
    const twin = choose(model.info.title);
    expect(twin.info.choice).not.toEqual(model.info.choice);
    expect((await plan()).offers.readAgain).toMatchObject({ items: 3 });
    await start(READ, { readAgain: true });
    expect(twin.begun).toHaveLength(3);
  });

  it('is not said of passages whose marker is older than the choices in it', async () => {
    const { engine, env, plan, start, rows } = await letters(3);
    await start();
    const { collection } = await engine.view();
    await engine.createCollection('Elsewhere').then(({ id }) => engine.open(id));
    const { tables } = await env.collections.open(collection.id);
    const extractions = (await rows('extractions')).map((row) => {
      const { choices: _gone, ...rest } = JSON.parse(row.attributes) as Record<string, unknown>;
      return row.kind === 'read' ? { ...row, attributes: JSON.stringify(rest) } : row;
    });
    await tables.commit({ replace: { extractions } });
    await tables.close();
    await engine.open(collection.id);
    expect(await plan(TYPES)).toMatchObject({ parts: [], passages: { done: 3 }, offers: { readAgain: null } });
  });
});

describe('Reports by another model', () => {
  it('stand, and the plan says how many there are and what writing them again takes', async () => {
    const { choose, plan, start, rows } = await letters(24);
    await start(REPORTS);
    const by = async (): Promise<readonly string[]> =>
      (await rows('community_reports')).map(({ method }) => method).filter((method) => method.includes('(report'));
    const written = (await by()).length;
    expect(written).toBeGreaterThan(0);
    expect(await plan(REPORTS)).toMatchObject({ parts: [], offers: { writeAgain: null } });
    const large = choose('Large', naming, 'reports');
    const offered = await plan(REPORTS);
    expect(offered.parts).toEqual([]);
    expect(offered.offers.writeAgain).toMatchObject({ items: written, calls: written });
    expect((await plan(REPORTS, { writeAgain: true })).parts).toMatchObject([
      { step: 'model reports', items: written },
    ]);
    await start(REPORTS);
    expect(large.begun).toEqual([]);
    await start(REPORTS, { writeAgain: true });
    expect(large.begun).toHaveLength(written);
    expect((await by()).filter((method) => !method.startsWith('Large (report'))).toEqual([]);
    expect((await plan(REPORTS)).offers.writeAgain).toBeNull();
  });

  it('are those in another language and those written with other words, too', async () => {
    const { env, plan, start } = await letters(24);
    await start(REPORTS);
    const german = { ...REPORTS, 'model reading': { budget: 100, language: 'German' } };
    expect((await plan(german)).offers.writeAgain?.items).toBeGreaterThan(0);
    await env.settings.change('prompts', { report: { system: 'Report on {findings} things.' } });
    expect((await plan(REPORTS)).offers.writeAgain?.items).toBeGreaterThan(0);
  });
});

describe('Documents that are made anew since a parameter changed', () => {
  it('keep what a model read in passages that stay the same, and nothing is asked again', async () => {
    const { engine, model, plan, rows, start } = await letters(6);
    await start();
    const byModel = async () => (await rows('extractions')).filter(({ layer }) => layer.startsWith('Scripted'));
    const before = await byModel();
    const mentions = (await engine.steps()).find(({ name }) => name === 'mentions');
    expect(mentions).toBeDefined();
    await collect(engine.configure('mentions', {}));
    expect(await byModel()).toEqual(before);
    expect(await plan(READ)).toMatchObject({ parts: [], passages: { done: 6 } });
    expect(model.begun).toHaveLength(6);
  });
});

const NAME = /\b(?:Ada|Babbage|Clara|Dorothea|Edgar|Fanny|George|Hetty)\b/gu;
/** Names the people of a passage in either depth, and what is claimed of the first. */
const reading: Script = claiming(good, (request, call) => {
  const { shape, messages } = request;
  if (shape?.kind !== 'lines' || !('entity' in shape.records)) return naming(request, call);
  const names = new Set(Array.from(messages[1]?.content.matchAll(NAME) ?? [], ([name]) => name));
  return [[...names].map((name) => `entity|${name}|person|1,2|${name} was seen.`).join('\n')];
});
const WORDS = PROMPTS.map((prompt) => ({ prompt, ...prompt }));
type Reworded = { -readonly [Part in 'system' | 'user']: string };

/** Words each prompt anew, as another version of Burrow does. */
function reword(): void {
  for (const { prompt, system, user } of WORDS)
    Object.assign<Reworded, Reworded>(prompt, { system: `${system}\nBe brief.`, user: `${user}\nNow:` });
}

afterEach(() => {
  for (const { prompt, system, user } of WORDS) Object.assign<Reworded, Reworded>(prompt, { system, user });
});

const index = (choices: object): IndexState['parameters'] => ({
  'model reading': { budget: 100, ...choices },
  'model reports': { reports: 'all' },
});
const PERSONA = { persona: 'a historian of mills' };
const FULL = { depth: 'full', gleanings: 1, claims: true };
const OWN_WORDS = { compact: { system: 'Name the people.\n{form}' }, report: { system: 'Be short.' } };

describe('An index that was made with other default words', () => {
  it.each([
    ['with a small model', {}, {}],
    ['by a reader', PERSONA, {}],
    ['in full depth with claims, by a reader', { ...FULL, ...PERSONA }, {}],
    ['with a person’s own words beside the default ones', {}, OWN_WORDS],
  ])('is finished, and nothing of it is offered again: %s', async (_how, choices, words) => {
    const { engine, model, plan, start } = await letters(6, reading);
    await engine.changeSetting('prompts', words);
    const parameters = index(choices);
    await start(parameters);
    const before = await plan(parameters);
    const calls = model.begun.length;
    expect(calls).toBeGreaterThan(0);
    reword();
    expect(await plan(parameters)).toEqual(before);
    expect(before).toMatchObject({ parts: [], offers: { readAgain: null, writeAgain: null } });
    await start(parameters);
    expect(model.begun).toHaveLength(calls);
  });

  it('is offered again where a person changes the words', async () => {
    const { engine, plan, start } = await letters(6, reading);
    const parameters = index({});
    await start(parameters);
    await engine.changeSetting('prompts', OWN_WORDS);
    const { parts, offers } = await plan(parameters);
    expect(parts).toEqual([]);
    expect(offers.readAgain?.items).toBe(6);
    expect(offers.writeAgain?.items).toBeGreaterThan(0);
  });
});
