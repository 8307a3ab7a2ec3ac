import { expect, it } from 'vitest';
import type { KeptReplies } from '../../../src/core/engine/model/asking/kept-replies';
import { readingPart } from '../../../src/core/engine/model/plan/plan-parts';
import { planUnitCalls } from '../../../src/core/extract/model/planned-calls';
import { asksClaims } from '../../helpers/claiming-model';
import { replyOf } from '../../helpers/scripted-model';
import { OPTIONS, unitToRead } from '../extract-model/passages';

/** All replies but those about claims. */
const kept: KeptReplies = {
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
