import { expect, it } from 'vitest';
import { createFailureLimit, type Outcome } from '../../../../src/core/engine/derivations/failure-limit';
import { ModelError } from '../../../../src/core/errors';

type Kind = 'records' | 'empty' | 'invalid' | 'refused' | 'unreachable';

function passage(kind: Kind): Outcome<string> {
  const outcome = { result: kind, left: kind, unmade: () => 'unread' };
  const isAway = kind === 'unreachable';
  if (isAway || kind === 'refused') {
    const failure = isAway ? new ModelError('Away.', { traits: ['worth another try'] }) : new ModelError('Refused.');
    return { ...outcome, result: 'unread', kind: 'failed', failure };
  }
  if (kind === 'invalid') return { ...outcome, kind: 'useless' };
  return { ...outcome, kind: 'made', isUseful: kind === 'records' };
}

/** Runs the limit over these passages, in order, and returns the counts and the end. */
function outcome(kinds: readonly Kind[], { final = false, emptyLimit = 3, readBefore = true, isGround = true } = {}) {
  const settled: string[] = [];
  const before = { made: readBefore ? 1 : 0, unmade: 0 };
  const limit = createFailureLimit<string>(
    { limit: emptyLimit, before, isGround, giveUp: () => 'Nothing could be used.' },
    (result) => settled.push(result),
  );
  try {
    for (const kind of kinds) limit.take(passage(kind));
    limit.end(final);
    return { settled, ended: 'well' };
  } catch (error) {
    return { settled, ended: error instanceof Error ? error.message : '' };
  }
}

it('passages from which nothing came count as read once something comes of a later one', () => {
  expect(outcome(['empty', 'empty', 'records'])).toEqual({
    settled: ['empty', 'empty', 'records'],
    ended: 'well',
  });
});

it('passages from which nothing came count as unread where the run ends for it', () => {
  expect(outcome(['records', 'empty', 'empty', 'empty'])).toEqual({
    settled: ['records', 'unread', 'unread', 'unread'],
    ended: 'Nothing could be used.',
  });
});

it('a passage that the model refuses is unread, and the next ones are read', () => {
  expect(outcome(['refused', 'records', 'refused', 'refused', 'records']).settled).toEqual([
    'unread',
    'records',
    'unread',
    'unread',
    'records',
  ]);
});

it('three refusals in a row end the run, and do not stand before the next one', () => {
  expect(outcome(['refused', 'refused', 'refused'])).toEqual({
    settled: ['unread', 'unread', 'unread'],
    ended: 'Refused.',
  });
});

it('passages that a model could not be reached for stay to be read', () => {
  expect(outcome(['records', 'unreachable', 'unreachable', 'unreachable'])).toEqual({
    settled: ['records'],
    ended: 'Away.',
  });
});

it('a last passage that fails stays to be read, until waiting for the model was of no use', () => {
  expect(outcome(['records', 'unreachable'])).toEqual({ settled: ['records'], ended: 'Away.' });
  expect(outcome(['records', 'unreachable'], { final: true })).toEqual({
    settled: ['records', 'unread'],
    ended: 'well',
  });
});

it('refusals between them do not make passages from which nothing came count as more', () => {
  expect(outcome(['empty', 'refused', 'empty', 'records']).ended).toBe('well');
});

it('where nothing came of the only passages that there are, they count as unread', () => {
  expect(outcome(['empty', 'empty'], { readBefore: false })).toEqual({
    settled: ['unread', 'unread'],
    ended: 'Nothing could be used.',
  });
  expect(outcome(['empty', 'empty'])).toEqual({ settled: ['empty', 'empty'], ended: 'well' });
});

it('where no reply about most passages could be used, the run ends for it, though something came of some between them', () => {
  const kinds: readonly Kind[] = ['records', 'invalid', 'invalid', 'records', 'invalid', 'invalid'];
  expect(outcome(kinds, { readBefore: false })).toEqual({
    settled: ['records', 'invalid', 'invalid', 'records', 'unread', 'unread'],
    ended: 'Nothing could be used.',
  });
  expect(outcome(kinds).ended).toBe('Nothing could be used.');
  expect(outcome(['records', ...kinds]).ended).toBe('well');
});

it('four passages about which no reply could be used end a run in which none ever could', () => {
  const hopeless = (kinds: readonly Kind[], readBefore = false) => outcome(kinds, { emptyLimit: 9, readBefore });
  expect(hopeless(['invalid', 'invalid', 'invalid', 'invalid'])).toEqual({
    settled: ['unread', 'unread', 'unread', 'unread'],
    ended: 'Nothing could be used.',
  });
  expect(hopeless(['invalid', 'empty', 'invalid', 'invalid', 'invalid', 'records', 'records', 'records']).ended).toBe(
    'well',
  );
  expect(hopeless(['invalid', 'invalid', 'invalid', 'records', 'records', 'records']).ended).toBe('well');
  expect(
    hopeless(['records', 'records', 'records', 'invalid', 'invalid', 'invalid', 'invalid', 'records'], true).ended,
  ).toBe('well');
});

it('a step on which nothing rests ends well where no reply about its few items could be used', () => {
  expect(outcome(['invalid', 'invalid', 'invalid'], { emptyLimit: 12, readBefore: false, isGround: false })).toEqual({
    settled: ['invalid', 'invalid', 'invalid'],
    ended: 'well',
  });
  expect(
    outcome(['invalid', 'invalid', 'invalid', 'invalid'], { emptyLimit: 12, readBefore: false, isGround: false }).ended,
  ).toBe('Nothing could be used.');
});
