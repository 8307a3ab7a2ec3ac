import { describe, expect, it } from 'vitest';
import { collect, textFile } from '../../../../helpers/engine-env';
import { letters, READ, type Letters } from '../../../../helpers/indexed-letters';
import { naming } from '../../../../helpers/naming-model';
import type { Script } from '../../../../helpers/scripted-model';

const FULL = {
  ...READ,
  'model reading': { budget: 100, depth: 'full', gleanings: 0 },
  'model reports': { reports: 'all', least_size: 3 },
  'model descriptions': { summarise: false },
};
const NAME = /\b(?:Ada|Babbage|Clara|Dorothea|Edgar|Fanny|George|Hetty|Ivy|Jacob)\b/gu;

/** Describes each name differently in each passage; reports are those of the naming model. */
const talkative: Script = (request, call) => {
  if (request.shape?.kind === 'record') return naming(request, call);
  const prompt = request.messages.at(-1)?.content ?? '';
  const day = /day (\d+)/u.exec(prompt)?.[1] ?? '';
  const names = [...new Set(Array.from(prompt.matchAll(NAME), ([name]) => name))];
  const entities = names.map((name) => `entity|${name}|person|1|On day ${day} ${name} was seen.`);
  const [first = '', ...others] = names;
  return [[...entities, ...others.map((name) => `relation|${first}|${name}|5|1|Seen on day ${day}.`)].join('\n')];
};

/** Reports by the model before and after a document was added, those that the plan names, and those then asked for. */
async function reportsWith({ engine, model, plan, start, rows }: Letters, text: string) {
  const byModel = async () => (await rows('community_reports')).filter(({ method }) => method !== 'extractive').length;
  await start(FULL);
  const all = await byModel();
  await collect(engine.add([textFile('new.txt', text)]));
  const standing = await byModel();
  const part = (await plan(FULL)).parts.find(({ step }) => step === 'model reports');
  const before = model.begun.length;
  await start(FULL);
  const made = model.begun.slice(before).filter((prompt) => prompt.includes('-----Entities-----')).length;
  return { all, standing, planned: part?.calls ?? 0, guessed: part?.guessed ?? false, made };
}

describe('The plan after a document came', () => {
  it('names the reports that stand as long as it is unread, and will not stand once it is read', async () => {
    const found = await reportsWith(await letters(24, talkative), 'Ada wrote to Babbage on day 99.');
    expect(found.all).toBeGreaterThan(0);
    expect(found).toEqual({
      all: found.all,
      standing: found.all,
      planned: found.made,
      guessed: true,
      made: found.made,
    });
    expect(found.made).toBeGreaterThan(0);
  });

  it('names none that nothing of the document is said in', async () => {
    const found = await reportsWith(await letters(24, talkative), 'Ivy wrote to Jacob on day 99.');
    expect(found.all).toBeGreaterThan(0);
    expect(found).toEqual({ all: found.all, standing: found.all, planned: 0, guessed: false, made: 0 });
  });
});
