import { expect, test } from 'vitest';
import {
  datesWords,
  passageEntry,
  evidenceMarkdown,
  evidenceText,
  passageCitation,
  placeWords,
} from '../../../../src/app/evidence/evidence-export';
import { NO_EVIDENCE } from '../../../../src/core/search/evidence/evidence';
import {
  CHINESE,
  CLAUSE,
  CONNECTION,
  GLOBAL_EVIDENCE,
  GONE,
  LOCAL_EVIDENCE,
  passageOf,
  PRESENT,
  PROSE,
  RULES,
  TABLE,
} from '../../../helpers/fake-evidence';

test('a place names document, headings and page, and a document’s own title once', () => {
  expect(placeWords(PROSE)).toBe(
    'Lunderdale Water Board: Extracts from the Minutes, 1930 to 1936, 14 January 1930, p. 3',
  );
  expect(placeWords({ documentTitle: 'A', page: null, headingPath: ['B', 'C'] })).toBe('A, B › C');
});

test('a passage opens at its first marked words, with the others marked, too', () => {
  const { start = 0, end = 0 } = PROSE.marks[0] ?? {};
  expect(passageEntry(PROSE)).toEqual({
    kind: 'passage',
    documentId: 'minutes',
    start,
    end,
    also: PROSE.marks.slice(1),
  });
  const apart = passageOf('[[One.]] Words between. [[Two.]]');
  expect(passageEntry(apart)).toMatchObject({ start: 1000, end: 1004, also: [apart.marks[1]] });
  expect(passageEntry(passageOf('No {{marks}} at all'))).toMatchObject({ start: 1003, end: 1008 });
  expect(start).toBeLessThan(end);
});

test('a copied passage has its words, what they belong to, and where they stand', () => {
  expect(passageCitation(CLAUSE)).toMatch(
    /^“14\. An undertaker .*shall,\n\(b\) where the works .* spring;”\n— An Act .*, p\. 212$/u,
  );
});

test('words of several sections are cited from the first to the last of them', () => {
  expect(passageCitation(RULES)).toContain('\n— House rules, 1. OCCUPANCY – 8. INSPECTIONS');
  expect(evidenceText('Who?', { ...NO_EVIDENCE, passages: [RULES] }, new Set([RULES.documentId]))).toContain(
    '[1] House rules, 1. OCCUPANCY – 8. INSPECTIONS',
  );
  const { start } = RULES;
  const [, second] = RULES.sections ?? [];
  const focus = { start: second?.start ?? start, end: RULES.end };
  expect(passageCitation({ ...RULES, focus })).toMatch(/— House rules, 8\. INSPECTIONS$/u);
});

test('Markdown quotes each passage with a footnote of its own, in order, and nothing of deleted documents', () => {
  const words = evidenceMarkdown('Why?', { ...NO_EVIDENCE, passages: [PROSE, GONE, CHINESE] }, PRESENT);
  expect(words).toMatch(/^## Why\?\n\n### Passages\n\n> The Chief Engineer drew/u);
  expect(words.match(/^\[\^\d\]: .*$/gmu)).toEqual([
    '[^1]: Lunderdale Water Board: Extracts from the Minutes, 1930 to 1936, 14 January 1930, p. 3',
    '[^2]: 卡罗高原岩溶水考察报告(摘要), 三、示踪试验',
  ]);
  expect(words).not.toContain('nobody');
});

test('a table stays a table in Markdown, below its head', () => {
  const words = evidenceMarkdown('Tenders', { ...NO_EVIDENCE, passages: [TABLE] }, PRESENT);
  expect(words).toContain(
    '> | Contractor | Tender | Time offered |\n> | --- | --- | --- |\n> | Moss & Gillow | £212,000 | 48 months |\n',
  );
});

test('what a document holds cannot become markup of the export', () => {
  const passage = passageOf('[[<img src=x> [a](b) # c]]', { documentTitle: '# <b>' });
  const words = evidenceMarkdown('# x', { ...NO_EVIDENCE, passages: [passage] }, PRESENT);
  expect(words).toContain('\\<img src=x\\> \\[a\\](b) \\# c');
  expect(words).toContain('[^1]: \\# \\<b\\>');
});

test('cards, connections and communities are exported with the sentences they rest on', () => {
  const local = evidenceText('Who?', LOCAL_EVIDENCE, PRESENT);
  expect(local).toContain('“oakshot” is in no passage. Searched for “Oakshott”.');
  expect(local).toContain('11 Feb 1929: Was paid half her fee in advance.');
  expect(local).toContain(`${CONNECTION.from} – ${CONNECTION.to}`);
  const marks = [...local.matchAll(/” \[(\d+)\]$/gmu)].map(([, number]) => Number(number));
  expect([...new Set(marks)]).toEqual(Array.from({ length: new Set(marks).size }, (_, at) => at + 1));
  const global = evidenceMarkdown('Themes', GLOBAL_EVIDENCE, PRESENT);
  expect(global).toContain('#### The dam at Threlby and the report that was changed');
  expect(global).toContain('(Extracted from your documents)');
});

test('a sentence that bears out several things is quoted once under each, with one note', () => {
  const [step] = CONNECTION.steps;
  const connection = { ...CONNECTION, steps: step ? [step, step] : [] };
  const words = evidenceText('Who?', { ...NO_EVIDENCE, connections: [connection, connection] }, PRESENT);
  expect(words.match(/” \[1\]$/gmu)).toHaveLength(2);
  expect(words).not.toContain('[2]');
});

test('dates are written as far as they are given', () => {
  expect(datesWords({ start: '1929-02-11', end: '1929-02-11' })).toBe('11 Feb 1929');
  expect(datesWords({ start: '1929-06', end: '1930' })).toBe('Jun 1929 – 1930');
  expect(datesWords({ start: null, end: 'Michaelmas' })).toBe('Michaelmas');
  expect(datesWords({ start: null, end: null })).toBe('');
});

test('a sentence is quoted as it is read, without signs of Markdown', () => {
  const [step] = CONNECTION.steps;
  const sentence = step?.sentence && {
    ...step.sentence,
    quote: '## Article 1 Parties\n\nThe **Landlord** lets the house.',
  };
  const connections = step && sentence ? [{ ...CONNECTION, steps: [{ ...step, sentence }] }] : [];
  for (const form of [evidenceMarkdown, evidenceText])
    expect(form('Who?', { ...NO_EVIDENCE, connections }, PRESENT)).toContain(
      'Article 1 Parties The Landlord lets the house.',
    );
});
