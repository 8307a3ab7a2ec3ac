import type { Answer } from '../../../../src/core/search/answer/answer';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { upgradeConversations, upgradeAnswer } from '../../../../src/core/engine/asking/earlier-answers';
import type { ConversationStore, Turn } from '../../../../src/core/conversations/conversations';

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

const turnWith = (answer: unknown, more: Partial<Turn> = {}): Turn => ({
  ...{ id: 't', question: 'Who?', asked: 1, answer: answer as Answer, ...more },
});

/** Makes a store of one turn, with its stored and its read form. */
function storeOf(turn: Turn) {
  let kept = turn;
  const item = { id: 'talk', collection: 'c', title: 'Old', created: 1, updated: 2, modes: {}, revision: 1 };
  const store: Partial<ConversationStore> = {
    turns: async () => [{ turn: kept, place: 1, revision: 1 }],
    findTurns: async () => [{ conversation: 'talk', turn: kept }],
    turnsUntil: async () => [kept],
    changeTurn: async (_conversation, _id, change) => {
      kept = change(kept) ?? kept;
      return { conversation: item, kept: { turn: kept, place: 1, revision: 2 } };
    },
    changeTurns: async (_conversation, _after, change) => {
      kept = change(kept);
    },
  };
  return { ...upgradeConversations(store as ConversationStore), written: () => kept };
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
  it('is read so wherever turns come from, and written back as what it is now', async () => {
    const request = { mode: 'local', method: 'extractive' as 'evidence' } as const;
    const store = storeOf(turnWith(one?.answer, { request }));
    const read = (await store.turns('talk', 0, 1))[0]?.turn;
    expect(read?.answer.evidence).toBeDefined();
    expect(read?.request).toEqual({ mode: 'local', method: 'evidence' });
    expect((await store.findTurns('c', ['t']))[0]?.turn).toEqual(read);
    expect(await store.turnsUntil('talk', 't', 1)).toEqual([read]);
    await store.changeTurns('talk', 0, (before) => before);
    expect(store.written().request).toEqual(request); // what nobody changes is not written
    const changed = await store.changeTurn('talk', 't', (before) => (before ? { ...before, question: 'New?' } : null));
    expect(changed?.kept.turn).toEqual({ ...read, question: 'New?' });
  });

  it('has its further questions said to come without a model where they did', async () => {
    const followUps = { questions: ['And then?'], method: 'extractive' };
    const [read] = await storeOf(turnWith(one?.answer, { followUps })).turnsUntil('talk', 't', 1);
    expect(read?.followUps).toEqual({ questions: ['And then?'], method: 'evidence' });
  });
});

it('an answer of this version is left as it is', async () => {
  const now = turnWith(upgradeAnswer(cases[0]?.answer as Case['answer']));
  expect((await storeOf(now).turnsUntil('talk', 't', 1))[0]).toBe(now);
});
