import { expect, test } from 'vitest';
import { Trial } from '../../../src/app/models/trial.svelte';
import type { EngineApi } from '../../../src/core/engine/api';
import type { QueueEvent } from '../../../src/core/models/chat-queue';

test('A trial shows how far a long prompt is read, until the first word comes', async () => {
  const seen: string[] = [];
  const read = (words: string): QueueEvent => ({ kind: 'working', words });
  async function* tryModel(): AsyncGenerator<QueueEvent> {
    for (const event of [read('Read: 64.'), read('Read: 128.'), { kind: 'delta', text: 'Good day' } as const]) {
      yield await Promise.resolve(event);
      seen.push(trial.doing);
    }
  }
  const trial = new Trial(() => Promise.resolve({ tryModel } as unknown as EngineApi));
  await trial.ask('Hello');
  expect(seen).toEqual(['Read: 64.', 'Read: 128.', '']);
  expect(trial.text).toBe('Good day');
});
