import type { Answer } from '../../../src/core/search/answer/answer';
import { expect, test } from 'vitest';
import { conversationsBytes, parseConversations } from '../../../src/adapters/storage/collections/copies/copy-records';
import { message } from '../../../src/core/message';
import type { Conversation } from '../../../src/core/conversations/conversations';
import { NO_EVIDENCE } from '../../../src/core/search/evidence/evidence';
import { DRIFT_EVIDENCE, GLOBAL_EVIDENCE, LOCAL_EVIDENCE } from '../../helpers/fake-evidence';

const EVIDENCES = [LOCAL_EVIDENCE, GLOBAL_EVIDENCE, DRIFT_EVIDENCE];
const talkWith = (answer: unknown): Conversation => ({
  ...{ id: 'talk', collection: 'c', title: 'Old', created: 1, updated: 2 },
  turns: [{ id: 't', question: 'Who?', asked: 1, answer: answer as Answer }],
});
const answerWith = (evidence: unknown) => ({
  ...{
    mode: 'local',
    method: 'Small model',
    text: 'Ada did.',
    evidence,
    citations: [],
    notFound: false,
    stopped: false,
  },
  sentences: [
    { text: 'Ada did.', citations: [], at: { start: 0, end: 8 }, verdict: 'unverified', lacks: [{ start: 0, end: 3 }] },
  ],
  trace: { mode: 'local', reason: '', sections: [], milliseconds: 1, modelCalls: 1 },
});

/** Checks that the question is left, with an answer that says what happened and has nothing of what was there. */
function expectLost([talk]: readonly Conversation[], about?: string): void {
  const [turn] = talk?.turns ?? [];
  expect(turn?.question, about).toBe('Who?');
  expect(turn?.answer, about).toMatchObject({ evidence: NO_EVIDENCE, sentences: [], failure: expect.anything() });
}

test.each(EVIDENCES)('the evidence of a kept answer comes back from a saved copy as it was', (evidence) => {
  const talk = talkWith(answerWith(evidence));
  expect(parseConversations(conversationsBytes([talk]))).toEqual([talk]);
});

test('what Burrow says of a kept answer comes back as it was; where it is no message, the answer is lost', () => {
  const note = message`Batch ${2} was not read: ${'The server is away.'}`;
  const answer = answerWith(LOCAL_EVIDENCE);
  const noted = { ...answer, lead: note, ending: note, trace: { ...answer.trace, reason: note, notes: [note] } };
  const talk = talkWith(noted);
  expect(parseConversations(conversationsBytes([talk]))).toEqual([talk]);
  const evil = talkWith({ ...noted, trace: { ...noted.trace, notes: [{ evil: true }] } });
  expectLost(parseConversations(conversationsBytes([evil])));
});

test('what Burrow says of a call comes back as it was; where it is no message, the answer is lost', () => {
  const answer = answerWith(LOCAL_EVIDENCE);
  const called = (...calls: readonly unknown[]) =>
    conversationsBytes([talkWith({ ...answer, trace: { ...answer.trace, calls } })]);
  const call = { purpose: 'map', messages: [], about: message`batch ${1} of ${2}`, failed: 'The server is away.' };
  const [talk] = parseConversations(called(call));
  expect(talk?.turns[0]?.answer.trace.calls).toEqual([call]);
  for (const evil of [{ ...call, about: { evil: true } }, { ...call, failed: 7 }, { ...call, about: null }, 'map'])
    expectLost(parseConversations(called(evil)), JSON.stringify(evil));
});

/** Paths to every value within. */
function pathsOf(value: unknown, path: readonly (string | number)[] = []): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    pathsOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

test.each(EVIDENCES)('an answer with evidence of which any value is of another kind is lost', (evidence) => {
  for (const path of pathsOf(evidence)) {
    const copy: unknown = structuredClone(evidence);
    let at = copy as Record<string | number, unknown>;
    for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
    at[path.at(-1) ?? ''] = { evil: true };
    expectLost(parseConversations(conversationsBytes([talkWith(answerWith(copy))])), path.join('.'));
  }
});
