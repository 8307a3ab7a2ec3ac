import type { SearchRequest } from '../../../../src/core/search/request/search-request';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import type { EngineApi } from '../../../../src/core/engine/api';
import type { Turn } from '../../../../src/core/conversations/conversations';
import { keptConversations, keptTurn } from '../../../helpers/kept-turn';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { scriptedModel, type ScriptedModel } from '../../../helpers/scripted-model';
import { message } from '../../../../src/core/message';

const TEXT = [
  'Edda Marrow designed the lighthouse in 1871.',
  'Tobias Fenn kept the lighthouse for thirty years.',
  'Tobias Fenn saved the crew of the Halcyon in 1889.',
  'Edda Marrow met Tobias Fenn on the reef.',
].join(' ');

const ANSWER = 'Edda Marrow designed the lighthouse in 1871.';
const wantsQuestions = (words: string): boolean => words.includes('self-contained questions');

const answering = (replies: readonly string[], parallel = 1): ScriptedModel => {
  const left = [...replies];
  return scriptedModel(({ messages }) => {
    const words = messages.map(({ content }) => content).join('\n');
    return [wantsQuestions(words) ? (left.shift() ?? '') : ANSWER];
  }, parallel);
};

async function openWith(model: ScriptedModel | null): Promise<EngineApi> {
  const models = { chat: async () => model, embedder: async () => null };
  const engine = createEngine(testEnv({ models }));
  await engine.open((await engine.createCollection('Light')).id);
  await collect(engine.add([textFile('light.txt', TEXT)]));
  return engine;
}

async function answered(engine: EngineApi, request: Partial<SearchRequest> = {}): Promise<Turn> {
  const question = 'Who designed the lighthouse?';
  const events = await collect(engine.search({ question, mode: 'basic', ...request }));
  const last = events.at(-1);
  if (last?.kind !== 'answer') throw new Error('No answer came.');
  const { parameters } = request;
  return {
    id: 'turn',
    question,
    asked: 1,
    request: { mode: 'basic', ...(parameters && { parameters }) },
    answer: last.answer,
  };
}

