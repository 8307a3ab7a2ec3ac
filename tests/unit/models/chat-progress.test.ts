import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { streamChat } from '../../../src/adapters/models/chat-progress';
import { inEnglish, message } from '../../../src/core/message';
import type { ChatEvent } from '../../../src/core/models/chat-model';

const ASKED = { kind: 'working', words: 'The server has been asked.' } as const;

type Run = (emit: (event: ChatEvent) => void) => Promise<void>;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('Signs of life of a chat call', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function eventsOf(run: Run, times: { readonly everyMs: number; readonly forMs?: number }) {
    const events: ChatEvent[] = [];
    const read = async (): Promise<void> => {
      for await (const event of streamChat(run, { signal: undefined, ...times })) events.push(event);
    };
    const reading = read();
    await vi.runAllTimersAsync();
    await reading;
    return events;
  }
  const textOf = (event: ChatEvent): string =>
    event.kind === 'delta' ? event.text : event.kind === 'working' && event.silent ? '*' : event.kind;

  it('follow the last event until the next one, and begin only with the first', async () => {
    const events = await eventsOf(
      async (emit) => {
        await pause(35);
        emit({ kind: 'delta', text: '1' });
        await pause(32);
        emit({ kind: 'delta', text: '2' });
        await pause(8);
        emit({ kind: 'delta', text: '3' });
      },
      { everyMs: 10 },
    );
    expect(events.map(textOf)).toEqual(['1', '*', '*', '2', '3']);
  });

  it('end when the call was silent for too long', async () => {
    const run: Run = async (emit) => {
      emit(ASKED);
      await pause(150);
    };
    expect((await eventsOf(run, { everyMs: 10, forMs: 30 })).map(textOf)).toEqual(['working', '*', '*', '*']);
  });

  it.each([
    [10_000, 'The server has been asked.'],
    [40_000, 'The server has been asked. Nothing came for 40 seconds.'],
    [
      60_000,
      'The server has been asked. Nothing came for a minute: a model that is loaded, or reads a long text, says nothing.',
    ],
    [
      170_000,
      'The server has been asked. Nothing came for 2 minutes: a model that is loaded, or reads a long text, says nothing.',
    ],
  ])('after %i ms: %s', async (milliseconds, words) => {
    const run: Run = async (emit) => {
      emit(ASKED);
      await pause(milliseconds + 10_500);
    };
    const last = (await eventsOf(run, { everyMs: 10_000 })).at(-1);
    expect(last).toMatchObject({ kind: 'working', silent: true });
    expect(last?.kind === 'working' && inEnglish(last.words)).toBe(words);
  });

  it('say that it writes, once it has begun', async () => {
    const run: Run = async (emit) => {
      emit({ kind: 'delta', text: 'Boats' });
      await pause(20_500);
    };
    expect((await eventsOf(run, { everyMs: 10_000 })).at(-1)).toEqual({
      kind: 'working',
      words: message`Writing.`,
      silent: true,
    });
  });
});
