import type { Answer } from '../../../../src/core/search/answer/answer';
import type { SearchRequest } from '../../../../src/core/search/request/search-request';
import { afterEach, expect, it, vi } from 'vitest';
import { StreamingAnswers } from '../../../../src/app/ask/streaming-answers.svelte';
import { Notices } from '../../../../src/app/notices.svelte';
import type { EngineApi } from '../../../../src/core/engine/api';
import type { CallOptions } from '../../../../src/core/platform';
import type { Turn } from '../../../../src/core/conversations/conversations';
import { NO_EVIDENCE } from '../../../../src/core/search/evidence/evidence';
import type { SearchEvent } from '../../../../src/core/search/events';

const SENTENCE = {
  text: 'The keepers lit it.',
  verdict: 'quoted' as const,
  citations: [],
  at: { start: 0, end: 19 },
};
const CITED: readonly SearchEvent[] = [
  { kind: 'text', text: SENTENCE.text },
  { kind: 'cited', sentences: [SENTENCE], citations: [] },
];
const WHOLE: Answer = {
  evidence: NO_EVIDENCE,
  ...{ mode: 'basic', method: 'Small', text: SENTENCE.text, sentences: [SENTENCE], citations: [] },
  ...{ notFound: false, stopped: false },
  trace: { mode: 'basic', reason: '', sections: [], milliseconds: 1, modelCalls: 1 },
};
const REQUEST = { id: 't', question: 'Who lit it?', mode: 'basic' as const };
const PLACE = { collection: 'c', conversation: null };

/** An engine that events an event each 200 ms and then waits until it is stopped; what it is given to keep is noted. */
function engineThat(events: readonly SearchEvent[], disk: Promise<void> = Promise.resolve()) {
  const kept: Turn[] = [];
  const engine = {
    search: async function* (_request: SearchRequest, { signal }: CallOptions = {}) {
      for (const event of events) {
        yield event;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      await new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError'))),
      );
    },
    keepTurn: async (_id: string | null, turn: Turn) => {
      await disk;
      kept.push(turn);
      const conversation = { id: 'talk', collection: 'c', title: '', created: 0, updated: 0, modes: {}, revision: 1 };
      return { conversation, place: 1, revision: 1, changed: null };
    },
  } as unknown as EngineApi;
  return {
    kept,
    answers: new StreamingAnswers(
      async () => engine,
      new Notices(),
      () => undefined,
    ),
  };
}

afterEach(() => vi.useRealTimers());

it('takes the words that were kept for its answer where they were voided and nothing came after them', async () => {
  vi.useFakeTimers();
  const { kept, answers } = engineThat([...CITED, { kind: 'restart', reason: 'Once more.' }]);
  const ends = answers.answer([REQUEST], 't', { ...PLACE });
  await vi.advanceTimersByTimeAsync(1000);
  // With its first words, and once its sentence is finished.
  expect(kept.map(({ answer }) => answer.text)).toEqual([SENTENCE.text, SENTENCE.text]);
  answers.stop();
  const [turn] = await ends;
  expect(turn).toMatchObject({ id: 't', unfinished: true, answer: { text: SENTENCE.text } });
  expect(kept).toHaveLength(2);
});

it('keeps the words that stood while fewer have come of those that are written anew', async () => {
  vi.useFakeTimers();
  const action = { id: 0, parent: null, depth: 0, question: 'Why?', priority: 1, score: 1, documentIds: [] };
  const asked: SearchEvent = { kind: 'action', action: { ...action, state: 'answered', answer: 'For the ships.' } };
  const anew: readonly SearchEvent[] = [{ kind: 'restart', reason: 'Anew.' }, asked, { kind: 'text', text: 'The' }];
  const { kept, answers } = engineThat([...CITED, ...anew]);
  const ends = answers.answer([REQUEST], 't', { ...PLACE });
  await vi.advanceTimersByTimeAsync(7000);
  expect(kept.at(-1)?.answer.text).toBe(SENTENCE.text);
  answers.stop();
  await ends;
});

it('keeps an answer as whole that has come, though its stream has not ended', async () => {
  vi.useFakeTimers();
  const { kept, answers } = engineThat([{ kind: 'answer', answer: WHOLE }]);
  const ends = answers.answer([REQUEST], 't', { ...PLACE });
  await vi.advanceTimersByTimeAsync(3100);
  expect(kept.map(({ unfinished }) => unfinished)).toEqual([undefined]);
  answers.stop();
  await ends;
});

it('shows an answer as finished only once it is kept', async () => {
  vi.useFakeTimers();
  let written = (): void => undefined;
  const disk = new Promise<void>((resolve) => (written = resolve));
  const { kept, answers } = engineThat([{ kind: 'answer', answer: WHOLE }], disk);
  const ends = answers.answer([REQUEST], 't', { ...PLACE });
  await vi.advanceTimersByTimeAsync(1000);
  answers.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(answers.answers).toMatchObject([{ complete: true, ended: false }]);
  expect(kept).toEqual([]);
  written();
  await ends;
  expect(kept.at(-1)).toMatchObject({ id: 't' });
});
