import { expect, test } from 'vitest';
import { candidatesOf } from '../../../src/core/extract/model/reading-requests';
import { passageOf } from '../../../src/core/extract/model/passage/passage';
import { unitToRead } from './passages';

test('a name that a person gave is shown to a model where it stands but once, before phrases', () => {
  const { unit, mentions } = unitToRead(
    ['Ada Byrne kept the weir.', 'The weir leaked, and the weir was mended.'],
    ['weir', 'Ada Byrne, person'],
  );
  const [weir, ada] = mentions;
  const phrase = { ...weir, attributes: JSON.stringify({ phrase: 'common' }) } as (typeof mentions)[number];
  const part = { passage: passageOf(unit), from: 0, to: 2 };
  expect(candidatesOf(part, [phrase, ...(ada ? [ada] : [])]).map(({ title }) => title)).toEqual(['Ada Byrne', 'weir']);
});
