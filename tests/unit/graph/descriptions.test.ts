import { describe, expect, it } from 'vitest';
import { NO_MODEL } from '../../../src/core/provenance';
import {
  withQuotedDescriptions,
  writtenDescription,
  relationshipLabel,
} from '../../../src/core/graph/derive/descriptions';
import type { EntityRow } from '../../../src/core/tables/tables';
import { unit } from '../../helpers/rows';

const TEXT = 'On Tuesday a letter reached Ada Byrne. Ada Byrne kept the weir at Larkmoor.';
const units = [
  {
    ...unit('u1', 'd1', [
      [0, 38],
      [39, TEXT.length],
    ]),
    text: TEXT,
  },
];
const row = (changes: Partial<EntityRow>): EntityRow => ({
  id: 'e1',
  human_readable_id: 0,
  title: 'Ada Byrne',
  type: 'person',
  description: '',
  text_unit_ids: ['u1'],
  frequency: 1,
  degree: 3,
  key: 'ada byrne',
  aliases: [],
  method: 'Tiny (compact 2)',
  description_hash: null,
  x: null,
  y: null,
  ...changes,
});
const described = (changes: Partial<EntityRow>) => withQuotedDescriptions([row(changes)], units)[0];

describe('an entity that a model named and did not describe', () => {
  it('is described by the sentence that begins with its name, in quotes, which no model is said to have written', () => {
    const one = described({});
    expect(one?.description).toBe('“Ada Byrne kept the weir at Larkmoor.”');
    expect(one && writtenDescription(one)).toBe('');
  });

  it.each([
    [
      'holds its name only within a longer word',
      'Annual reports of the mill are kept there. Later Ann kept the weir for a year.',
      'Ann',
    ],
    ['is a line of contents', 'Ann and the keepers of the weir ..... 112\nLater Ann kept the weir for a year.', 'Ann'],
  ])('is not described by a sentence that %s', (_, text, title) => {
    const at = text.indexOf('Later');
    const of = {
      ...unit('u1', 'd1', [
        [0, at - 1],
        [at, text.length],
      ]),
      text,
    };
    expect(withQuotedDescriptions([row({ title })], [of])[0]?.description).toBe(
      '“Later Ann kept the weir for a year.”',
    );
  });

  it.each([
    ['is described already', { description: 'Ada keeps the weir.' }],
    ['was found without a model', { method: NO_MODEL }],
    ['is connected with one other alone', { degree: 1 }],
    ['is named in no sentence', { title: 'Tom Marsh', aliases: [] }],
  ])('stays as it is where it %s', (_, changes) => {
    expect(described(changes)).toEqual(row(changes));
  });
});

it('A relationship without a description is told by its predicates', () => {
  expect(relationshipLabel({ description: '', keywords: ['founded', 'left'] })).toBe('founded, left');
  expect(relationshipLabel({ description: 'Ada founded it.', keywords: ['founded'] })).toBe('Ada founded it.');
});
