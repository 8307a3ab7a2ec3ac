import { describe, expect, it } from 'vitest';
import { sentenceVectors } from '../../../src/core/engine/sentence-vectors';
import type { Embedder } from '../../../src/core/models/embedder';

const INFO = { id: 'scripted', title: 'Scripted', dims: 2, maxTokens: 64, questionPrefix: '', passagePrefix: '' };
const scripted = (embed: Embedder['embed']): Embedder => ({ info: INFO, embed });
const never: Embedder['embed'] = () => new Promise(() => undefined);

type Given = Parameters<typeof sentenceVectors>;
const having = (...models: readonly string[]) =>
  ({ store: { vectors: { sets: () => models.map((model) => ({ model })) } } }) as unknown as Given[0];
const around = (embedder: Embedder | null, isImpatient = false) => {
  const timer = {
    after: (_: number, then: () => void) => {
      if (isImpatient) setTimeout(then);
      return () => undefined;
    },
  };
  return {
    env: { models: { chat: () => Promise.resolve(null), embedder: () => Promise.resolve(embedder) }, timer },
  } as unknown as Given[1];
};

describe('vectors for the sentences of an answer', () => {
  it('are not asked for where a collection has none', () => {
    expect(sentenceVectors(having(), around(scripted(never)))).toBeUndefined();
  });

  it('come from the embedder of the collection’s vectors, as passages', async () => {
    const asked: (readonly [readonly string[], string])[] = [];
    const embedder = scripted((texts, kind) => {
      asked.push([texts, kind]);
      return Promise.resolve(new Float32Array(texts.length * 2).fill(0.5));
    });
    const given = await sentenceVectors(having('scripted'), around(embedder))?.(['one', 'two']);
    expect(given).toEqual({ dims: 2, vectors: new Float32Array(4).fill(0.5) });
    expect(asked).toEqual([[['one', 'two'], 'passage']]);
  });

  it.each([
    ['fails', scripted(() => Promise.reject(new Error('Its weights are damaged.'))), 'Its weights are damaged.'],
    ['is too slow', scripted(never), 'took too long'],
    ['is another one', { ...scripted(never), info: { ...INFO, id: 'other' } }, 'has made no embeddings yet'],
  ])('are done without, saying so, where the embedder %s', async (why, embedder, words) => {
    const given = await sentenceVectors(having('scripted'), around(embedder, why === 'is too slow'))?.(['one']);
    expect(given).toMatchObject({ words: expect.stringContaining(words) });
  });

  it('that come too late are not made any further', async () => {
    let given: AbortSignal | undefined;
    const slow = scripted((_texts, _kind, options) => {
      given = options?.signal;
      return new Promise(() => undefined);
    });
    await sentenceVectors(having('scripted'), around(slow, true))?.(['one']);
    expect(given?.aborted).toBe(true);
  });
});
