import { describe, expect, it } from 'vitest';
import { indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { FOUNDED, mapReply, purposeOf, stepReply } from './mode-replies';
import { failureOf, searched, type Script } from './scripted-asker';

const harbour = indexOf(smallWorld(HARBOUR_WORLD));
const question = 'Who founded the Harbour Company?';
const SIGNS = ['<<<>>> {{{{', '...', '---', '???', '```\n```', '👍', '- \n- '];

describe('a reply of signs alone', () => {
  it.each(SIGNS)('“%s” is no answer: the model is asked again, and what it says then is the answer', async (signs) => {
    const { answer, calls, events } = await searched(harbour, { question, mode: 'local' }, (_, at) =>
      at === 0 ? signs : FOUNDED,
    );
    expect(calls).toHaveLength(2);
    expect(answer.text).toBe(FOUNDED);
    expect(events.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('')).toBe(FOUNDED);
  });

  it.each(SIGNS)('“%s” that comes twice fails with its reason, and no sign of it is shown', async (signs) => {
    const asked = searched(harbour, { question, mode: 'basic' }, () => signs);
    expect(await failureOf(asked)).toContain('Its reply was empty, also when it was asked again.');
    expect((await asked).events.filter(({ kind }) => kind === 'text')).toEqual([]);
  });

  it('is no finding on the way either, and no question', async () => {
    const script: Script = (call) => {
      const purpose = purposeOf(call);
      if (purpose === 'primer') return stepReply('...', ['???', 'Who was Tobias Fenn?'], 80);
      return purpose === 'step' ? stepReply(FOUNDED) : FOUNDED;
    };
    const { answer, calls } = await searched(harbour, { question, mode: 'drift' }, script);
    expect(answer.trace.actions?.map((one) => [one.question, one.state])).toEqual([
      [question, 'nothing found'],
      ['Who was Tobias Fenn?', 'answered'],
    ]);
    expect(calls.at(-1)?.messages.at(-1)?.content).not.toContain('|...');
  });

  it('is no point of a batch', async () => {
    const { answer } = await searched(harbour, { question, mode: 'global' }, (call) =>
      purposeOf(call) === 'map' ? mapReply('---') : FOUNDED,
    );
    expect(answer.notFound).toBe(true);
    expect(answer.text).toBeUndefined();
  });

  it('is kept back only until the first word: signs in front of that are shown with it', async () => {
    const { answer } = await searched(harbour, { question, mode: 'local' }, () => `*** ${FOUNDED} ***`);
    expect(answer.text).toContain(FOUNDED);
  });
});
