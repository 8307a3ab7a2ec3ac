import { describe, expect, it, test } from 'vitest';
import { readingOptions } from '../../../src/core/engine/model-index/asking/run-models';
import { claimsMessages, compactMessages, fullMessages, versionOf } from '../../../src/core/extract/model/messages';
import { partsOf, candidatesOf } from '../../../src/core/extract/model/reading-requests';
import { passageOf } from '../../../src/core/extract/model/passage/passage';
import { readingChoices } from '../../../src/core/index/model-steps';
import { COMPACT_PROMPT } from '../../../src/core/prompts/extraction';
import { OPTIONS, unitToRead } from './passages';

const HISTORIAN = { ...OPTIONS, persona: 'a historian of shipping' };
const given = (persona: string) => readingChoices({ 'model reading': { persona } });

function partOf() {
  const { unit } = unitToRead(['Ada Marsh kept the harbour.']);
  const [part] = partsOf(passageOf(unit), [], OPTIONS);
  if (!part) throw new Error('The passage has no part.');
  return part;
}

const calls = (options: typeof OPTIONS) => [
  compactMessages(partOf(), [], options),
  fullMessages(partOf(), options),
  claimsMessages(partOf(), [], options),
];

describe('Who reads', () => {
  it('is one sentence in front of the instructions of each call, and changes nothing else', () => {
    for (const [at, messages] of calls(HISTORIAN).entries()) {
      const [system, user] = calls(OPTIONS)[at] ?? [];
      expect(messages[0]?.content).toBe(`You are a historian of shipping.\n${system?.content ?? ''}`);
      expect(messages[1]).toEqual(user);
    }
  });

  it('stands in front of a person’s own words, too', () => {
    const prompts = { compact: { system: 'Name the ships.' } };
    expect(compactMessages(partOf(), [], { ...HISTORIAN, prompts })[0]?.content).toBe(
      'You are a historian of shipping.\nName the ships.',
    );
  });

  it('gives the words another version, so that replies of one reader are not taken for those of another', () => {
    const versions = ['', 'a historian', 'a botanist'].map((persona) =>
      versionOf(COMPACT_PROMPT, { prompts: {}, persona }),
    );
    expect(versions[0]).toBe(`compact ${String(COMPACT_PROMPT.version)}`);
    expect(new Set(versions).size).toBe(3);
  });

  it('is part of the name of the layer', async () => {
    const settings = { get: async () => undefined, change: async () => ({}) };
    const model = {
      choice: { provider: 'webllm', model: 'tiny' },
      title: 'Tiny',
      capabilities: { contextWindow: 4096, shapes: 'none', prefixReuse: 'none', parallel: 1, seed: true },
    } as const;
    const layer = async (persona: string) => (await readingOptions(given(persona), model, settings)).layer;
    expect(await layer('')).toBe(`Tiny (compact ${String(COMPACT_PROMPT.version)})`);
    expect(await layer('a botanist')).toMatch(/^Tiny \(compact \d+ [0-9a-f]{8}\)$/u);
  });

  it('is nobody in particular by default, and never holds braces, line breaks or a full stop', () => {
    expect(readingChoices({}).persona).toBe('');
    expect(given('  a reader\nof {types}. ').persona).toBe('a reader of types');
  });
});

test('a name that a person gave is shown to a model where it stands but once, before phrases', () => {
  const { unit, mentions } = unitToRead(
    ['Ada Byrne kept the weir.', 'The weir leaked, and the weir was mended.'],
    ['weir', 'Ada Byrne, person'],
  );
  const [weir, ada] = mentions;
  const phrase = { ...weir, attributes: JSON.stringify({ phrase: 'common' }) } as (typeof mentions)[number];
  const part = { passage: passageOf(unit), from: 0, to: 2 };
  expect(candidatesOf(part, [phrase, ...(ada ? [ada] : [])]).map(({ title }) => title)).toEqual(['Ada Byrne', 'weir']);
});
