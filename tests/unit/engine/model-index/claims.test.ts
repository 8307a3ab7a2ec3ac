import { describe, expect, it } from 'vitest';
import type { EngineApi } from '../../../../src/core/engine/api';
import { createEngine } from '../../../../src/core/engine/engine';
import { asksClaims, claiming, good, pointless } from '../../../helpers/claiming-model';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { letter, letters, READ } from '../../../helpers/indexed-letters';
import { naming } from '../../../helpers/naming-model';
import { scriptedModel, type Script, type ScriptedModel } from '../../../helpers/scripted-model';
import type { IndexState } from '../../../../src/core/ports/index-state';
import { shownData } from '../../../helpers/shown-data';

const PARAMETERS = {
  'model reading': { budget: 100, claims: true },
  'model resolution': { resolve: false },
  'model reports': { reports: 'none' },
};

async function begin(
  letters: number,
  script: Script,
  as = (model: ScriptedModel): ScriptedModel => model,
): Promise<{ engine: EngineApi; model: ScriptedModel }> {
  const model = as(scriptedModel(script));
  const engine = createEngine(testEnv({ models: { chat: async () => model, embedder: async () => null } }));
  await engine.open((await engine.createCollection('Letters')).id);
  await collect(engine.add(Array.from({ length: letters }, (_, at) => textFile(`${String(at)}.txt`, letter(at)))));
  return { engine, model };
}

const index = (engine: EngineApi) => collect(engine.indexWithModel(PARAMETERS, { begins: true }));

/** Three letters of which no claim could be read, with a model that does better from now on, and the calls made since. */
async function begunWithoutClaims() {
  let claims = pointless;
  const { engine, model } = await begin(
    3,
    claiming(() => claims()),
  );
  await index(engine);
  const before = model.begun.length;
  claims = good;
  return { engine, calls: () => model.begun.length - before };
}

describe('Claims of which no reply could be used', () => {
  it('are counted, passage by passage, while the rest that was read stands', async () => {
    const { engine } = await begin(3, claiming(pointless));
    await index(engine);
    expect((await engine.view()).model).toMatchObject({
      phase: 'done',
      found: {
        passages: 3,
        'claims unread': 3,
        'failed replies': 9,
        'rejected: claim about nothing listed': 9,
      },
    });
    expect((await engine.view()).counts.entities).toBeGreaterThan(0);
  });

  it('stand in the plan by themselves, at the price of their own calls and of the retries that such replies make likely', async () => {
    const { engine } = await begin(3, claiming(pointless));
    await index(engine);
    const plan = await engine.modelPlan();
    expect(plan?.passages).toEqual({ all: 3, planned: 3, done: 3, lackClaims: 3, claimsInVain: 3 });
    expect(plan?.parts).toMatchObject([
      { step: 'model reading', claimsAlone: true, items: 3, calls: 6, retries: 3, answered: 3 },
    ]);
  });

  it('are asked for again when a person begins another run, and nothing else is', async () => {
    const { engine, calls } = await begunWithoutClaims();
    await index(engine);
    expect(calls()).toBe(3);
    expect((await engine.view()).model?.found).toMatchObject({ passages: 3, 'claims unread': 0, claims: 3 });
    expect((await engine.view()).byModel?.claims).toBe(3);
    expect((await engine.modelPlan())?.parts).toEqual([]);
  });

  it('of many passages in a row end the asking for claims, and reading goes on', async () => {
    const { engine, model } = await begin(40, claiming(pointless));
    await index(engine);
    const { phase, found = {} } = (await engine.view()).model ?? {};
    expect(phase).toBe('done');
    expect(found).toMatchObject({ passages: 40, 'claims unread': 40 });
    expect(found['claims left out']).toBeGreaterThan(20);
    expect(model.begun.filter(asksClaims).length).toBeLessThan(60);
    expect((await engine.modelPlan())?.passages.lackClaims).toBe(40);
  });

  it('are not missed where the model says that a passage makes none', async () => {
    const { engine } = await begin(
      3,
      claiming(() => 'none'),
    );
    await index(engine);
    expect((await engine.view()).model?.found['claims unread'] ?? 0).toBe(0);
    expect((await engine.modelPlan())?.parts).toEqual([]);
  });

  it('are asked for again after the words of a claim were changed, from the reading that stands', async () => {
    const { engine, calls } = await begunWithoutClaims();
    const other = { ...PARAMETERS, 'model reading': { ...PARAMETERS['model reading'], claims_about: 'Any deed.' } };
    await collect(engine.indexWithModel(other, { begins: true }));
    expect(calls()).toBe(3);
  });
});

/** The same with each reply after a second. */
function timed(model: ScriptedModel): ScriptedModel {
  return {
    ...model,
    async *generate(request, options) {
      for await (const event of model.generate(request, options)) {
        if (event.kind !== 'reply') yield event;
        else yield { ...event, reply: { ...event.reply, usage: { ...event.reply.usage, seconds: 1 } } };
      }
    },
  };
}

