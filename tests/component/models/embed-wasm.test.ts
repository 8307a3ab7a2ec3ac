import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tinyEmbedder } from '../../../scripts/lib/tiny/tiny-embedder';
import { createEmbedHost } from '../../../src/adapters/models/transformers/encoder-host';
import { openLibrary } from '../../../src/adapters/models/transformers/library';
import { ModelError } from '../../../src/core/errors';
import { cosine, rows } from '../../helpers/vectors';
import { forgetRepositories, storeRepository, TINY_EMBEDDER } from '../../helpers/tiny-hub';

const TEXTS = ['the fox digs a burrow.', 'a', 'water runs downhill, mostly', ''];
const { id, dims } = TINY_EMBEDDER;
const host = createEmbedHost({ models: [TINY_EMBEDDER], backend: 'wasm' });

beforeEach(() => storeRepository(TINY_EMBEDDER.repository, tinyEmbedder()));
afterEach(async () => {
  await host.unload();
  await forgetRepositories();
});

describe('the embedder on WebAssembly', () => {
  test('gives what the bare library gives for the same texts with their prefix', async () => {
    const own = await host.embed(id, TEXTS, 'question');
    const { pipeline } = await openLibrary('wasm');
    const bare = await pipeline('feature-extraction', TINY_EMBEDDER.repository, { device: 'wasm', dtype: 'fp32' });
    const prefixed = TEXTS.map((text) => TINY_EMBEDDER.questionPrefix + text);
    const theirs = await bare(prefixed, { pooling: 'mean', normalize: true });
    expect(own).toHaveLength(TEXTS.length * dims);
    own.forEach((value, i) => expect(value).toBeCloseTo(Number(theirs.data[i]), 5));
    await bare.dispose();
  });

  test('gives every text a vector of length 1 that its neighbours do not change', async () => {
    const together = rows(await host.embed(id, TEXTS, 'passage'), dims);
    for (const [i, text] of TEXTS.entries()) {
      const [alone] = rows(await host.embed(id, [text], 'passage'), dims);
      expect(cosine(alone, together[i])).toBeCloseTo(1, 6);
      expect(cosine(alone, alone)).toBeCloseTo(1, 5);
    }
  });

  test('averages the parts of a text that is longer than the model reads at once', async () => {
    const word = 'abcdefghij';
    const room = TINY_EMBEDDER.contextWindow - 2 - 'passage:'.length;
    const left = word.repeat(20).slice(0, room);
    const right = '0123456789'.repeat(20).slice(0, room);
    const long = rows(await host.embed(id, [`${left} ${right}`], 'passage'), dims)[0];
    const [first, second] = rows(await host.embed(id, [left, right], 'passage'), dims);
    const mean = long?.map((_, i) => (first?.[i] ?? 0) + (second?.[i] ?? 0));
    expect(cosine(long, long)).toBeCloseTo(1, 5);
    // The right half begins inside a word there and at a word here: one token of 54 differs.
    expect(cosine(long, mean) / Math.sqrt(cosine(mean, mean))).toBeGreaterThan(0.99);
  });

  test('tells how far it is and stops between two batches when asked to', async () => {
    const texts = Array.from({ length: 600 }, (_, i) => `passage number ${String(i)} about foxes`);
    const controller = new AbortController();
    const seen: number[] = [];
    const reason = new Error('enough');
    const onProgress = (done: number) => {
      seen.push(done);
      controller.abort(reason);
    };
    await expect(host.embed(id, texts, 'passage', { signal: controller.signal, onProgress })).rejects.toBe(reason);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toBeLessThan(600);
    expect(await host.embed(id, ['afterwards'], 'passage')).toHaveLength(dims);
  });

  test('says to download the model first when a file is missing, and asks no one for it', async () => {
    const asked = performance.getEntriesByType('resource').length;
    await forgetRepositories();
    const failure = await host.embed(id, ['text'], 'passage').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ModelError);
    expect(String(failure)).toContain('Download it first');
    const later = performance.getEntriesByType('resource').slice(asked);
    expect(later.filter(({ name }) => /huggingface|jsdelivr/u.test(name))).toEqual([]);
  });

  test('tells the steps of loading and ends ready', async () => {
    const steps: string[] = [];
    for await (const { step, fraction } of host.load(id)) steps.push(`${step} ${String(fraction)}`);
    expect(steps).toEqual(['start 0', 'weights 0', 'warm up 0', 'warm up 1']);
  });

  test('refuses a model whose vectors have another length than the catalogue says', async () => {
    const wrong = createEmbedHost({ models: [{ ...TINY_EMBEDDER, dims: 48 }], backend: 'wasm' });
    await expect(wrong.embed(id, ['text'], 'passage')).rejects.toThrow(ModelError);
  });
});
