import { describe, expect, it } from 'vitest';
import { readMarker, unreadMarker } from '../../../src/core/extract/model/reading-markers';
import { NOTHING } from '../../../src/core/extract/model/replies/findings';
import type { ReadingOptions } from '../../../src/core/extract/model/reading';
import { ReadingCounter, readingStatuses, type ReadingStatus } from '../../../src/core/extract/model/reading-status';
import type { ExtractionRow } from '../../../src/core/tables/tables';
import { unit } from '../../helpers/rows';

const OPTIONS: ReadingOptions = {
  depth: 'compact',
  layer: 'Tiny (compact 1)',
  reader: '',
  types: ['person'],
  openTypes: true,
  gleanings: 0,
  claims: true,
  claimsAbout: 'Any deed.',
  persona: '',
  language: null,
  contextWindow: 4096,
  replies: 'lines',
  prompts: {},
  attempts: 3,
};
const UNIT = unit('u1', 'd1', [[0, 10]]);
const TALLY = new ReadingCounter().with(NOTHING);

type Choices = Partial<ReadingOptions>;

const read = (choices: Choices = {}, rounds: { readIn: number; claimsIn?: number } = { readIn: 1 }): ExtractionRow =>
  readMarker(UNIT, { ...OPTIONS, ...choices }, TALLY, rounds);
const unread = (round: number, choices: Choices = {}): ExtractionRow =>
  unreadMarker(UNIT, { ...OPTIONS, ...choices }, { reason: 'Useless.', round });

/** As an earlier version wrote it. */
function withoutRound(row: ExtractionRow): ExtractionRow {
  const { readIn: _round, ...facts } = JSON.parse(row.attributes) as { readonly readIn?: number };
  return { ...row, attributes: JSON.stringify(facts) };
}

const BY_OTHER = { layer: 'Big (compact 1)' };
const IN_OTHER_DEPTH = { layer: 'Big (full 1)', depth: 'full' } as const;
const OTHER_TYPES = { types: ['mill'] };
const NO_CLAIMS = { claims: false };

const cases: readonly (readonly [
  words: string,
  markers: readonly ExtractionRow[],
  verdict: ReadingStatus | undefined,
])[] = [
  ['is to be read where no marker speaks of it', [], undefined],
  ['is read by a reading with all that is wanted', [read()], { kind: 'read' }],
  ['is read otherwise where another model has read it in the same depth', [read(BY_OTHER)], { kind: 'read otherwise' }],
  ['is to be read where another model has read it in another depth', [read(IN_OTHER_DEPTH)], undefined],
  ['is to be read where another model has read it without claims', [read({ ...BY_OTHER, ...NO_CLAIMS })], undefined],
  [
    'is read otherwise where the reading that stands has other choices',
    [read(), read(OTHER_TYPES)],
    { kind: 'read otherwise' },
  ],
  [
    'is read otherwise where another reading stands, though it has too little',
    [read(), read(IN_OTHER_DEPTH)],
    { kind: 'read otherwise' },
  ],
  ['is read where the last reading is as wanted', [read(OTHER_TYPES), read(BY_OTHER), read()], { kind: 'read' }],
  ['was tried where nothing came of it in this round', [unread(2)], { kind: 'tried' }],
  ['was tried in this round, whoever’s reading stands', [unread(2), read(BY_OTHER)], { kind: 'tried' }],
  ['is due where nothing came of it in an earlier round', [unread(1)], { kind: 'due' }],
  ['is due whoever’s reading stands', [read(BY_OTHER), unread(1), read(BY_OTHER)], { kind: 'due' }],
  ['is no longer due once it was read', [unread(1), read({}, { readIn: 2 })], { kind: 'read' }],
  ['is to be read where another model tried in vain', [unread(1, BY_OTHER)], undefined],
  [
    'lacks claims that were not wanted, and was read in that round',
    [unread(1), read(NO_CLAIMS, { readIn: 2 })],
    { kind: 'without claims', readIn: 2, askedInVain: false },
  ],
  [
    'lacks claims that were asked for in an earlier round, in vain',
    [read({}, { readIn: 1, claimsIn: 1 })],
    { kind: 'without claims', readIn: 1, askedInVain: true },
  ],
  [
    'is read where its claims were asked for in this round, in vain',
    [read({}, { readIn: 1, claimsIn: 2 })],
    { kind: 'read' },
  ],
  [
    'lacks claims that were asked for in this round in other words, in vain',
    [read({ claimsAbout: 'Any gift.' }, { readIn: 1, claimsIn: 2 })],
    { kind: 'without claims', readIn: 1, askedInVain: true },
  ],
  ['lacks nothing once its claims came', [read(NO_CLAIMS), read()], { kind: 'read' }],
  [
    'is to be read where it is not known in which round it was read without claims',
    [withoutRound(read(NO_CLAIMS))],
    undefined,
  ],
];

describe('To a run in the second round a passage', () => {
  it.each(cases)('%s', (_words, markers, verdict) => {
    expect(readingStatuses(markers, { options: OPTIONS, round: 2 }).get('u1')).toEqual(verdict);
  });
});

it('claims that are not wanted are not missed', () => {
  const verdicts = readingStatuses([read(NO_CLAIMS)], { options: { ...OPTIONS, ...NO_CLAIMS }, round: 1 });
  expect(verdicts.get('u1')).toEqual({ kind: 'read' });
});

it.each(['3fa2c1b4', '3fa2c1'])('a reading with the own words %s is another one than with those of today', (hash) => {
  const options = { ...OPTIONS, layer: 'Tiny (compact 1 deadbeef)' };
  const marker = read({ layer: `Tiny (compact 1 ${hash})` });
  expect(readingStatuses([marker], { options, round: 1 }).get('u1')).toEqual({ kind: 'read otherwise' });
});
