import { describe, expect, it } from 'vitest';
import type { ChatRequest } from '../../../../../src/core/models/chat-model';
import { ModelError } from '../../../../../src/core/errors';
import { collect, textFile } from '../../../../helpers/engine-env';
import { letter, letters, READ, type Letters } from '../../../../helpers/indexed-letters';
import type { Script } from '../../../../helpers/scripted-model';
import { shownData } from '../../../../helpers/shown-data';

const FULL = { ...READ, 'model reading': { budget: 100, depth: 'full', gleanings: 0 } };
const ANY_TWO = { ...FULL, 'model descriptions': { join_above: 0 } };
const NAME = /\b(?:Ada|Babbage|Clara|Dorothea|Edgar|Fanny|George|Hetty)\b/gu;

/** Describes each name differently in each passage, and each two names of a sentence. */
const talkative: Script = (request) => [replyTo(request)];

function replyTo({ messages, shape }: ChatRequest): string {
  const prompt = messages.at(-1)?.content ?? '';
  if (shape?.kind === 'record') return JSON.stringify({ description: 'All that was said of them.' });
  const day = /day (\d+)/u.exec(prompt)?.[1] ?? '';
  const sentences = [...prompt.matchAll(/^s(\d+) (.+)$/gmu)].map(([, number = '', text = '']) => {
    return { number, names: [...new Set(Array.from(text.matchAll(NAME), ([name]) => name))] };
  });
  const names = new Set(sentences.flatMap((one) => one.names));
  const entities = [...names].map((name) => `entity|${name}|person|1,2|On day ${day} ${name} was seen with others.`);
  const relations = sentences.map(({ number, names: [a = '', b = ''] }) => {
    return `relation|${a}|${b}|5|${number}|On day ${day} ${a} had to do with ${b}.`;
  });
  return [...entities, ...relations].join('\n');
}

async function partOf(letters: Letters, parameters: typeof FULL): Promise<number> {
  const { parts } = await letters.plan(parameters);
  return parts.find(({ step }) => step === 'model descriptions')?.calls ?? 0;
}

/** Calls that joined descriptions: they begin with a name, or two. */
const joined = ({ model }: Letters): number => model.begun.filter((prompt) => /^["[]/u.test(shownData(prompt))).length;

it('A run keeps how many calls its plan named, while it goes on after a pause, until a person begins another one', async () => {
  let stops = true;
  const begun = await letters(12, (request, call) =>
    stops && call > 5 ? new ModelError('Gone.', { traits: ['holds for all'] }) : talkative(request, call),
  );
  const planned = async () => (await begun.engine.view()).model?.planned;
  const calls = (await begun.plan(FULL)).parts.reduce((sum, part) => sum + part.calls, 0);
  await begun.start(FULL).catch(() => undefined);
  expect(await planned()).toEqual({ calls, callsBefore: 0 });
  stops = false;
  await collect(begun.engine.indexWithModel(FULL));
  const { model } = await begun.engine.view();
  expect(model).toMatchObject({ phase: 'done', planned: { calls, callsBefore: 0 } });
  await begun.start(FULL);
  expect(await planned()).toEqual({ calls: 0, callsBefore: model?.spent.calls });
});

describe('The price of joining descriptions', () => {
  it.each([
    ['any two are joined', ANY_TWO],
    ['little stands side by side', FULL],
  ])(
    'is at least two thirds of what it comes to, and no three times as much, before a word is read, where %s',
    async (_, parameters) => {
      const begun = await letters(40, talkative);
      const planned = await partOf(begun, parameters);
      await begun.start(parameters);
      const made = joined(begun);
      expect(made).toBeGreaterThan(5);
      expect(planned).toBeGreaterThan((made * 2) / 3);
      expect(planned).toBeLessThan(made * 3);
    },
  );

  it('follows what the model said in passages that it has read', async () => {
    const terse: Script = (request) => {
      const lines = replyTo(request).split('\n');
      if (request.shape?.kind === 'record') return lines;
      return [lines.filter((line) => line.startsWith('entity|Ada')).join('\n') || 'none'];
    };
    const [much, little] = await Promise.all([letters(20, talkative), letters(20, terse)]);
    expect(await partOf(little, ANY_TWO)).toBe(await partOf(much, ANY_TWO));
    for (const begun of [much, little]) {
      await begun.start(ANY_TWO);
      const more = Array.from({ length: 20 }, (_, at) => textFile(`${String(20 + at)}.txt`, letter(20 + at)));
      await collect(begun.engine.add(more));
    }
    expect(await partOf(little, ANY_TWO)).toBeLessThan((await partOf(much, ANY_TWO)) / 2);
  });

  it('is nothing where descriptions stand side by side, and none is then joined', async () => {
    const begun = await letters(12, talkative);
    const parameters = { ...FULL, 'model descriptions': { join_above: 100_000 } };
    expect(await partOf(begun, parameters)).toBe(0);
    await begun.start(parameters);
    expect(joined(begun)).toBe(0);
    const entities = await begun.rows('entities');
    expect(entities.find(({ title }) => title === 'Ada')?.description).toMatch(/^On day \d+ Ada .*\. On day \d+ Ada /u);
  });

  it('is nothing once all is joined that is to be', async () => {
    const begun = await letters(12, talkative);
    await begun.start(ANY_TWO);
    expect(joined(begun)).toBeGreaterThan(0);
    expect(await partOf(begun, ANY_TWO)).toBe(0);
  });
});
