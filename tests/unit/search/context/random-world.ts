import fc from 'fast-check';
import type { SearchTables } from '../../../../src/core/retrieval';
import type { CommunityReportRow, CovariateRow } from '../../../../src/core/tables/tables';
import { harbour } from '../harbour';
import { smallWorld, type SmallWorld } from '../small-world';

interface RandomWorld {
  readonly tables: SearchTables;
  readonly claims: readonly CovariateRow[];
}

const NAMES = ['Edda Marrow', 'Grey Point', 'Tobias Fenn', 'Clara Voss', '灰角灯塔', 'A|B Company', 'O"Neil'] as const;

/** Words, bars, turn borders, heads of tables, Chinese, digits: whatever may upset a table or an estimate. */
const piece = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 6, arbitrary: fc.lorem({ maxCount: 12 }) },
  fc.constantFrom(
    '|',
    '\n',
    '\r\n',
    '||1|x',
    '-----Sources-----',
    '<|im_start|>',
    '[Data: Reports (7)]',
    '"',
    '​',
    '\t',
  ),
  fc.constantFrom(
    '灯塔高四十米，矗立在海边。',
    '北方来的船只靠它的白光航行',
    '1234567890',
    '!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!',
    '---------------------------',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const sentence = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => `${pieces.join(' ')}.`);
/** Now and then far longer than any budget. */
const paragraph = fc.oneof(
  { weight: 8, arbitrary: fc.array(sentence, { minLength: 1, maxLength: 6 }).map((all) => all.join(' ')) },
  { weight: 1, arbitrary: sentence.map((one) => Array.from({ length: 60 }, () => one).join(' ')) },
  { weight: 1, arbitrary: sentence.map((one) => one.replaceAll('.', '').repeat(80)) },
);

const documents = fc.array(
  fc.record({ title: sentence, paragraphs: fc.array(paragraph, { minLength: 1, maxLength: 6 }) }),
  {
    minLength: 1,
    maxLength: 5,
  },
);
const report = fc.record({
  title: piece,
  rank: fc.integer({ min: 0, max: 10 }),
  findings: fc.array(paragraph, { maxLength: 4 }),
});
const community = fc.record({ members: fc.subarray([...NAMES]), report: fc.option(report, { nil: undefined }) });

const world = fc
  .record({
    documents,
    descriptions: fc.array(paragraph, { maxLength: 7 }),
    communities: fc.array(community, { maxLength: 8 }),
  })
  .map(({ documents: texts, descriptions, communities }): SmallWorld => ({
    documents: texts.map((one, at) => ({ ...one, id: `d${String(at)}` })),
    entities: NAMES.map((title, at) => ({ title, type: 'person', description: descriptions[at] ?? '' })),
    communities: communities.map(({ members, report: told }, at) => ({
      ...{ community: at, level: at % 3, parent: -1, members },
      ...(told ? { report: told } : {}),
    })),
  }));

/** Tables of any content, with claims; every third report is by a model. */
export const randomWorld: fc.Arbitrary<RandomWorld> = world.map((one) => {
  const tables = smallWorld(one);
  const communityReports = tables.communityReports.map((row, at) => (at % 3 === 0 ? written(row) : row));
  return { tables: { ...tables, communityReports }, claims: claimsOf(tables) };
});

const written = (row: CommunityReportRow): CommunityReportRow => ({
  ...row,
  method: 'a-model',
  summary: `${row.summary} [Data: Entities (3, 4)].`,
});

export function claimsOf(tables: SearchTables): readonly CovariateRow[] {
  return tables.textUnits.flatMap((unit, at) => {
    const start = unit.sentence_starts[0] ?? unit.start;
    const end = unit.sentence_ends[0] ?? unit.start;
    return {
      id: `claim-${String(at)}`,
      human_readable_id: at,
      covariate_type: 'claim',
      type: 'deed',
      description: unit.text.slice(start - unit.start, end - unit.start),
      subject_id: NAMES[at % NAMES.length] ?? '',
      object_id: at % 2 === 0 ? null : 'Corran',
      status: 'TRUE',
      start_date: null,
      end_date: null,
      source_text: '',
      text_unit_id: unit.id,
      method: 'a-model',
      document_id: unit.document_id,
      evidence_start: start,
      evidence_end: end,
    };
  });
}

/** The harbour with descriptions, weights that differ from degrees, and reports by a model. */
export function describedHarbour(): SearchTables {
  const tables = harbour();
  return {
    ...tables,
    entities: tables.entities.map((row) => ({
      ...row,
      description: `${row.title} is part of the coast's story. It is old.`,
    })),
    relationships: tables.relationships.map((row, at) => ({ ...row, weight: at + 1 })),
  };
}
