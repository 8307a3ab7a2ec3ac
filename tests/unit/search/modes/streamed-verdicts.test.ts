import type { AnswerSentence } from '../../../../src/core/search/answer/answer';
import { describe, expect, it } from 'vitest';
import { indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { scripted, searched } from './scripted-asker';

const harbour = indexOf(smallWorld(HARBOUR_WORLD));
const asked = { question: 'Who founded the Harbour Company?', mode: 'basic' } as const;
const WORDS = [
  'The Harbour Company was founded in 1873 by Bruno Keller. ',
  'It took 3.5 per cent, says Dr. Voss, e.g. of its dues. ',
  'Nothing else is known of it!\n\n',
  '- Bruno Keller founded it. [Sources: 1]\n- He said so himself.',
];

/** As it stands once nobody judges it any more. */
const decided = ({ pending: _pending, ...rest }: AnswerSentence): AnswerSentence => rest;

describe('the citations of an answer that is being written', () => {
  it.each([1, 7, 60, 1000])(
    'are told as its sentences end, whether %i characters come at once or more',
    async (piece) => {
      const { ask } = scripted(() => WORDS.join(''), { piece });
      const { events, answer } = await searched(harbour, asked, () => '', { ask });
      const emitted = events.flatMap((event) => (event.kind === 'cited' ? [event.sentences] : []));
      expect(answer.sentences).toHaveLength(5);
      if (piece <= 7) expect(emitted.map(({ length }) => length)).toEqual([1, 2, 3, 4, 5]);
      for (const sentences of emitted)
        expect(sentences.map(decided)).toEqual(answer.sentences.slice(0, sentences.length));
    },
  );
});
