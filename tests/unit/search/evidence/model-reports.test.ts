import { describe, expect, it } from 'vitest';
import { viewTarget } from '../../../../src/core/search/evidence/target-view';
import { answerTo, indexOf } from '../ask';
import { harbour } from '../harbour';

const tables = harbour();
/** The reports as a model writes them: with the rows that each sentence rests on. */
const cited = tables.communityReports.map((row) => ({
  ...row,
  method: 'Tiny (report 1)',
  summary: row.summary.replace(/\.$/u, ' [Data: Entities (1, 2); Reports (3)].'),
  findings: row.findings.map(({ summary, explanation }) => ({
    summary,
    explanation: explanation.replace(/\.$/u, ' [Data: Relationships (4)].'),
  })),
}));
const index = indexOf({ ...tables, communityReports: cited });

describe('a report by a model', () => {
  it('is shown without the numbers of rows, which passages stand in for', () => {
    const shown = cited.map(({ community }) => viewTarget(index, { kind: 'report', community, title: '' }));
    expect(shown.length).toBeGreaterThan(0);
    expect(cited.some(({ findings }) => findings.some(({ explanation }) => explanation.includes('[Data:')))).toBe(true);
    for (const view of shown) {
      expect(view?.text).not.toContain('[Data');
      for (const { explanation } of view?.findings ?? []) expect(explanation).toMatch(/[^\]]\.$/u);
    }
  });

  it('has the passages that its summary rests on beside it, and one without a model has its own sentences', () => {
    const [{ community = 0, summary_sources: sources = '[]' } = {}] = cited.filter(
      (row) => row.summary_sources !== '[]',
    );
    const stated = (JSON.parse(sources) as { start: number }[][]).flat().map(({ start }) => start);
    const shown = viewTarget(index, { kind: 'report', community, title: '' });
    expect(shown?.textPassages?.length).toBeGreaterThan(0);
    expect(stated).toEqual(expect.arrayContaining(shown?.textPassages?.map(({ start }) => start) ?? [-1]));
    const plain = viewTarget(indexOf(tables), { kind: 'report', community, title: '' });
    expect(plain?.textPassages).toBeUndefined();
  });

  it('is shown on its community with its own summary, who wrote it, and exact words that it rests on', async () => {
    const { evidence: shown } = await answerTo(index, { question: 'What are the main themes?', mode: 'global' });
    expect(shown.communities.length).toBeGreaterThan(0);
    for (const { summary, method, sources } of shown.communities) {
      expect(method).toBe('Tiny (report 1)');
      expect(summary).not.toContain('[Data');
      expect(sources.length).toBeGreaterThan(0);
      for (const { document_id, start, end, quote } of sources) {
        expect(index.documents.get(document_id)?.text.slice(start, end)).toBe(quote);
      }
    }
  });
});
