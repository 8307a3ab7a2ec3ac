import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/core/errors';
import type { ModelCall } from '../../../src/core/models/model-call';
import { REPORT_FIELDS_PROMPT, REPORT_PROMPT } from '../../../src/core/prompts/reports';
import { promptVersion } from '../../../src/core/prompts/prompt';
import { reportLimits } from '../../../src/core/reports/model/limits';
import { writeModelReport, type ReportOptions } from '../../../src/core/reports/model/write-model-report';
import type { CommunityReportRow } from '../../../src/core/tables/tables';
import { parseSources } from '../../../src/core/retrieval/reports';
import { replyOf } from '../../helpers/scripted-model';
import { MILL, QUARRY, toWrite, world } from './mill';

const { context } = toWrite(world([MILL, QUARRY]), 'Agnes Holt');
const OPTIONS: ReportOptions = {
  layer: 'Tiny (report 1)',
  today: '2026-02-02',
  limits: reportLimits('compact'),
  language: null,
  attempts: 3,
  prompts: {},
};

/** Answers with these texts in turn. */
function answering(replies: readonly string[]) {
  const calls: ModelCall[] = [];
  const ask = async (call: ModelCall) => replyOf(replies[calls.push(call) - 1] ?? '');
  return { calls, ask };
}

interface Case {
  /** Rest of the name after "a report". */
  readonly name: string;
  /** Lines of each reply. */
  readonly replies: readonly (readonly string[])[];
  readonly expected: {
    readonly outcome: 'whole' | 'fields' | 'none';
    readonly title: string;
    readonly summary?: string;
    /** `counted`: by counting, since the model gave none. */
    readonly rank?: number | 'counted';
    readonly findings?: readonly object[];
    readonly counted?: object;
    readonly citations?: object;
    readonly repairs?: object;
    readonly repeated?: number;
    readonly failedReplies?: number;
  };
}

const FOLDER = 'tests/fixtures/report-replies';
const cases = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Case);
const WHOLE = cases.find(({ name }) => name.startsWith('that is well formed'))?.replies[0]?.join('\n') ?? '';

describe('a report', () => {
  it.each(cases)('$name', async ({ replies, expected }) => {
    const { ask, calls } = answering(replies.map((lines) => lines.join('\n')));
    const { row, tally } = await writeModelReport(context, OPTIONS, ask);
    expect(calls.length).toBe(replies.length);
    expect(tally).toMatchObject({
      calls: replies.length,
      outcome: expected.outcome,
      failedReplies: expected.failedReplies ?? 0,
      repairs: expected.repairs ?? {},
      repeated: expected.repeated ?? 0,
      ...(expected.counted && { findings: expected.counted }),
      ...(expected.citations && { citations: expected.citations }),
    });
    if (expected.outcome === 'none') {
      expect(row).toBeNull();
      return;
    }
    expect(row).toMatchObject({
      title: expected.title,
      summary: expected.summary,
      rank: expected.rank === 'counted' ? context.rating.rank : expected.rank,
      findings: expected.findings,
      method: 'Tiny (report 1)',
      context_hash: context.key,
    });
  });
});

async function writtenFrom(reply: string): Promise<CommunityReportRow> {
  const { row } = await writeModelReport(context, OPTIONS, answering([reply]).ask);
  if (!row) throw new Error('Nothing was written.');
  return row;
}

describe('what a model reports', () => {
  it('is kept as GraphRAG keeps it: markdown, and JSON with four spaces in its key order', async () => {
    const row = await writtenFrom(WHOLE);
    const parts = row.findings.map((finding) => `## ${finding.summary}\n\n${finding.explanation}`);
    expect(row.full_content).toBe([`# ${row.title}`, row.summary, ...parts].join('\n\n'));
    expect(row.full_content_json).toContain('\n    "summary"');
    const json = JSON.parse(row.full_content_json) as Record<string, unknown>;
    expect(Object.keys(json)).toEqual(['title', 'summary', 'findings', 'rating', 'rating_explanation']);
  });

  it('leads from each finding and sentence to the passages behind what it cites, and names what that is', async () => {
    const row = await writtenFrom(WHOLE);
    const quote = ({ start, end }: { readonly start: number; readonly end: number }) => MILL.text.slice(start, end);
    expect(parseSources(row.finding_sources).map((spans) => spans.map(quote))).toEqual([
      ['Judge Prowse lodged with Agnes Holt during the hearing.'],
      [
        'Agnes Holt bought the mill at Arden in 1871 from Thomas Breck.',
        'In 1880 Agnes Holt gave the mill to her niece Clara Venn.',
        'In 1880 Agnes Holt gave the mill to her niece Clara Venn.',
      ],
    ]);
    expect(parseSources(row.summary_sources).map((spans) => spans.length)).toEqual([2, 2]);
    expect((JSON.parse(row.finding_sources) as unknown[][])[0]).toEqual([
      expect.objectContaining({ kind: 'relationship', id: 'r-Agnes Holt-Judge Prowse', document_id: 'mill' }),
    ]);
  });

  it('has an empty list of sources where a finding neither cites nor names anything', async () => {
    const rumour = cases.find(({ name }) => name.includes('never shown'))?.replies[0]?.join('\n') ?? '';
    const row = await writtenFrom(rumour);
    expect(parseSources(row.finding_sources).map((spans) => spans.length > 0)).toEqual([true, false, true]);
  });

  it('is asked for coldly at first, then warmer and with a seed, the last time for the least', async () => {
    const { ask, calls } = answering(['', '', '']);
    await writeModelReport(context, OPTIONS, ask);
    expect(calls.map(({ temperature, seed }) => [temperature, seed])).toEqual([
      [0, undefined],
      [0.5, 1],
      [0.5, 2],
    ]);
    expect(calls.map((call) => call.promptVersion)).toEqual(
      [REPORT_PROMPT, REPORT_PROMPT, REPORT_FIELDS_PROMPT].map((prompt) => promptVersion(prompt)),
    );
    expect(calls[0]?.documentIds).toEqual(['mill']);
  });

  it('is asked for in the language and words that a person chose', async () => {
    const { ask, calls } = answering([WHOLE]);
    const prompts = { report: { system: 'Only {summary_words} words in {language}.' } };
    await writeModelReport(context, { ...OPTIONS, language: 'Welsh', prompts }, ask);
    expect(calls[0]?.messages[0]?.content).toBe(`Only ${String(OPTIONS.limits.summaryWords)} words in Welsh.`);
    expect(calls[0]?.promptVersion).toMatch(/^report 2 [0-9a-f]{8}$/u);
  });

  it('is not made up when the model cannot be asked', async () => {
    const gone = async () => {
      throw new ModelError('The model is gone.');
    };
    await expect(writeModelReport(context, OPTIONS, gone)).rejects.toThrow('The model is gone.');
  });
});
