import type { Answer } from '../../../../src/core/search/answer/answer';
import type { RunMode } from '../../../../src/core/search/request/search-request';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import type { EngineEnv } from '../../../../src/core/engine/env';
import type { ChatModel } from '../../../../src/core/models/chat-model';
import { keepSpeed } from '../../../../src/core/models/speed';
import type { SearchEvent } from '../../../../src/core/search/events';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { memorySettings } from '../../../helpers/memory-replies';
import { scriptedModel, type ScriptedModel } from '../../../helpers/scripted-model';
import { steppedTimer, type SteppedTimer } from '../../../helpers/stepped-timer';
import { notesOf } from '../../../helpers/notes';
import { inEnglish } from '../../../../src/core/message';

const TEXT = [
  'Edda Marrow designed the lighthouse at Grey Point in 1871.',
  'Tobias Fenn kept the lighthouse at Grey Point for thirty years.',
  'Tobias Fenn saved the crew of the Halcyon in 1889.',
  'Edda Marrow met Tobias Fenn on the reef.',
].join(' ');
const FIRST = 'Edda Marrow designed the lighthouse at Grey Point in 1871.';
const FURTHER = ['Who was Tobias Fenn?', 'What became of the Halcyon?', 'What happened on the reef?'];
const STEP = JSON.stringify({ answer: FIRST, score: 80, follow_ups: FURTHER });
const NEVER = new Promise(() => undefined);

async function asked(
  models: { chat: () => Promise<ChatModel | null> },
  mode: RunMode,
  timer: SteppedTimer = steppedTimer(),
  given: Partial<EngineEnv> & { readonly text?: string } = {},
) {
  const { text = TEXT, ...env } = given;
  const engine = createEngine(testEnv({ ...env, timer, models: { ...models, embedder: async () => null } }));
  await engine.open((await engine.createCollection('Light')).id);
  await collect(engine.add([textFile('light.txt', text)]));
  const question = 'Who designed the lighthouse at Grey Point?';
  const events = await timer.during(collect(engine.search({ question, mode })));
  return { events, answer: answerIn(events) };
}

function answerIn(events: readonly SearchEvent[]): Answer {
  const last = events.at(-1);
  if (last?.kind !== 'answer') throw new Error('No answer came.');
  return last.answer;
}

const only = (model: ChatModel) => ({ chat: () => Promise.resolve(model) });
const inTab = (model: ScriptedModel): ScriptedModel => ({
  ...model,
  info: { ...model.info, choice: { provider: 'webllm', model: 'scripted' } },
});

