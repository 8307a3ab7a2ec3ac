import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/core/errors';
import type { RelevanceTests } from '../../../../src/core/search/trace';
import { searchCost } from '../../../../src/core/search/search-cost';
import { notesOf } from '../../../helpers/notes';
import { answerTo, eventsOf, indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { purposeOf } from './mode-replies';
import { dataOf, MODEL, scripted, searched, type Given, type Script, type Searched } from './scripted-asker';

const harbour = indexOf(smallWorld(HARBOUR_WORLD));
const question = 'Who quarrelled with the council?';
const QUARREL = 'He later quarrelled with the council about its paint.';

type Chosen = Readonly<Record<string, string | number | boolean>>;
const request = (lazy: Chosen = {}) =>
  ({ question, mode: 'lazy', parameters: { lazy, answers: { follow_ups: 0 } } }) as const;

/** Says yes to passages that speak of the council, and claims what its first passage says. */
const honest: Script = (call) => {
  const data = dataOf(call.messages);
  switch (purposeOf(call)) {
    case 'expand':
      return JSON.stringify({
        expanded: 'Who quarrelled with the council: Jonas Pell, Clara Voss or the Harbour Company?',
      });
    case 'test':
      return data.split('\nPassage: ')[1]?.includes('council') ? 'yes' : 'No.';
    case 'map':
      return JSON.stringify({ claims: [{ claim: QUARREL, sources: [1], score: 90 }] });
    default:
      return `${QUARREL} [Data: Sources (1)]`;
  }
};

const asked = (lazy: Chosen = {}, script: Script = honest, given: Given = {}): Promise<Searched> =>
  searched(harbour, request(lazy), script, given);

const purposes = ({ answer }: Searched) => (answer.trace.calls ?? []).map(({ purpose }) => purpose);
const counted = (all: readonly string[], one: string): number => all.filter((purpose) => purpose === one).length;

/** Forty documents of six passages. */
const logs = indexOf(
  smallWorld({
    documents: Array.from({ length: 40 }, (_, at) => ({
      id: `d${String(at)}`,
      title: `Log ${String(at)}`,
      paragraphs: Array.from(
        { length: 6 },
        (_p, day) => `The council met on day ${String(day)} of month ${String(at)}.`,
      ),
    })),
  }),
);

describe('Lazy', () => {
  it('names concepts, tests passages, draws claims from the relevant ones and joins them with citations', async () => {
    const found = await asked();
    const made = purposes(found);
    expect(made[0]).toBe('expand');
    expect(made.slice(-2)).toEqual(['map', 'reduce']);
    expect(counted(made, 'test')).toBe(found.answer.trace.tests?.made);
    expect(found.answer.text).toBe(QUARREL);
    expect(found.answer.citations[0]).toMatchObject({ target: { kind: 'passage' } });
    expect(found.answer.evidence.passages.every(({ text }) => text.includes('council'))).toBe(true);
  });

  it('knows whose words stand in the question that is tested with, and asks for claims without them', async () => {
    const { calls } = await asked();
    const documentsOf = (purpose: string) =>
      calls.filter((call) => purposeOf(call) === purpose).map(({ documentIds }) => new Set(documentIds));
    const all = documentsOf('expand')[0] ?? new Set();
    expect([...all].toSorted()).toEqual(['company', 'light', 'marrow', 'zh']);
    for (const ids of documentsOf('test')) expect(ids).toEqual(all);
    for (const ids of documentsOf('map')) expect(ids).toEqual(new Set(['company', 'marrow']));
  });

  it('shows the nearest passages before the first test, and says what the tests brought on the way', async () => {
    const { events } = await asked();
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.indexOf('evidence')).toBeLessThan(kinds.indexOf('tests'));
    const emitted = events.flatMap((event): readonly RelevanceTests[] => (event.kind === 'tests' ? [event.tests] : []));
    expect(emitted.map(({ made }) => made)).toEqual(emitted.map(({ made }) => made).toSorted((a, b) => a - b));
    expect(emitted.at(-1)).toMatchObject({ by: MODEL.title, most: 20, relevant: 2 });
  });

  it('ranks relevant passages by the probability of yes where the model tells it', async () => {
    const tokensOf = (yes: number, word: string) => [
      { token: '{"choice":"', likeliest: [{ token: '{"choice":"', probability: 1 }] },
      {
        token: word,
        likeliest: [
          { token: 'yes', probability: yes },
          { token: ' No', probability: 0.9 - yes },
        ],
      },
    ];
    const probable: Script = (call, at) => {
      if (purposeOf(call) !== 'test') return honest(call, at);
      const data = dataOf(call.messages).split('\nPassage: ')[1] ?? '';
      const yes = data.includes('quarrelled') ? 0.8 : data.includes('council') ? 0.5 : 0.1;
      const word = yes > 0.45 ? 'yes' : 'No';
      return { begins: `{"choice":"${word}"}`, tokens: tokensOf(yes, word) };
    };
    const { answer } = await asked({}, probable);
    expect(answer.trace.tests).toMatchObject({ relevant: 2 });
    expect(answer.evidence.passages[0]?.text).toContain('quarrelled');
  });

  it('asks no more than the budget, and offers the next one where more could be tested', async () => {
    const many = indexOf(
      smallWorld({
        documents: [
          {
            id: 'log',
            title: 'Log',
            paragraphs: Array.from({ length: 60 }, (_, at) => `The council met on day ${String(at)}.`),
          },
        ],
      }),
    );
    const found = await searched(many, request({ expand: false }), honest);
    expect(counted(purposes(found), 'test')).toBe(20);
    const more = found.answer.trace.tests?.more;
    expect(more).toMatchObject({ lazy: { expand: false, budget: '100' }, answers: { follow_ups: 0 } });
    const next = await searched(many, { ...request(), parameters: more ?? {} }, honest);
    expect(next.answer.trace.tests?.made).toBeGreaterThan(50);
    expect(next.answer.trace.tests?.more).toBeUndefined();
    const tested = ({ calls }: Searched) =>
      calls.filter((call) => purposeOf(call) === 'test').map(({ messages }) => dataOf(messages));
    const again = new Set(tested(next));
    expect(tested(found).filter((prompt) => !again.has(prompt))).toEqual([]);
  });

  it('offers the next budget where a walk found nothing and left passages untested, and goes on with it', async () => {
    const documents = Array.from({ length: 80 }, (_, at) => ({
      id: `d${String(at)}`,
      title: `Log ${String(at)}`,
      paragraphs: [`The tide rose on day ${String(at)}.`],
    }));
    const many = indexOf(smallWorld({ documents }));
    const found = await searched(many, request({ expand: false, misses: 2 }), honest);
    const { made = 0, untested, more } = found.answer.trace.tests ?? {};
    expect(found.answer.notFound).toBe(true);
    expect(made).toBeLessThan(20);
    expect(untested).toBe(80 - made);
    const next = await searched(many, { ...request(), parameters: more ?? {} }, honest);
    expect(next.answer.trace.tests).toMatchObject({ most: 100, made: expect.any(Number) });
    expect(next.answer.trace.tests?.made).toBeGreaterThanOrEqual(50);
  });

  it('answers from the nearest passages where no test comes, and says so', async () => {
    const found = await asked({}, (call, at) =>
      purposeOf(call) === 'test' ? new ModelError('No.') : honest(call, at),
    );
    expect(counted(purposes(found), 'test')).toBeLessThan(10);
    expect(notesOf(found.answer).join(' ')).toMatch(
      /went on without asking the model first: No\..*No passage was tested/u,
    );
  });

  it('has no test under way once it goes on without them', async () => {
    const { ask: plain } = scripted((call, at) =>
      purposeOf(call) === 'test' ? new ModelError('No.') : honest(call, at),
    );
    let [begun, underWay] = [0, 0];
    let atTheAnswer: number | undefined;
    const ask: NonNullable<Given['ask']> = async (call, onEvent) => {
      if (purposeOf(call) !== 'test') {
        atTheAnswer ??= underWay;
        return plain(call, onEvent);
      }
      underWay += 1;
      begun += 1;
      await new Promise((resolve) => setTimeout(resolve, begun * 10)); // a later one ends later
      underWay -= 1;
      return plain(call, onEvent);
    };
    const model = { ...MODEL, capabilities: { ...MODEL.capabilities, parallel: 8 } };
    await searched(logs, request({ expand: false, batch: 1 }), honest, { ask, model });
    expect(atTheAnswer).toBe(0);
  });

  it('leaves out passages whose test did not come, and says how many', async () => {
    let failed = false;
    const found = await asked({}, (call, at) => {
      if (failed || purposeOf(call) !== 'test' || at < 3) return honest(call, at);
      failed = true;
      return new ModelError('It was busy.');
    });
    expect(notesOf(found.answer)).toContain('Tests that did not come: 1. These passages were left out: It was busy.');
    expect(found.answer.text).toBe(QUARREL);
  });

  it('says that nothing was found where no passage is relevant', async () => {
    const found = await asked({}, (call, at) => (purposeOf(call) === 'test' ? 'no' : honest(call, at)));
    expect(counted(purposes(found), 'map')).toBe(0);
    expect(found.answer).toMatchObject({ notFound: true, trace: { tests: { relevant: 0 } } });
  });

  it('keeps what the tests found until a person stops it', async () => {
    const stop = new AbortController();
    const { ask: plain } = scripted(honest);
    let tests = 0;
    const ask: NonNullable<Given['ask']> = (call, onEvent) => {
      if (purposeOf(call) === 'test' && ++tests > 10) {
        stop.abort(Object.assign(new Error('Stopped.'), { name: 'AbortError' }));
        throw stop.signal.reason;
      }
      return plain(call, onEvent);
    };
    const { answer } = await asked({}, honest, { ask, signal: stop.signal });
    expect(answer).toMatchObject({ method: 'evidence', stopped: true, trace: { tests: { made: 10 } } });
    expect(answer.evidence.passages.every(({ text }) => text.includes('council'))).toBe(true);
  });

  it('has at most as many tests under way as the model has seats, and keeps these busy', async () => {
    const { ask: plain } = scripted(honest);
    const waiting: (() => void)[] = [];
    let [busy, steps, calls] = [0, 0, 0];
    /** Eight seats; a test takes one step of time. */
    const step = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (waiting.length === 0) return;
      steps += 1;
      for (const end of waiting.splice(0, 8)) end();
      await step();
    };
    const ask: NonNullable<Given['ask']> = async (call, onEvent) => {
      if (purposeOf(call) === 'test') {
        calls += 1;
        busy = Math.max(busy, waiting.length + 1);
        const ended = new Promise<void>((resolve) => waiting.push(resolve));
        if (waiting.length === 1) void step();
        await ended;
      }
      return plain(call, onEvent);
    };
    const model = { ...MODEL, capabilities: { ...MODEL.capabilities, parallel: 8 } };
    await searched(logs, request({ budget: '100', expand: false }), honest, { ask, model });
    expect(calls).toBeGreaterThan(90);
    expect(busy).toBeGreaterThanOrEqual(8);
    expect(steps).toBeLessThanOrEqual(1.3 * Math.ceil(calls / 8));
  });

  it('is priced as if all of the budget were spent and all of it were relevant', async () => {
    const found = await asked({}, (call, at) => (purposeOf(call) === 'test' ? 'yes' : honest(call, at)));
    const env = { model: MODEL, prompts: {}, speed: undefined, hasVectors: false, isChecker: false };
    const { calls, promptTokens } = searchCost(harbour, request(), env);
    const sent = (found.answer.trace.calls ?? []).reduce((sum, one) => sum + one.promptTokens, 0);
    expect(calls).toBe(found.calls.length);
    expect(promptTokens).toBeGreaterThanOrEqual(sent);
    expect(searchCost(harbour, request({ tester: 'encoder' }), env).calls).toBeLessThan(calls);
  });
});

