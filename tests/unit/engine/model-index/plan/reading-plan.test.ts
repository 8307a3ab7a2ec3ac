import { expect, it } from 'vitest';
import { OpenCollection } from '../../../../../src/core/engine/collections/open-collection';
import { planReading } from '../../../../../src/core/engine/model-index/plan/reading-plan';
import { testEnv } from '../../../../helpers/engine-env';
import { mention, unit } from '../../../../helpers/rows';
import { documentRow } from '../../../storage/rows';
import type { CachedReplies } from '../../../../../src/core/engine/model-index/asking/cached-replies';
import { readingPart } from '../../../../../src/core/engine/model-index/plan/plan-parts';
import { planUnitCalls } from '../../../../../src/core/extract/model/planned-calls';
import { asksClaims } from '../../../../helpers/claiming-model';
import { replyOf } from '../../../../helpers/scripted-model';
import { OPTIONS, unitToRead } from '../../../extract-model/passages';

async function collectionOf(passages: number) {
  const env = testEnv();
  const record = await env.collections.create('Letters');
  const open = new OpenCollection(record, await env.collections.open(record.id), env);
  await open.store.load();
  const ids = Array.from({ length: passages }, (_, at) => `u${String(at)}`);
  const units = ids.map((id, at) => unit(id, 'd1', [[10 * at, 10 * at + 10]], at));
  const named = units.map(({ id }, at) => mention('ada', { sentence: at, start: 10 * at, text_unit_id: id }));
  await open.store.commit(() => ({
    append: { documents: [documentRow('d1')], text_units: units, extractions: named },
  }));
  return { env, open };
}

it.each([
  [5, []],
  [40, [8, 16, 24, 32, 40]],
  [200, [20, 40, 60, 80, 100, 120, 140, 160, 180, 200]],
  [1000, [100, 300, 600, 1000]],
])('of %i passages to read, everything is derived again after %j', async (passages, places) => {
  const { env, open } = await collectionOf(passages);
  const todo = await planReading(open.store, { budget: 1 }, { env });
  expect(todo.units.flatMap(({ mark }, at) => (mark ? [at + 1] : []))).toEqual(places);
});

it('a passage lets its own names go once it is read, and no other’s', async () => {
  const { env, open } = await collectionOf(2);
  const todo = await planReading(open.store, { budget: 1 }, { env });
  expect(todo.units.map(({ mentions }) => mentions.length)).toEqual([1, 1]);
  todo.units[0]?.release();
  expect(todo.units.map(({ mentions }) => mentions.length)).toEqual([0, 1]);
});

/** All replies but those about claims. */
const kept: CachedReplies = {
  try: async (work) => {
    let answered = 0;
    await work(async ({ messages }) => {
      if (messages.some(({ content }) => asksClaims(content))) throw new Error('Not kept.');
      answered++;
      return replyOf('link|1|2|measured|1');
    }).catch(() => undefined);
    return { answered, whole: false, made: undefined };
  },
};

it('claims of a passage that was read in parts are priced by themselves', async () => {
  const sentences = Array.from({ length: 60 }, (_, at) => `On day ${String(at)} Ada Byrne measured Larkmoor Weir.`);
  const unit = unitToRead(sentences, ['Ada Byrne, person', 'Larkmoor Weir, place']);
  const reading = { ...OPTIONS, contextWindow: 1200 };
  const parts = planUnitCalls(unit, reading).length;
  expect(parts).toBeGreaterThan(1);
  const known = { ...unit, withoutClaims: { readIn: 1, askedInVain: false } };
  const part = await readingPart({ reading: { ...reading, claims: true }, kept: { reading: kept, reports: kept } }, [
    known,
  ]);
  expect(part).toMatchObject({ answered: parts, calls: parts });
});
