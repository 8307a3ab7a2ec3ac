import { describe, expect, it } from 'vitest';
import type { IndexState } from '../../../src/core/ports/index-state';
import { claiming, good } from '../../helpers/claiming-model';
import { collect, textFile } from '../../helpers/engine-env';
import { letter, letters, READ } from '../../helpers/indexed-letters';
import { naming } from '../../helpers/naming-model';
import type { Script } from '../../helpers/scripted-model';
import { shownData } from '../../helpers/shown-data';

const CLAIMS: IndexState['parameters'] = { ...READ, 'model reading': { budget: 100, claims: true } };

const CLAIMS_ALONE = { step: 'reading', title: 'Claims of passages read before' };

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
    expect((await plan(CLAIMS)).parts).toEqual([expect.objectContaining({ ...CLAIMS_ALONE, items: 4, calls: 4 })]);
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
  /** Says something else of each name in each passage. */
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
    expect(names).toMatchObject({ step: 'resolution', guessed: false });
    expect(names?.calls).toBeLessThanOrEqual(made('1. A: '));
    expect(reports).toMatchObject({ step: 'reports', calls: made('-----Entities-----') });
    expect(others).toEqual([]);
  });
});
