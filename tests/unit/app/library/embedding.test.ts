import { expect, it } from 'vitest';
import { Embedding } from '../../../../src/app/library/embedding.svelte';
import type { EngineApi } from '../../../../src/core/engine/api';
import type { EmbeddingPlan } from '../../../../src/core/engine/indexing/embedding-plan';

interface Look {
  readonly signal: AbortSignal | undefined;
  readonly answer: (plan: EmbeddingPlan) => void;
  readonly fail: (error: Error) => void;
}

const plan = (title: string): EmbeddingPlan => ({ model: title, title, dims: 1, fields: [], bytes: 0, otherBytes: 0 });

/** An engine whose plans come when the test says so. */
function slowEngine() {
  const looks: Look[] = [];
  const engine = {
    embeddingPlan: (options?: { readonly signal?: AbortSignal }) =>
      new Promise<EmbeddingPlan>((answer, fail) => looks.push({ signal: options?.signal, answer, fail })),
  } as unknown as EngineApi;
  return {
    looks,
    embedding: new Embedding(
      async () => engine,
      () => undefined,
    ),
  };
}

it('shows the plan that was asked for last, whichever comes last', async () => {
  const { looks, embedding } = slowEngine();
  const first = embedding.look();
  await expect.poll(() => looks.length).toBe(1);
  const second = embedding.look();
  await expect.poll(() => looks.length).toBe(2);
  looks[1]?.answer(plan('second'));
  await second;
  looks[0]?.answer(plan('first'));
  await first;
  expect(embedding.plan?.title).toBe('second');
});

it('ends a look when another begins, without a word about it', async () => {
  const { looks, embedding } = slowEngine();
  const first = embedding.look();
  await expect.poll(() => looks.length).toBe(1);
  embedding.forget();
  expect(looks[0]?.signal?.aborted).toBe(true);
  looks[0]?.fail(new DOMException('Another look began', 'AbortError'));
  await first;
  expect(embedding.plan).toBeNull();
});

it('tells why the plan that is wanted cannot be made', async () => {
  const { looks, embedding } = slowEngine();
  const look = embedding.look();
  await expect.poll(() => looks.length).toBe(1);
  looks[0]?.fail(new Error('no model'));
  await expect(look).rejects.toThrow('no model');
});