describe('Replies that could not be used', () => {
  it.each([
    ['tell nothing of how fast the model works', (): string[] => ['I would rather talk.'], null],
    ['are not those that do', naming, expect.any(Number)],
  ] as const)('%s', async (_title, script, seconds) => {
    const { engine } = await begin(6, script, timed);
    await index(engine).catch(() => undefined);
    expect((await engine.modelPlan({ 'model reading': { budget: 100, depth: 'full' } }))?.seconds).toEqual(seconds);
  });

  it('count, each once, of a passage that could not be read', async () => {
    const { engine } = await begin(6, (request, call) =>
      JSON.stringify(request.messages).includes('on day 3.') ? ['I would rather talk.'] : naming(request, call),
    );
    await collect(engine.indexWithModel({ ...PARAMETERS, 'model reading': { budget: 100 } }, { begins: true }));
    expect((await engine.view()).model?.found).toMatchObject({ unread: 1, 'failed replies': 3 });
  });

  it('count of a run that its rule stopped, and move no bar', async () => {
    const { engine } = await begin(12, () => ['I would rather talk.']);
    await expect(index(engine)).rejects.toThrow('Nothing could be used');
    const { found = {}, spent, planDone } = (await engine.view()).model ?? {};
    expect(found['failed replies']).toBe(spent?.calls);
    expect(planDone).toBe(0);
  });

  it('count of names that were asked about', async () => {
    const { engine } = await begin(24, (request, call) =>
      JSON.stringify(request.messages).includes('Sentences:') ? naming(request, call) : ['Perhaps.'],
    );
    const parameters = { 'model reading': { budget: 100 }, 'model reports': { reports: 'none' } };
    await collect(engine.indexWithModel(parameters, { begins: true }));
    const { found = {}, spent } = (await engine.view()).model ?? {};
    expect(found['names undecided']).toBeGreaterThan(0);
    expect(found['failed replies']).toBe((spent?.calls ?? 0) - 24);
  });
});

const CLAIMS: IndexState['parameters'] = { ...READ, 'model reading': { budget: 100, claims: true } };

const CLAIMS_ALONE = { step: 'model reading', claimsAlone: true };

describe('Claims that are wanted only after the passages were read', () => {
  it('are asked for alone, and what was read before is not counted twice', async () => {
    const { engine, model, plan, start } = await letters(3, claiming(good));
    await start();
    const before = (await engine.view()).model?.found ?? {};
    expect((await plan(CLAIMS)).parts).toEqual([expect.objectContaining({ ...CLAIMS_ALONE, items: 3, calls: 3 })]);
    await start(CLAIMS);
    expect((await engine.view()).model).toMatchObject({ phase: 'done', found: { ...before, claims: 3 } });
    expect(model.begun).toHaveLength(6);
    await start(CLAIMS);
    expect(model.begun).toHaveLength(6);
  });

  it('are not told as asked for in vain', async () => {
    const { plan, start } = await letters(3, claiming(good));
    await start();
    expect((await plan(CLAIMS)).passages).toEqual({ all: 3, planned: 3, done: 3, lackClaims: 3 });
  });

  it('are asked for alone of passages that were read in another round than the first', async () => {
    let rude = true;
    const script: Script = (request, call) =>
      rude && JSON.stringify(request.messages).includes('on day 0.') ? ['I would rather talk.'] : naming(request, call);
    const { engine, model, plan, start } = await letters(3, claiming(good, script));
    await start();
    rude = false;
    await collect(engine.add([textFile('new.txt', letter(3))]));
    await start();
    const calls = model.begun.length;
    expect((await plan(CLAIMS)).parts).toEqual([
      expect.objectContaining({ ...CLAIMS_ALONE, items: 4, calls: 6, retries: 2 }),
    ]);
    await start(CLAIMS);
    expect(model.begun.length - calls).toBe(4);
    expect((await engine.view()).model?.found).toMatchObject({ passages: 4, unread: 0, claims: 4 });
    expect((await plan(CLAIMS)).parts).toEqual([]);
  });
});

describe('The plan of claims alone', () => {
  const parameters = (claims: boolean): IndexState['parameters'] => ({
    'model reading': { budget: 100, depth: 'full', gleanings: 0, claims },
    'model descriptions': { join_above: 0 },
    'model reports': { reports: 'all', least_size: 3 },
  });
  const NAME = /\b(?:Ada|Babbage|Clara|Dorothea|Edgar|Fanny|George|Hetty)\b/gu;
  /** Describes each name differently in each passage. */
  const talkative: Script = (request, call) => {
    const prompt = request.messages.at(-1)?.content ?? '';
    if (request.shape?.kind === 'record' || !prompt.includes('s1 ')) return naming(request, call);
    const day = /day (\d+)/u.exec(prompt)?.[1] ?? '';
    const names = [...new Set(Array.from(prompt.matchAll(NAME), ([name]) => name))];
    const entities = names.map((name) => `entity|${name}|person|1|On day ${day} ${name} was seen.`);
    const [first = '', ...others] = names;
    return [[...entities, ...others.map((name) => `relation|${first}|${name}|5|1|Seen on day ${day}.`)].join('\n')];
  };

  it('names what the run then asks of names and reports, and no joining of descriptions that are joined', async () => {
    const { model, plan, start } = await letters(24, claiming(good, talkative));
    await start(parameters(false));
    const { parts } = await plan(parameters(true));
    const before = model.begun.length;
    await start(parameters(true));
    const made = (beginning: string): number =>
      model.begun.slice(before).filter((asked) => shownData(asked).startsWith(beginning)).length;
    const [reading, names, reports, ...others] = parts;
    expect(reading).toMatchObject({ ...CLAIMS_ALONE, calls: 24 });
    expect(names).toMatchObject({ step: 'model resolution', guessed: false });
    expect(names?.calls).toBeLessThanOrEqual(made('1. A: '));
    expect(reports).toMatchObject({ step: 'model reports', calls: made('-----Entities-----') });
    expect(others).toEqual([]);
  });
});