describe('a model that falls silent', () => {
  it.each(['local', 'basic', 'global', 'drift'] as const)(
    'before its first word is tried once more, then the evidence of %s search stands alone and says why',
    async (mode) => {
      const model = scriptedModel(() => [NEVER]);
      const timer = steppedTimer();
      const { answer } = await asked(only(model), mode, timer);
      expect(model.begun).toHaveLength(2);
      expect(timer.set.filter((wait) => wait === 120_000)).toHaveLength(2);
      expect(answer.method).toBe('evidence');
      expect(notesOf(answer).join(' ')).toContain('has not answered for 2 minutes; it may be slow');
      expect(answer.evidence.passages.length + answer.evidence.communities.length).toBeGreaterThan(0);
    },
  );

  it('is borne as long as a server needs that reads 20 tokens a second, where its speed is not known', async () => {
    const timer = steppedTimer();
    const model = scriptedModel(() => [NEVER]);
    const text = Array.from({ length: 300 }, (_, at) => TEXT.replaceAll('1871', `the year ${String(at)}`)).join(' ');
    const capabilities = { ...model.info.capabilities, contextWindow: 32_000 };
    const large = { ...model, info: { ...model.info, capabilities } };
    const { answer } = await asked(only(large), 'basic', timer, { text });
    const [call] = answer.trace.calls ?? [];
    expect(call?.promptTokens).toBeGreaterThan(3000);
    const [wait = 0] = timer.set.filter((one) => one > 120_000);
    expect(wait / (50 * (call?.promptTokens ?? 0))).toBeGreaterThan(0.8);
    expect(wait / (50 * (call?.promptTokens ?? 0))).toBeLessThan(1.25);
  });

  it.each([
    [2, 'twice as long as it needed before', (tokens: number) => tokens * 1000],
    [0.01, 'ten minutes at most', () => 600_000],
    [1000, 'two minutes at least', () => 120_000],
  ])('is borne, where it read %f tokens a second before, %s', async (prefill, _long, expected) => {
    const timer = steppedTimer();
    const model = scriptedModel(() => [NEVER]);
    const settings = memorySettings();
    await keepSpeed(settings, model.info.choice, { prefill, decode: 10 });
    const { answer } = await asked(only(model), 'basic', timer, { settings });
    const tokens = answer.trace.calls?.[0]?.promptTokens ?? 0;
    expect(timer.set.some((wait) => Math.abs(wait / expected(tokens) - 1) < 0.25)).toBe(true);
  });

  it('in the middle of its answer leaves what it wrote, with the reason', async () => {
    const timer = steppedTimer();
    const model = scriptedModel(() => [`${FIRST} `, NEVER]);
    const { answer } = await asked(only(model), 'basic', timer);
    expect(model.begun).toHaveLength(2);
    expect(timer.set).toContain(30_000);
    expect(answer.text).toContain(FIRST);
    expect(answer.stopped).toBe(true);
    expect(notesOf(answer).join(' ')).toContain('has been silent for 30 seconds');
  });

  it('after the first answer of a DRIFT search leaves that answer, and no further question is asked', async () => {
    const model = scriptedModel((_, call) => (call === 1 ? [STEP] : [NEVER]));
    const { answer } = await asked(only(model), 'drift');
    expect(model.begun).toHaveLength(3);
    expect(answer.text).toContain(FIRST);
    expect(inEnglish(answer.lead ?? '')).toContain('The model failed');
    expect(answer.sentences.some(({ citations }) => citations.length > 0)).toBe(true);
    expect(notesOf(answer).join(' ')).toContain('has not answered');
  });

  it('before anything was found leaves the answer to the documents, though there are further questions already', async () => {
    const nothing = JSON.stringify({ answer: '', score: 0, follow_ups: FURTHER });
    const model = scriptedModel((_, call) => (call === 1 ? [nothing] : [NEVER]));
    const { answer } = await asked(only(model), 'drift');
    expect(answer.method).toBe('evidence');
    expect(notesOf(answer).join(' ')).toContain('has not answered');
  });

  it('for a second time in one search is not asked again, though it recovered from the first', async () => {
    const model = scriptedModel((_, call) => {
      if (call === 2 || call > 3) return [NEVER];
      return [call === 1 ? STEP : STEP.replace('1871', '1871 and in 1889')];
    });
    const { answer } = await asked(only(model), 'drift');
    expect(model.begun).toHaveLength(4);
    expect(answer.text).toContain(FIRST);
  });

  it('is not taken for silent while it thinks, however long that takes', async () => {
    const timer = steppedTimer();
    const model = scriptedModel(() => [FIRST]);
    const thinking: ChatModel = {
      ...model,
      generate: async function* (request, options) {
        for (let at = 0; at < 10; at++) {
          await timer.pause(100_000);
          yield { kind: 'working', words: 'The model is thinking.' };
        }
        yield* model.generate(request, options);
      },
    };
    const { answer } = await asked(only(thinking), 'basic', timer);
    expect(model.begun).toHaveLength(1);
    expect(answer.method).toBe('Scripted');
  });

  it('is given up though what runs it gives signs of life, if it is a server; in this tab such signs are trusted at first', async () => {
    const signs = (model: ScriptedModel, timer: SteppedTimer): ChatModel => ({
      ...model,
      generate: async function* (request, options) {
        for (let at = 0; at < 12; at++) {
          await timer.pause(25_000);
          yield { kind: 'working', words: 'The server has been asked.', silent: true };
        }
        yield* model.generate(request, options);
      },
    });
    const [there, here] = [steppedTimer(), steppedTimer()];
    const server = await asked(
      only(
        signs(
          scriptedModel(() => [FIRST]),
          there,
        ),
      ),
      'basic',
      there,
    );
    expect(server.answer.method).toBe('evidence');
    const tab = inTab(scriptedModel(() => [FIRST]));
    const own = await asked(only(signs(tab, here)), 'basic', here);
    expect(own.answer.method).toBe('Scripted');
  });
});

describe('a search whose model is changed while it runs', () => {
  const other = (): ScriptedModel => {
    const model = scriptedModel(() => ['The other one says so.']);
    return { ...model, begun: model.begun, info: { ...model.info, choice: { provider: 'server', model: 'other' } } };
  };

  it.each([
    ['another one', (): ScriptedModel | null => other(), 'Another chat model is chosen now'],
    ['none', (): ScriptedModel | null => null, 'No chat model is chosen any more'],
  ])('for %s ends with what came, and asks no other', async (_, next, reason) => {
    const later = next();
    let chosen: ChatModel | null = null;
    const first = scriptedModel(() => {
      chosen = later;
      return [STEP];
    });
    chosen = first;
    const { answer } = await asked({ chat: () => Promise.resolve(chosen) }, 'drift');
    expect(first.begun).toHaveLength(1);
    expect(later?.begun ?? []).toEqual([]);
    expect(answer.method).toBe('Scripted');
    expect(answer.text).toContain(FIRST);
    expect(notesOf(answer).join(' ')).toContain(reason);
  });

  it('before any word came is answered by the documents', async () => {
    const first = scriptedModel(() => [FIRST]);
    const later = other();
    let times = 0;
    const { answer } = await asked({ chat: () => Promise.resolve(times++ === 0 ? first : later) }, 'basic');
    expect([...first.begun, ...later.begun]).toEqual([]);
    expect(answer.method).toBe('evidence');
    expect(notesOf(answer).join(' ')).toContain('Another chat model is chosen now');
  });
});
