import { expect, it } from 'vitest';
import { ask, measuredSample } from '../../../bench/lib/measured-sample';

/** Asked for by words that the documents do not use of it. */
const REFUSED_WRONGLY = ['multi-hop-04', 'multi-hop-09'];
const ANSWERED_WRONGLY = ['unanswerable-06', 'unanswerable-07'];

it('refuses of the sample’s questions those that its documents do not answer, but for the few that are known', async () => {
  const { gold, index } = await measuredSample();
  const wrong: string[] = [];
  for (const { id, kind, question } of gold.questions) {
    const { answer } = await ask(index, question, 'auto');
    if (answer.notFound !== (kind === 'unanswerable')) wrong.push(id);
  }
  expect(wrong.sort()).toEqual([...REFUSED_WRONGLY, ...ANSWERED_WRONGLY]);
});
