import { describe, expect, it } from 'vitest';
import type { EngineApi } from '../../../../../src/core/engine/api';
import { createEngine } from '../../../../../src/core/engine/engine';
import { collect, testEnv, textFile } from '../../../../helpers/engine-env';
import { memoryReplies } from '../../../../helpers/memory-replies';
import { naming } from '../../../../helpers/naming-model';
import { scriptedModel, type Script, type ScriptedModel } from '../../../../helpers/scripted-model';

async function begin(
  script: Script,
): Promise<{ engine: EngineApi; model: ScriptedModel; kept: ReadonlyMap<string, unknown> }> {
  const model = scriptedModel(script);
  const replies = memoryReplies();
  const env = testEnv({ replies, models: { chat: async () => model, embedder: async () => null } });
  const engine = createEngine(env);
  const { id } = await engine.createCollection('Letters');
  await engine.open(id);
  await collect(
    engine.add([
      textFile('a.txt', 'Ada wrote to Babbage from Chelsea.'),
      textFile('b.txt', 'Babbage answered Ada. Chelsea was cold.'),
      textFile('c.txt', 'Nothing else is said.'),
    ]),
  );
  return { engine, model, kept: replies.kept };
}

describe('A trial on one passage', () => {
  it('shows the words sent and the records that would be kept, and keeps none of it', async () => {
    const { engine, kept } = await begin(naming);
    const before = await engine.view();
    const events = await collect(engine.tryPassage({}));
    const asked = events.find((event) => event.kind === 'asked');
    expect(asked?.messages.at(-1)?.content).toContain('Ada');
    const read = events.find((event) => event.kind === 'read');
    expect(read?.trial.records.map(({ kind, title, type }) => [kind, title, type])).toContainEqual([
      'entity',
      'Ada',
      'person',
    ]);
    expect(read?.trial.tally).toMatchObject({ calls: 1 });
    const replied = events.find((event) => event.kind === 'replied');
    expect(replied?.text).toMatch(/^keep\|person/u);
    expect(kept.size).toBe(0);
    expect((await engine.view()).generation).toBe(before.generation);
  });

  it('uses words and choices that are not kept yet', async () => {
    const { engine } = await begin(naming);
    const prompts = { compact: { system: 'Only name saints. Types: {types}. In {language}.' } };
    const [asked] = await collect(
      engine.tryPassage({ prompts, parameters: { 'model reading': { entity_types: 'saint' } } }),
    );
    expect(asked).toMatchObject({ kind: 'asked' });
    expect(asked?.kind === 'asked' && asked.messages[0]?.content).toMatch(/^Only name saints. Types: saint. In /);
  });

  it('tells when nothing in the replies can be used', async () => {
    const { engine } = await begin(() => ['I cannot help with that.']);
    await expect(collect(engine.tryPassage({}))).rejects.toThrow('could not be read');
  });
});

describe('Passages to try prompts on', () => {
  it('are one of each document, that of a trial without a choice first', async () => {
    const { engine } = await begin(naming);
    const passages = await engine.passagesToTry(8);
    expect(passages.map(({ documentTitle }) => documentTitle).sort()).toEqual(['a.txt', 'b.txt', 'c.txt']);
    const read = (await collect(engine.tryPassage({}))).find((event) => event.kind === 'read');
    expect(read?.trial).toMatchObject({ text: passages[0]?.text, text_unit_id: passages[0]?.text_unit_id });
    expect(await engine.passagesToTry(2)).toEqual(passages.slice(0, 2));
  });

  it('are tried when chosen', async () => {
    const { engine } = await begin(naming);
    const last = (await engine.passagesToTry(8)).at(-1);
    const read = (await collect(engine.tryPassage({ textUnitId: last?.text_unit_id ?? '' }))).at(-1);
    expect(read?.kind === 'read' && read.trial.text).toBe(last?.text);
  });
});

describe('Fitting the reading to the documents', () => {
  const proposal = {
    domain: 'letters about machines',
    persona: 'a historian of science',
    types: ['person', 'engine'],
    claims: 'who built what',
    language: 'English',
  };

  it('shows passages of several documents and gives what the model proposes', async () => {
    const { engine, model } = await begin(() => [JSON.stringify(proposal)]);
    const events = await collect(engine.tuneReading());
    expect(events.at(-1)).toEqual({ kind: 'tuned', tuning: proposal });
    expect(model.begun[0]).toContain('Ada wrote to Babbage');
    expect(model.begun[0]).toContain('Chelsea was cold');
  });

  it('asks with a person’s own words', async () => {
    const { engine } = await begin(() => [JSON.stringify(proposal)]);
    await engine.changeSetting('prompts', { tuning: { system: 'Think of saints.' } });
    const [asked] = await collect(engine.tuneReading());
    expect(asked?.kind === 'asked' && asked.messages[0]?.content).toBe('Think of saints.');
  });

  it('asks again when a reply cannot be used, and gives up after three', async () => {
    const once = await begin((_request, call) => [call === 1 ? 'Gladly!' : JSON.stringify(proposal)]);
    expect((await collect(once.engine.tuneReading())).at(-1)).toEqual({ kind: 'tuned', tuning: proposal });
    const never = await begin(() => ['Gladly!']);
    await expect(collect(never.engine.tuneReading())).rejects.toThrow();
    expect(never.model.begun).toHaveLength(3);
  });
});
