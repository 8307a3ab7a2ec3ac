import { afterEach, describe, expect, it } from 'vitest';
import { PROMPTS } from '../../../src/core/prompts';
import type { IndexState } from '../../../src/core/ports/index-state';
import { claiming, good } from '../../helpers/claiming-model';
import { letters } from '../../helpers/indexed-letters';
import { naming } from '../../helpers/naming-model';
import type { Script } from '../../helpers/scripted-model';

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
