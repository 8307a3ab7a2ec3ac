import { afterEach, expect, test, vi } from 'vitest';
import { ModelTrial } from '../../../../src/app/models/model-trial.svelte';
import type { EngineApi } from '../../../../src/core/engine/api';
import { ModelError } from '../../../../src/core/errors';
import type { QueueEvent } from '../../../../src/core/models/queue/chat-queue';

afterEach(() => vi.useRealTimers());

const trialOf = (tryModel: () => AsyncIterable<QueueEvent>): ModelTrial =>
  new ModelTrial(() => Promise.resolve({ tryModel } as unknown as EngineApi));

test('A trial shows how far a long prompt is read, until the first word comes', async () => {
  const seen: string[] = [];
  const read = (words: string): QueueEvent => ({ kind: 'working', words });
  async function* tryModel(): AsyncGenerator<QueueEvent> {
    for (const event of [read('Read: 64.'), read('Read: 128.'), { kind: 'delta', text: 'Good day' } as const]) {
      yield await Promise.resolve(event);
      seen.push(trial.call.doing);
    }
  }
  const trial = trialOf(tryModel);
  await trial.ask('Hello');
  expect(seen).toEqual(['Read: 64.', 'Read: 128.', '']);
  expect(trial.text).toBe('Good day');
});

test('A trial counts the seconds without a word, signs of life included, until a word comes', async () => {
  vi.useFakeTimers();
  const seen: number[] = [];
  const silent = async (milliseconds: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    seen.push(trial.silence.seconds);
  };
  async function* tryModel(): AsyncGenerator<QueueEvent> {
    await silent(3_000);
    yield { kind: 'delta', text: 'Good' };
    await silent(4_000);
    yield { kind: 'working', words: 'Writing.' };
    await silent(8_000);
    yield { kind: 'delta', text: ' day' };
    await silent(1_000);
    await silent(5_000);
  }
  const trial = trialOf(tryModel);
  await trial.ask('Hello');
  expect(seen).toEqual([0, 0, 12, 0, 6]);
  expect(trial.silence.seconds).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('A trial whose answer was cut at its limit knows it, until the next one', async () => {
  const usage = { promptTokens: 1, completionTokens: 1, seconds: 1, exact: true };
  const finishes: ('length' | 'stop')[] = ['length', 'stop'];
  async function* tryModel(): AsyncGenerator<QueueEvent> {
    const finish = finishes.shift() ?? 'stop';
    yield await Promise.resolve({ kind: 'reply', reply: { text: 'Good', finish, usage } } as const);
  }
  const trial = trialOf(tryModel);
  await trial.ask('Hello');
  expect(trial.cut).toBe(true);
  await trial.ask('Hello');
  expect(trial.cut).toBe(false);
});

test('A trial that failed says to try again where that can help, and only there', async () => {
  const errors = [new ModelError('The server failed.', { traits: ['worth another try'] }), new ModelError('No key.')];
  async function* tryModel(): AsyncGenerator<QueueEvent> {
    yield { kind: 'working', words: 'Asked.' };
    throw await Promise.resolve(errors.shift());
  }
  const trial = trialOf(tryModel);
  await trial.ask('Hello');
  expect(trial.call.failure).toBe('The model failed: The server failed. Try it again.');
  await trial.ask('Hello');
  expect(trial.call.failure).toBe('The model failed: No key.');
});
