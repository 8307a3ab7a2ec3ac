import { describe, expect, it } from 'vitest';
import { evidence } from '../../../src/core/search/evidence';
import { answerTo, indexOf } from './ask';
import { harbour } from './harbour';

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
    const shown = cited.map(({ community }) => evidence(index, { kind: 'report', community, title: '' }));
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
    const shown = evidence(index, { kind: 'report', community, title: '' });
    expect(shown?.textPassages?.length).toBeGreaterThan(0);
    expect(stated).toEqual(expect.arrayContaining(shown?.textPassages?.map(({ start }) => start) ?? [-1]));
    const plain = evidence(indexOf(tables), { kind: 'report', community, title: '' });
    expect(plain?.textPassages).toBeUndefined();
  });

  it('lends an answer without a model the passages that it rests on, and none of its words', async () => {
    const invented = { summary: 'Invented', explanation: 'The Queen did it all at the harbour.' };
    const rewritten = cited.map((row) => ({
      ...row,
      title: `In its words: ${row.title}`,
      findings: [...row.findings.map((one) => ({ ...one, explanation: `It seems that ${one.explanation}` })), invented],
      finding_sources: JSON.stringify([...(JSON.parse(row.finding_sources) as unknown[]), []]),
    }));
    const other = indexOf({ ...tables, communityReports: rewritten });
    const answer = await answerTo(other, { question: 'What are the main themes?', mode: 'global' });
    expect(answer.citations.map(({ target }) => target.kind)).toContain('report');
    const said = answer.sentences.filter(({ role }) => role === 'item');
    expect(said.length).toBeGreaterThan(0);
    const documents = tables.documents.map(({ text }) => text.replace(/\s+/gu, ' ')).join('\n');
    for (const { text } of said) expect(documents).toContain(text);
    expect(answer.sentences.map(({ text }) => text).join('\n')).not.toMatch(/Queen|It seems|In its words|\[Data/u);
  });
});
