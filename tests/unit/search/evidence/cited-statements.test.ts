import { describe, expect, it } from 'vitest';
import { citedStatements } from '../../../../src/core/search/evidence/citation-targets';
import { viewTarget } from '../../../../src/core/search/evidence/target-view';
import type { StatementView } from '../../../../src/core/search/evidence/evidence';
import { indexOf } from '../ask';
import { harbour } from '../harbour';

const span = (start: number) => ({ document_id: 'company', start, end: start + 9 });
const central = { ...span(0), kind: 'entity' as const, number: 12 };
const other = { ...span(20), kind: 'relationship' as const, number: 3 };

describe('the sentences of what a model wrote', () => {
  it('have each the sources that they cite themselves, and none where all that was cited was false', () => {
    const text =
      'It is central [Data: Entities (12, 15)]. It is invented.\nIt is so [Data: Relationships (3); Entities (12)].';
    expect(citedStatements(text, [central, other])).toEqual([
      { text: 'It is central.', spans: [central] },
      { text: ' It is invented.', spans: [] },
      { text: '\nIt is so.', spans: [central, other] },
    ]);
  });

  it('tell things of the same number in different tables apart', () => {
    const claim = { ...central, kind: 'claim' as const };
    const [said] = citedStatements('It is so [Data: Claims (12)].', [central, claim]) ?? [];
    expect(said?.spans).toEqual([claim]);
  });

  it('end by the rules of their language', () => {
    const text =
      'Dr. Keller zahlt dem Verein z. B. die Miete [Data: Entities (12)]. Sie wurde am 9. August und am 3. Mai gezahlt [Data: Relationships (3)].';
    expect(citedStatements(text, [central, other])).toEqual([
      { text: 'Dr. Keller zahlt dem Verein z. B. die Miete.', spans: [central] },
      { text: ' Sie wurde am 9. August und am 3. Mai gezahlt.', spans: [other] },
    ]);
  });

  it('are not known where sources do not say by what number they were cited', () => {
    expect(citedStatements('It is so. It is.', [span(0)])).toBeNull();
  });
});

describe('a report whose model also cited what does not exist', () => {
  const tables = harbour();
  const [first] = tables.communityReports;
  if (!first) throw new Error('The harbour has no report.');
  const [document] = tables.documents;
  const sources = [central, other].map((one) => ({ ...one, document_id: document?.id ?? '', id: 'thing' }));
  const summary = 'It is central [Data: Entities (12)]. It is invented.';
  const report = {
    ...first,
    method: 'A model (report 1)',
    summary,
    summary_sources: JSON.stringify([sources.slice(0, 1), []]),
    findings: [{ summary: 'Its place', explanation: summary }],
    finding_sources: JSON.stringify([sources]),
  };
  const view = viewTarget(indexOf({ ...tables, communityReports: [report] }), {
    kind: 'report',
    community: report.community,
    title: '',
  });
  const shown = [
    ['It is central.', 1],
    [' It is invented.', 0],
  ];

  it('shows passages behind the sentence that cites them, in the summary and in findings', () => {
    const passagesBehind = (statements: readonly StatementView[] | undefined) =>
      statements?.map(({ text, passages }) => [text, passages.length]);
    expect(passagesBehind(view?.textStatements)).toEqual(shown);
    expect(passagesBehind(view?.findings[0]?.statements)).toEqual(shown);
    expect(view?.findings[0]?.passages).toHaveLength(2);
  });
});
