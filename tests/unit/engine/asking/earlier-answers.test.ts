import type { Answer } from '../../../../src/core/search/answer/answer';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { upgradeConversations, upgradeAnswer } from '../../../../src/core/engine/asking/earlier-answers';
import type { Conversation, ConversationStore, Turn } from '../../../../src/core/search/conversations';

/** An answer as a version before the evidence kept it, and what is read of it. */
interface Case {
  readonly name: string;
  readonly answer: Parameters<typeof upgradeAnswer>[0];
  readonly expected: {
    readonly method: string;
    readonly verdicts: readonly string[];
    readonly quotes: readonly string[];
  };
}

const FOLDER = new URL('../../../fixtures/kept-answers/', import.meta.url);
const cases = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Case);

const talk = (answer: unknown, more: Partial<Turn> = {}): Conversation => ({
  ...{ id: 'talk', collection: 'c', title: 'Old', created: 1, updated: 2 },
  turns: [{ id: 't', question: 'Who?', asked: 1, answer: answer as Answer, ...more }],
});

function storeOf(first: Conversation) {
  let kept = first;
  const store = {
    list: () => Promise.resolve([kept]),
    get: () => Promise.resolve(kept),
    change: (_: string, change: (before: Conversation) => Conversation) => Promise.resolve((kept = change(kept))),
  };
  return upgradeConversations(store as unknown as ConversationStore);
}

describe('an answer of an earlier version', () => {
  it.each(cases)('$name', ({ answer, expected }) => {
    const read = upgradeAnswer(answer);
    expect(read.method).toBe(expected.method);
    expect(read.sentences.map(({ verdict, reason }) => [verdict, reason].filter(Boolean).join(': '))).toEqual(
      expected.verdicts,
    );
    expect(read.evidence.passages.map(({ text }) => text)).toEqual(expected.quotes);
    for (const { text, at } of read.sentences) expect(read.text?.slice(at.start, at.end)).toBe(text);
    for (const { start, end, marks, focus } of read.evidence.passages) {
      expect(focus).toEqual({ start, end });
      for (const mark of marks) expect(mark).toEqual({ start, end });
    }
    const { text, citations, notFound, stopped } = answer;
    expect(read).toMatchObject({ ...(text !== undefined && { text }), citations, notFound, stopped });
  });

  const [one] = cases;
  it('is read so wherever conversations come from, and written back as what it is now', async () => {
    const store = storeOf(talk(one?.answer, { request: { mode: 'local', method: 'extractive' as 'evidence' } }));
    const listed = (await store.list('c'))[0]?.turns[0];
    const got = (await store.get('talk'))?.turns[0];
    expect(listed?.answer.evidence).toBeDefined();
    expect(got).toEqual(listed);
    expect(listed?.request).toEqual({ mode: 'local', method: 'evidence' });
    const changed = await store.change('talk', (before) => ({ ...before, title: 'New' }));
    expect(changed).toMatchObject({ title: 'New', turns: [listed] });
  });

  it('has its further questions said to come without a model where they did', async () => {
    const followUps = { questions: ['And then?'], method: 'extractive' };
    expect((await storeOf(talk(one?.answer, { followUps })).get('talk'))?.turns[0]?.followUps).toEqual({
      questions: ['And then?'],
      method: 'evidence',
    });
  });
});

it('an answer of this version is left as it is', async () => {
  const now = talk(upgradeAnswer(cases[0]?.answer as Case['answer']));
  expect(await storeOf(now).get('talk')).toBe(now);
});
