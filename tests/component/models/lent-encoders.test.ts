import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tinyCrossEncoder } from '../../../scripts/lib/tiny/tiny-cross-encoder';
import { engineModels } from '../../../src/adapters/engine-models';
import { createHost, makeWorker } from '../../../src/app/platform/workers';
import { createModelRoom } from '../../../src/app/models/model-room';
import { ENTAILMENT_MODELS, RERANKERS, type CrossEncoder } from '../../../src/core/models/catalogue/cross-encoders';
import { NO_MODELS, type ModelSettings } from '../../../src/core/models/settings';
import { forgetRepositories, storeRepository } from '../../helpers/tiny-hub';

const LABELS = ['contradiction', 'entailment', 'neutral'];
const onProcessor = (models: readonly CrossEncoder[]): CrossEncoder => {
  const found = models.find(({ precision }) => precision === 'q8');
  if (!found) throw new Error('The catalogue has no model for the processor');
  return found;
};
const CHECKER = onProcessor(ENTAILMENT_MODELS);
const RERANKER = onProcessor(RERANKERS);
const file = 'onnx/model_quantized.onnx';
const storeChecker = () => storeRepository(CHECKER.repository, tinyCrossEncoder({ labels: LABELS, file }));
const storeReranker = () => storeRepository(RERANKER.repository, tinyCrossEncoder({ labels: ['LABEL_0'], file }));
const started: Worker[] = [];
const PAIR = { premise: 'the fox digs a burrow.', hypothesis: 'a fox digs' };

/** The models as the engine gets at them, through the real workers. */
function lend(chosen: Partial<ModelSettings>) {
  const room = createModelRoom({
    kept: () => Promise.resolve({ ...NO_MODELS, ...chosen }),
    make: (kind) => {
      const worker = makeWorker(kind);
      started.push(worker);
      return worker;
    },
  });
  return { room, models: engineModels(createHost(makeWorker, room)) };
}

beforeEach(forgetRepositories);
afterEach(async () => {
  for (const worker of started.splice(0)) worker.terminate();
  await forgetRepositories();
});

describe('made-up models lent to the engine, whose scores mean nothing', () => {
  test('the chosen sentence checker and reranker score in the embed worker', async () => {
    await Promise.all([storeChecker(), storeReranker()]);
    const { models } = lend({ checker: { model: CHECKER.id }, reranker: RERANKER.id });
    const [checker, reranker] = [await models.checker(), await models.reranker()];
    expect(checker).toMatchObject({ id: CHECKER.id, title: CHECKER.title });
    expect(reranker).toMatchObject({ id: RERANKER.id, title: RERANKER.title });
    const [scores] = (await checker?.judge([PAIR])) ?? [];
    expect((scores?.entailment ?? 0) + (scores?.neutral ?? 0) + (scores?.contradiction ?? 0)).toBeCloseTo(1, 6);
    expect(await reranker?.rank('who digs?', ['the fox', 'water'])).toHaveLength(2);
    expect(await models.checkerChoice()).toEqual({ model: CHECKER.id });
    expect(await models.checker()).toBe(checker);
    expect(started).toHaveLength(1);
  });

  test('Auto takes a sentence checker that is on this device, and looks again when told so', async () => {
    const { room, models } = lend({});
    expect(await models.checkerChoice()).toBe('auto');
    expect(await models.checker()).toBeNull();
    await storeChecker();
    room.follow(NO_MODELS);
    const checker = await models.checker();
    expect(checker).toMatchObject({ id: CHECKER.id });
    expect(await checker?.judge([PAIR])).toHaveLength(1);
    await forgetRepositories();
    room.follow(NO_MODELS);
    expect(await models.checker()).toBeNull();
  });

  test('none is lent when none is chosen, whatever is on this device', async () => {
    await storeChecker();
    const { models } = lend({ checker: 'none' });
    expect(await models.checkerChoice()).toBe('none');
    expect(await models.checker()).toBeNull();
    expect(await models.reranker()).toBeNull();
    expect(started).toHaveLength(0);
  });

  test('one that is not on this device is refused in words', async () => {
    const { models } = lend({ checker: { model: CHECKER.id } });
    const checker = await models.checker();
    await expect(checker?.judge([PAIR])).rejects.toThrow('Download it first');
  });
});
