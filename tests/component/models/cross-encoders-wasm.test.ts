import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tinyCrossEncoder } from '../../../scripts/lib/tiny/tiny-cross-encoder';
import { createCheckers, createRerankers } from '../../../src/adapters/models/transformers/encoder-host';
import { openLibrary } from '../../../src/adapters/models/transformers/library';
import { ModelError } from '../../../src/core/errors';
import { forgetRepositories, storeRepository, TINY_CHECKER, TINY_RERANKER } from '../../helpers/tiny-hub';

const LABELS = ['contradiction', 'entailment', 'neutral'];
const PAIRS = [
  { premise: 'the fox digs a burrow.', hypothesis: 'a fox digs' },
  { premise: 'a', hypothesis: 'water runs uphill' },
  { premise: '', hypothesis: 'mostly' },
];
const PASSAGES = ['the fox digs a burrow.', 'a', 'water runs downhill, mostly'];
const checkers = createCheckers({ models: [TINY_CHECKER], backend: 'wasm' });
const rerankers = createRerankers({ models: [TINY_RERANKER], backend: 'wasm' });

beforeEach(async () => {
  await storeRepository(TINY_CHECKER.repository, tinyCrossEncoder({ labels: LABELS }));
  await storeRepository(TINY_RERANKER.repository, tinyCrossEncoder({ labels: ['LABEL_0'] }));
});
afterEach(async () => {
  await Promise.all([checkers.unload(), rerankers.unload()]);
  await forgetRepositories();
});

/** The logits that the library gives for these texts by its own class for such networks. */
async function bareLogits(repository: string, first: readonly string[], second: readonly string[]) {
  const { AutoModelForSequenceClassification, AutoTokenizer } = await openLibrary('wasm');
  const tokenizer = await AutoTokenizer.from_pretrained(repository);
  const network = await AutoModelForSequenceClassification.from_pretrained(repository, {
    device: 'wasm',
    dtype: 'fp32',
  });
  const inputs: unknown = tokenizer([...first], { text_pair: [...second], padding: true });
  const { logits } = (await network(inputs)) as { logits: { tolist(): number[][] } };
  await network.dispose();
  return logits.tolist();
}

describe('a made-up sentence checker on WebAssembly, whose scores mean nothing', () => {
  test('gives the bare library’s probabilities, with the classes where its configuration names them', async () => {
    const scores = await checkers.judge(TINY_CHECKER.id, PAIRS);
    const logits = await bareLogits(
      TINY_CHECKER.repository,
      PAIRS.map(({ premise }) => premise),
      PAIRS.map(({ hypothesis }) => hypothesis),
    );
    expect(scores).toHaveLength(PAIRS.length);
    scores.forEach(({ entailment, neutral, contradiction }, i) => {
      const powers = (logits[i] ?? []).map(Math.exp);
      const sum = powers.reduce((total, power) => total + power, 0);
      [contradiction, entailment, neutral].forEach((share, label) =>
        expect(share).toBeCloseTo((powers[label] ?? NaN) / sum, 5),
      );
      expect(entailment + neutral + contradiction).toBeCloseTo(1, 6);
    });
    expect(new Set(scores.map(({ entailment }) => entailment.toFixed(4))).size).toBe(PAIRS.length);
  });

  test('cuts a premise that is too long at its end and keeps the hypothesis', async () => {
    const hypothesis = 'a fox digs';
    const room = TINY_CHECKER.contextWindow - 3 - 'afoxdigs'.length;
    const letters = Array.from({ length: 200 }, (_, i) => 'abcdefghij'[i % 10]); // one token each
    const [long, cut, other] = await checkers.judge(TINY_CHECKER.id, [
      { premise: letters.join(' '), hypothesis },
      { premise: letters.slice(0, room).join(' '), hypothesis },
      { premise: letters.join(' '), hypothesis: 'a fox rests' },
    ]);
    expect(long?.entailment).toBeCloseTo(cut?.entailment ?? NaN, 5);
    expect(other?.entailment).not.toBeCloseTo(long?.entailment ?? NaN, 4);
  });

  test('stops between two batches when asked to, and works again afterwards', async () => {
    const pairs = Array.from({ length: 900 }, (_, i) => ({ premise: `fox number ${String(i)}`, hypothesis: 'a fox' }));
    const controller = new AbortController();
    const reason = new Error('enough');
    const judging = checkers.judge(TINY_CHECKER.id, pairs, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 5);
    await expect(judging).rejects.toBe(reason);
    expect(await checkers.judge(TINY_CHECKER.id, PAIRS.slice(0, 1))).toHaveLength(1);
  });

  test('is refused in words when its network has other classes, or is not on this device', async () => {
    await storeRepository(TINY_CHECKER.repository, tinyCrossEncoder({ labels: ['LABEL_0', 'LABEL_1'] }));
    await expect(checkers.judge(TINY_CHECKER.id, PAIRS)).rejects.toThrow(
      /no sentence checker: its classes are LABEL_0, LABEL_1/u,
    );
    await checkers.unload();
    await forgetRepositories();
    const failure = await checkers.judge(TINY_CHECKER.id, PAIRS).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ModelError);
    expect(String(failure)).toContain('Download it first');
  });
});

describe('a made-up reranker on WebAssembly, whose scores mean nothing', () => {
  test.each(['bert', 'new'])('of type “%s” gives the bare library’s relevance, from 0 to 1, in order', async (type) => {
    const question = 'who digs?';
    const logits = await bareLogits(
      TINY_RERANKER.repository,
      PASSAGES.map(() => question),
      PASSAGES,
    );
    await storeRepository(TINY_RERANKER.repository, tinyCrossEncoder({ labels: ['LABEL_0'], type }));
    const ranks = await rerankers.rank(TINY_RERANKER.id, question, PASSAGES);
    expect(ranks).toHaveLength(PASSAGES.length);
    ranks.forEach((rank, i) => expect(rank).toBeCloseTo(1 / (1 + Math.exp(-(logits[i]?.[0] ?? NaN))), 5));
  });

  test('gives a passage the same relevance whatever stands beside it', async () => {
    const passages = [...PASSAGES, ''];
    const together = await rerankers.rank(TINY_RERANKER.id, 'who digs?', passages);
    for (const [i, passage] of passages.entries()) {
      expect((await rerankers.rank(TINY_RERANKER.id, 'who digs?', [passage]))[0]).toBeCloseTo(together[i] ?? NaN, 5);
    }
    expect(await rerankers.rank(TINY_RERANKER.id, 'who digs?', [])).toHaveLength(0);
  });

  test('is refused in words when its network has several classes', async () => {
    await storeRepository(TINY_RERANKER.repository, tinyCrossEncoder({ labels: LABELS }));
    await expect(rerankers.rank(TINY_RERANKER.id, 'who?', PASSAGES)).rejects.toThrow(/no reranker: it has 3 classes/u);
  });
});