describe('follow-up questions', () => {
  test('of the model that wrote the answer are kept with the turn, and their call stands in its trace', async () => {
    const model = answering([
      'Q|Who is Tobias Fenn? [Data: Sources (99999); Entities (7, +more)] [S999] [999]\nQ|Who designed the lighthouse?\nQ|What became of the Halcyon?',
    ]);
    const engine = await openWith(model);
    const turn = await answered(engine);
    const { id } = await keptTurn(engine, turn);
    const before = model.begun.length;
    const changed = await engine.followUps(id, turn.id);
    expect(model.begun.length - before).toBe(1);
    const kept = changed?.kept.turn;
    expect(kept?.followUps).toEqual({
      questions: ['Who is Tobias Fenn?', 'What became of the Halcyon?'],
      method: 'Scripted',
    });
    expect(kept?.answer.trace.calls?.map(({ purpose }) => purpose)).toEqual(['answer', 'follow-ups']);
    expect(kept?.answer.trace.modelCalls).toBe(turn.answer.trace.modelCalls + 1);
    expect((await keptConversations(engine))[0]?.turns[0]).toEqual(kept);
  });

  test('are made from the last five questions of the conversation, and are none of these', async () => {
    const model = answering(['Q|What was question 6?\nQ|Who is Tobias Fenn?']);
    const engine = await openWith(model);
    const turn = await answered(engine);
    const turns = Array.from({ length: 8 }, (_, at) => ({
      ...turn,
      id: String(at),
      question: `What was question ${String(at)}?`,
    }));
    let id = '';
    for (const one of turns) {
      if (id === '') id = (await keptTurn(engine, one)).id;
      else await engine.keepTurn(id, one);
    }
    await engine.keepTurn(id, { ...turn, id: 'beside', question: 'What was question 6?', comparedWith: '6' });
    const changed = await engine.followUps(id, '7');
    const asked = model.begun.at(-1) ?? '';
    const shown = [...asked.matchAll(/What was question \d\?/gu)].map(([question]) => question);
    expect(shown).toEqual([3, 4, 5, 6, 7].map((at) => `What was question ${String(at)}?`));
    expect(changed?.kept.turn.followUps?.questions).toEqual(['Who is Tobias Fenn?']);
  });

  test('see no question of an answer from other documents than the chosen ones', async () => {
    const model = answering(['Q|Who is Tobias Fenn?']);
    const engine = await openWith(model);
    await collect(engine.add([textFile('other.txt', 'Zorblat taught Ada quaternions. Zorblat wrote to Ada.')]));
    const about = 'What did Zorblat teach?';
    const first = { ...(await answered(engine, { question: about })), id: 'first', question: about };
    const { id } = await keptTurn(engine, first);
    const scope = (await engine.view()).documents.filter(({ path }) => path === 'light.txt').map((row) => row.id);
    await engine.keepTurn(id, { ...(await answered(engine, { documentIds: scope })), scope });
    await engine.followUps(id, 'turn');
    expect(model.begun.at(-1)).toContain('lighthouse');
    expect(model.begun.at(-1)).not.toContain('Zorblat');
  });

  test('are not asked for twice, nor where a person wants none', async () => {
    const model = answering(['Q|Who is Tobias Fenn?']);
    const engine = await openWith(model);
    const turn = await answered(engine);
    const { id } = await keptTurn(engine, turn);
    await engine.followUps(id, turn.id);
    const calls = model.begun.length;
    expect(await engine.followUps(id, turn.id)).toBeNull();
    const none = {
      ...turn,
      id: 'none',
      request: { mode: 'basic', parameters: { answers: { follow_ups: 0 } } },
    } as const;
    await engine.keepTurn(id, none);
    expect(await engine.followUps(id, 'none')).toBeNull();
    expect(model.begun.length).toBe(calls);
  });

  /** Letters in which names stand often enough to be asked about. */
  const LETTERS = [
    'Edda met Tobias on the reef. Tobias met Quentin at the mill.',
    'In May came Tobias. Edda wrote to Quentin.',
    'In June came Quentin. Later Edda saw Tobias and Quentin.',
  ];
  const along = { question: 'Who was Edda?', mode: 'local' } as const;
  const withLetters = async (engine: EngineApi): Promise<EngineApi> => {
    await collect(engine.add(LETTERS.map((text, at) => textFile(`${String(at)}.txt`, text))));
    return engine;
  };

  test('come from the graph where no model wrote the answer, and can be answered', async () => {
    const engine = await withLetters(await openWith(null));
    const turn = { ...(await answered(engine, along)), question: along.question };
    const { id } = await keptTurn(engine, turn);
    const { questions = [], method } = (await engine.followUps(id, turn.id))?.kept.turn.followUps ?? {};
    expect(method).toBe('evidence');
    expect(questions.length).toBeGreaterThan(0);
    expect(questions).not.toContain(turn.question);
    for (const question of questions) {
      const last = (await collect(engine.search({ question, mode: 'auto' }))).at(-1);
      expect(last).toMatchObject({ kind: 'answer', answer: { notFound: false } });
    }
  });

  test('from the graph name nobody of whom only documents tell that were not asked', async () => {
    const engine = await withLetters(await openWith(null));
    const scope = (await engine.view()).documents.filter(({ path }) => path === 'light.txt').map(({ id }) => id);
    const turn = { ...(await answered(engine, { ...along, documentIds: scope })), question: along.question, scope };
    const { id } = await keptTurn(engine, turn);
    const { questions = [] } = (await engine.followUps(id, turn.id))?.kept.turn.followUps ?? {};
    expect(questions.join(' ')).not.toContain('Quentin');
  });

  test('from the graph are not kept where a document was deleted while they were sought', async () => {
    const env = testEnv();
    let begun = (): void => undefined;
    let pause: Promise<void> | undefined;
    const slow = async (collection: string) => {
      begun();
      await pause;
      return env.conversations.list(collection);
    };
    const engine = createEngine({ ...env, conversations: { ...env.conversations, list: slow } });
    await engine.open((await engine.createCollection('Light')).id);
    await withLetters(engine);
    const turn = { ...(await answered(engine, along)), question: along.question };
    const { id } = await keptTurn(engine, turn);
    const first = (await engine.view()).documents.find(({ path }) => path === '0.txt')?.id ?? '';
    let release = (): void => undefined;
    pause = new Promise((resolve) => (release = resolve));
    const forgetting = new Promise<void>((resolve) => (begun = resolve));
    const removed = collect(engine.removeDocuments([first]));
    await forgetting;
    const found = engine.followUps(id, turn.id);
    await new Promise((resolve) => setTimeout(resolve));
    release();
    await removed;
    expect(await found).toBeNull();
    expect((await keptConversations(engine))[0]?.turns[0]?.followUps).toBeUndefined();
  });

  test('come from the graph where the model says nothing of use, and its calls are still told', async () => {
    const engine = await openWith(answering(['nonsense', 'nonsense']));
    const turn = await answered(engine);
    const { id } = await keptTurn(engine, turn);
    const kept = (await engine.followUps(id, turn.id))?.kept.turn;
    expect(kept?.followUps?.method).toBe('evidence');
    expect(kept?.answer.trace.calls?.filter(({ purpose }) => purpose === 'follow-ups')).toHaveLength(2);
  });

  test('that a new question overtakes are not kept', async () => {
    const engine = await openWith(answering(['Q|Who is Tobias Fenn?']));
    const turn = await answered(engine);
    const { id } = await keptTurn(engine, turn);
    const leaving = new AbortController();
    const found = engine.followUps(id, turn.id, { signal: leaving.signal });
    leaving.abort();
    await expect(found).rejects.toThrow(/abort/iu);
    expect((await keptConversations(engine))[0]?.turns[0]?.followUps).toBeUndefined();
  });

  test('of an answer that found nothing are not sought', async () => {
    const engine = await openWith(null);
    const turn = await answered(engine, { question: 'Who won the football match in Lisbon?' });
    const { id } = await keptTurn(engine, turn);
    expect(turn.answer.evidence.instead).toBeDefined();
    expect(await engine.followUps(id, turn.id)).toBeNull();
  });
});

describe('two modes that are compared', () => {
  const both = (engine: EngineApi) => {
    const question = 'Who designed the lighthouse?';
    const first = collect(engine.search({ id: 'a', question, mode: 'basic' }));
    const second = collect(engine.search({ id: 'b', after: 'a', question, mode: 'local' }));
    return Promise.all([first, second]);
  };

  test('are answered one after the other by a model that takes one call at a time', async () => {
    const model = answering([], 1);
    const [, second] = await both(await openWith(model));
    expect(second).toContainEqual({ kind: 'working', words: message`Comes after the answer beside it.` });
    expect(second.at(-1)).toMatchObject({ kind: 'answer', answer: { mode: 'local', text: ANSWER } });
    expect(model.most).toBe(1);
  });

  test('are answered at once by a model that takes more', async () => {
    const model = answering([], 2);
    const [first, second] = await both(await openWith(model));
    expect([...first, ...second].filter(({ kind }) => kind === 'working')).toEqual([]);
    expect(second.at(-1)).toMatchObject({ kind: 'answer', answer: { text: ANSWER } });
  });
});
