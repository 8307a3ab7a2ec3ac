import type { SearchRequest } from '../../../../src/core/search/request/search-request';
import { describe, expect, it } from 'vitest';
import { indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { dataOf, searched } from '../modes/scripted-asker';

const index = indexOf(smallWorld(HARBOUR_WORLD));
const QUESTION = 'Where was she born?';
const ANSWER = 'Edda Marrow was born in the mill town of Corran. [Data: Sources (1)]';
const HISTORY = [
  {
    question: 'Who designed the lighthouse at Grey Point?',
    answer: 'Edda Marrow designed it in 1871.',
    documentIds: ['light'],
  },
];

/** Returns the searched question for a given reply to the rewriting call. */
async function readAs(reply: string, request: Partial<Omit<SearchRequest, 'mode'>> = {}) {
  const { answer, calls } = await searched(
    index,
    { question: QUESTION, mode: 'basic', history: HISTORY, ...request },
    ({ messages }) => (isRewriting(dataOf(messages)) ? reply : ANSWER),
  );
  return { searchedFor: answer.trace.searchedFor, calls };
}
const isRewriting = (words: string): boolean => words.includes('Self-contained question:');

describe('a question that leans on the one before', () => {
  it.each([
    ['in its form', 'Q|Where was Edda Marrow born?'],
    ['as JSON', '{"Q": [{"question": "Where was Edda Marrow born?"}]}'],
    ['as JSON that has the tag of a line in it', '{"Q": [{"question": "Q|Where was Edda Marrow born?"}]}'],
    ['as one line', '“Where was Edda Marrow born?”'],
    ['with references', 'Q|Where was Edda Marrow born? [Data: Sources (99999)] [S999]'],
    ['after thoughts', '<think>She is Edda Marrow.</think>\nWhere was Edda Marrow born?'],
    ['between other words', 'Sure, here it is:\nQ|Where was Edda Marrow born?\nI hope this helps!'],
  ])('is searched for as it stands by itself where that comes %s', async (_, reply) => {
    expect((await readAs(reply)).searchedFor).toBe('Where was Edda Marrow born?');
  });

  it.each([
    ['a thought that was cut', '<think>\nThe person asks where she was born, so'],
    ['a thought without an end on one line', '<think>Where was Edda Marrow born?'],
    ['a preamble', 'Sure, here is the question:'],
    ['a preamble in front of words in no form', 'Here is the question:\nWhere was Edda Marrow born?\nIs that right?'],
    ['another question', 'Q|What is the capital of France?'],
    ['an answer', 'Q|Edda Marrow was born in the mill town of Corran.'],
    ['two questions', 'Q|Who is Edda Marrow? Where was Edda Marrow born?'],
    ['an essay', `Q|Where was Edda Marrow, who ${'designed the lighthouse and '.repeat(10)}died, born?`],
    ['nothing', ''],
  ])('is searched for as it was typed where the reply is %s', async (_, reply) => {
    expect((await readAs(reply)).searchedFor).toBeUndefined();
  });

  it('is asked for in a form', async () => {
    const { calls } = await readAs('Q|Where was Edda Marrow born?');
    expect(calls[0]?.shape).toMatchObject({ kind: 'lines' });
  });
});

describe('within chosen documents', () => {
  const others = { documentIds: ['company'] };
  const company = {
    question: 'Who founded the company?',
    answer: 'Clara Voss founded it in 1850.',
    documentIds: ['company'],
  };

  it('no answer made from others is shown to the model, nor the question that it answers', async () => {
    const { calls } = await readAs('Q|What was the toll?', { ...others, question: 'And the toll?' });
    expect(calls.length).toBeGreaterThan(0);
    for (const { messages, documentIds } of calls) {
      expect(dataOf(messages)).not.toMatch(/Edda Marrow|Who designed/u);
      expect(documentIds).toEqual(['company']);
    }
  });

  it('answers made from these are, and a question may lean on them', async () => {
    const { calls, searchedFor } = await readAs('Q|Where was Clara Voss born?', {
      ...others,
      history: [...HISTORY, company],
    });
    expect(searchedFor).toBe('Where was Clara Voss born?');
    expect(calls.map(({ messages }) => dataOf(messages).includes('Clara Voss founded it'))).toEqual([true, true]);
    for (const { messages } of calls) expect(dataOf(messages)).not.toContain('Edda Marrow designed it');
  });

  it('an answer of which nobody knows whence it comes is not', async () => {
    const history = [{ question: 'Who founded the bank?', answer: 'Bruno Keller founded it.' }];
    const { calls } = await readAs('Q|Where was Bruno Keller born?', { ...others, history });
    for (const { messages } of calls) expect(dataOf(messages)).not.toContain('Keller');
  });

  it('all turns are shown where no documents are chosen', async () => {
    const { calls } = await readAs('Q|Where was Edda Marrow born?', {
      documentIds: [],
      history: [...HISTORY, company],
    });
    expect(dataOf(calls[0]?.messages ?? [])).toContain('Edda Marrow designed it');
  });
});

describe('the evidence on a question that leans on the one before', () => {
  const leaning = { question: QUESTION, mode: 'basic', history: HISTORY } as const;

  it('stands before the model is asked, and comes again for the question as it stands by itself', async () => {
    const { events } = await searched(index, leaning, ({ messages }) =>
      isRewriting(dataOf(messages)) ? 'Q|Where was Edda Marrow born?' : ANSWER,
    );
    const kinds = events.map(({ kind }) => kind).filter((kind) => ['plan', 'evidence', 'call', 'text'].includes(kind));
    expect(kinds.slice(0, 5)).toEqual(['plan', 'evidence', 'call', 'plan', 'evidence']);
    const plans = events.flatMap((event) => (event.kind === 'plan' ? [event.searchedFor] : []));
    expect(plans).toEqual([undefined, 'Where was Edda Marrow born?']);
    const shown = events.flatMap((event) => (event.kind === 'evidence' ? [event.evidence.passages.length] : []));
    expect(shown.every((passages) => passages > 0)).toBe(true);
  });

  it('stays where it is stopped while the model reads the question', async () => {
    const stop = new AbortController();
    const script = () => {
      stop.abort();
      return stop.signal.reason as Error;
    };
    const { answer } = await searched(index, leaning, script, { signal: stop.signal });
    expect(answer).toMatchObject({ method: 'evidence', stopped: true, notFound: false });
    expect(answer.evidence.passages.length).toBeGreaterThan(0);
  });
});
