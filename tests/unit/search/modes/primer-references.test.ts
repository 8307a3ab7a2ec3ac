import { expect, it } from 'vitest';
import { indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { dataOf, searched } from './scripted-asker';

it('a bare number in the first reply of DRIFT, which is shown reports alone, is that of a report', async () => {
  const { calls } = await searched(
    indexOf(smallWorld(HARBOUR_WORLD)),
    { question: 'Who founded the Harbour Company?', mode: 'drift' },
    ({ shape }, at) => {
      if (shape?.kind !== 'record') return 'Clara Voss founded the Harbour Company in 1850.';
      return at === 0
        ? '{"answer": "Clara Voss founded it in 1850 [1].", "score": 90, "follow_ups": ["What was the toll?"]}'
        : '{"answer": "", "score": 0, "follow_ups": []}';
    },
  );
  const reduce = dataOf(calls.findLast(({ shape }) => !shape)?.messages ?? []);
  expect(reduce).toContain('Clara Voss founded it in 1850. [Data: Reports (1)]');
});
