import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/core/errors';
import { manyReports } from './many-reports';
import { FOUNDED, mapReply, purposeOf } from './mode-replies';
import { searched, type ScriptedReply } from './scripted-asker';
import { notesOf } from '../../../helpers/notes';

const UNREADABLE =
  'None of its replies could be used: they were empty, cut short or not in the form that was asked for.';
const coast = manyReports(22, 1);
const question = 'Who founded the Harbour Company?';

/** A Global search whose ratings are these in turn, the last one again and again. */
async function rated(replies: readonly ScriptedReply[], count = 22) {
  let ratings = 0;
  const { answer } = await searched(
    count === 22 ? coast : manyReports(count, 1),
    { question, mode: 'global', parameters: { global: { dynamic: true } } },
    (call) => {
      const purpose = purposeOf(call);
      if (purpose === 'rate') return replies[ratings++] ?? replies.at(-1) ?? '';
      return purpose === 'map' ? mapReply(FOUNDED) : `${FOUNDED} [Data: Reports (1)]`;
    },
  );
  const read = answer.trace.sections.flatMap(({ items }) => items.filter(({ used }) => used)).length;
  return { ratings, read, notes: notesOf(answer), passedOver: answer.trace.passedOver ?? [] };
}

describe('ratings that cannot be read', () => {
  it.each(['', '{ "choice'])(
    'end the rating after ten reports, whose order by rank counts then: “%s”',
    async (reply) => {
      const { ratings, read, notes, passedOver } = await rated([reply]);
      expect(ratings).toBe(20);
      expect(read).toBe(22);
      expect(notes).toContain(
        `None of the ratings came (asked for: 10), so no more were asked for, and the reports were taken by their rank: ${UNREADABLE}`,
      );
      expect(notes.join(' ')).not.toContain('The model rated');
      expect(passedOver).toEqual([]);
    },
  );

  it('are told as such where there are fewer reports than that', async () => {
    const { ratings, read, notes } = await rated([''], 3);
    expect([ratings, read]).toEqual([6, 3]);
    expect(notes).toContain(
      `None of the ratings came (asked for: 3), so the reports were taken by their rank: ${UNREADABLE}`,
    );
  });

  it('are counted apart where others can be read, and their reports are read', async () => {
    const { ratings, read, notes } = await rated(['5', '', '', '0']);
    expect(ratings).toBe(23);
    expect(read).toBe(2);
    expect(notes).toEqual(
      expect.arrayContaining([
        'The model rated 21 reports; 2 bear on the question.',
        `Ratings that did not come: 1. These reports were read: ${UNREADABLE}`,
      ]),
    );
  });

  it.each(['I would give the 1987 report a 3', '2 of its 4 parts tell it', 'It is number 5 of them.'])(
    'are those whose digit stands somewhere in prose: “%s”',
    async (reply) => {
      const { read, notes } = await rated([reply], 3);
      expect(read).toBe(3);
      expect(notes.join(' ')).toContain('None of the ratings came (asked for: 3)');
    },
  );

  it('count like those that failed: the first reason is told', async () => {
    const { notes } = await rated([new ModelError('The server said no.'), ''], 3);
    expect(notes).toContain(
      'None of the ratings came (asked for: 3), so the reports were taken by their rank: The server said no.',
    );
  });
});