describe('Lazy without a chat model', () => {
  const rank = (_: string, texts: readonly string[]): Promise<Float32Array> =>
    Promise.resolve(Float32Array.from(texts, (text) => (text.includes('council') ? 0.8 : 0.2)));
  const reranker = () => Promise.resolve({ id: 'r', title: 'Small reranker', rank });
  const entailment = () =>
    Promise.resolve({
      id: 'c',
      title: 'Small checker',
      batchSize: 8,
      judge: (pairs: readonly { readonly premise: string }[]) =>
        Promise.resolve(
          pairs.map(({ premise }) => {
            const entailment = premise.includes('council') ? 0.9 : 0.05;
            return { entailment, neutral: 1 - entailment, contradiction: 0 };
          }),
        ),
    });

  it.each([
    { given: { reranker }, by: 'Small reranker' },
    { given: { entailment }, by: 'Small checker' },
  ])('has the $by test passages', async ({ given, by }) => {
    const { evidence, trace } = await answerTo(harbour, request(), given);
    expect(evidence.passages.map(({ text }) => text.includes('council'))).toEqual([true, true]);
    expect(trace).toMatchObject({ modelCalls: 0, tests: { by, relevant: 2 } });
  });

  it('shows the nearest passages with neither, and makes no call', async () => {
    const events = await eventsOf(harbour, request());
    expect(events.filter(({ kind }) => kind === 'tests')).toEqual([]);
    const { evidence } = await answerTo(harbour, request());
    expect(evidence).toEqual((await answerTo(harbour, { ...request(), mode: 'basic' })).evidence);
  });

  it('says why a reranker did not test', async () => {
    const failing = () =>
      Promise.resolve({ id: 'r', title: 'R', rank: () => Promise.reject(new ModelError('Too slow.')) });
    const answer = await answerTo(harbour, request(), { reranker: failing });
    expect(notesOf(answer).join(' ')).toContain('The passages were not tested: Too slow.');
    expect(answer.evidence.passages.length).toBeGreaterThan(0);
  });
});
