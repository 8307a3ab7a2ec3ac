import { expect, test } from 'vitest';
import { createAsk } from '../../../src/core/engine/model/asking/model-ask';
import { createSpending, uncountedBy } from '../../../src/core/engine/model/asking/spending';
import type { ModelCall } from '../../../src/core/models/ask';
import type { ChatReply } from '../../../src/core/models/chat-model';
import type { ChatQueue, QueueEvent } from '../../../src/core/models/chat-queue';

const call: ModelCall = { messages: [], maxTokens: 8, temperature: 0, promptVersion: 'test 1', documentIds: [] };
const usage = { promptTokens: 30, completionTokens: 4, seconds: 1, exact: true };

/** Calls that a run counts which goes on at 2,000 with a spending kept at 1,000, for a reply that was kept then, or comes now. */
async function counted(
  kept: number | undefined,
  { spentUntil }: { readonly spentUntil?: number } = { spentUntil: 1000 },
) {
  const reply: ChatReply = { text: 'yes', finish: 'stop', usage, ...(kept !== undefined && { kept }) };
  const queue: Pick<ChatQueue, 'ask'> = {
    ask: async function* (): AsyncGenerator<QueueEvent> {
      if (kept !== undefined) yield { kind: 'remembered' };
      yield { kind: 'reply', reply };
    },
  };
  const spending = createSpending();
  const isUncounted = uncountedBy(spentUntil, 2000);
  const asking = {
    queue: queue as ChatQueue,
    collection: 'c',
    signal: new AbortController().signal,
    spending,
    isUncounted,
  };
  await createAsk({
    ...asking,
    choice: { provider: 'server', model: 'm' },
    purpose: 'reading',
    onSign: () => undefined,
  })(call);
  return spending.take().calls;
}

test.each([
  ['a reply that comes now', undefined, 1],
  ['one kept before the spending was', 900, 0],
  ['one kept after it, before the tab was closed', 1500, 1],
  ['one that this run has counted already', 2500, 0],
])('counts %s as it was paid for', async (_, kept, calls) => {
  expect(await counted(kept)).toBe(calls);
});

test('counts no kept reply where nobody knows until when the spending goes', async () => {
  expect(await counted(1500, {})).toBe(0);
});
