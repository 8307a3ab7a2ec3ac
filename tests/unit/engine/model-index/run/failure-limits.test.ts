import { expect, it } from 'vitest';
import { ModelError } from '../../../../../src/core/errors';
import {
  createPassageFailureLimit,
  type ReadPassage,
} from '../../../../../src/core/engine/model-index/run/failure-limits';

type Kind = 'fruitful' | 'barren' | 'unusable' | 'refused' | 'unreachable';

function passage(kind: Kind): ReadPassage {
  const found = (name: string) => ({ rows: [], found: { [name]: 1 } });
  const failure =
    kind === 'refused'
      ? new ModelError('Refused.')
      : kind === 'unreachable'
        ? new ModelError('Away.', { traits: ['worth another try'] })
        : undefined;
  return {
    ...found(failure ? 'unread' : kind),
    fruitful: kind === 'fruitful',
    ...(kind === 'unusable' && { unusable: true }),
    ...(failure && { failure }),
    invalid: {},
    unread: () => found('unread'),
  };
}

/** What counts after these passages, in order, and how it ended. */
function outcome(kinds: readonly Kind[], { final = false, barrenMost = 3, readBefore = true } = {}) {
  const settled: string[] = [];
  const held = createPassageFailureLimit({ barrenMost, before: { read: readBefore ? 1 : 0, unread: 0 } }, ({ found }) =>
    settled.push(...Object.keys(found)),
  );
  try {
    for (const kind of kinds) held.take(passage(kind));
    held.end(final);
    return { settled, ended: 'well' };
  } catch (error) {
    return { settled, ended: error instanceof Error ? error.message.slice(0, 23) : '' };
  }
}

it('passages from which nothing came count as read once something comes of a later one', () => {
  expect(outcome(['barren', 'barren', 'fruitful'])).toEqual({
    settled: ['barren', 'barren', 'fruitful'],
    ended: 'well',
  });
});

it('passages from which nothing came count as unread where the run ends for it', () => {
  expect(outcome(['fruitful', 'barren', 'barren', 'barren'])).toEqual({
    settled: ['fruitful', 'unread', 'unread', 'unread'],
    ended: 'Nothing could be used o',
  });
});

it('a passage that the model refuses is unread, and the next ones are read', () => {
  expect(outcome(['refused', 'fruitful', 'refused', 'refused', 'fruitful']).settled).toEqual([
    'unread',
    'fruitful',
    'unread',
    'unread',
    'fruitful',
  ]);
});

it('three refusals in a row end the run, and do not stand before the next one', () => {
  expect(outcome(['refused', 'refused', 'refused'])).toEqual({
    settled: ['unread', 'unread', 'unread'],
    ended: 'Refused.',
  });
});

it('passages that a model could not be reached for stay to be read', () => {
  expect(outcome(['fruitful', 'unreachable', 'unreachable', 'unreachable'])).toEqual({
    settled: ['fruitful'],
    ended: 'Away.',
  });
});

it('a last passage that fails stays to be read, until waiting for the model was of no use', () => {
  expect(outcome(['fruitful', 'unreachable'])).toEqual({ settled: ['fruitful'], ended: 'Away.' });
  expect(outcome(['fruitful', 'unreachable'], { final: true })).toEqual({
    settled: ['fruitful', 'unread'],
    ended: 'well',
  });
});

it('refusals between them do not make passages from which nothing came count as more', () => {
  expect(outcome(['barren', 'refused', 'barren', 'fruitful']).ended).toBe('well');
});

it('where nothing came of the only passages that there are, they count as unread', () => {
  expect(outcome(['barren', 'barren'], { readBefore: false })).toEqual({
    settled: ['unread', 'unread'],
    ended: 'Nothing could be used o',
  });
  expect(outcome(['barren', 'barren'])).toEqual({ settled: ['barren', 'barren'], ended: 'well' });
});

it('where no reply about most passages could be used, the run ends for it, though something came of some between them', () => {
  const kinds: readonly Kind[] = ['fruitful', 'unusable', 'unusable', 'fruitful', 'unusable', 'unusable'];
  expect(outcome(kinds, { readBefore: false })).toEqual({
    settled: ['fruitful', 'unusable', 'unusable', 'fruitful', 'unread', 'unread'],
    ended: 'Nothing could be used o',
  });
  expect(outcome(kinds).ended).toBe('Nothing could be used o');
  expect(outcome(['fruitful', ...kinds]).ended).toBe('well');
});

it('four passages about which no reply could be used end a run in which none ever could', () => {
  const hopeless = (kinds: readonly Kind[], readBefore = false) => outcome(kinds, { barrenMost: 9, readBefore });
  expect(hopeless(['unusable', 'unusable', 'unusable', 'unusable'])).toEqual({
    settled: ['unread', 'unread', 'unread', 'unread'],
    ended: 'Nothing could be used o',
  });
  expect(
    hopeless(['unusable', 'barren', 'unusable', 'unusable', 'unusable', 'fruitful', 'fruitful', 'fruitful']).ended,
  ).toBe('well');
  expect(hopeless(['unusable', 'unusable', 'unusable', 'fruitful', 'fruitful', 'fruitful']).ended).toBe('well');
  expect(
    hopeless(['fruitful', 'fruitful', 'fruitful', 'unusable', 'unusable', 'unusable', 'unusable', 'fruitful'], true)
      .ended,
  ).toBe('well');
});
