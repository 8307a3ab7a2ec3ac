import { describe, expect, it } from 'vitest';
import { reportsStep } from '../../../src/core/index/collection-steps';
import type { AllTables, CommunityReportRow, CovariateRow } from '../../../src/core/tables/tables';
import { EMPTY_TABLES } from '../../../src/core/index/index-tables';
import { valuesOf } from '../../../src/core/parameters';
import {
  listOutdatedReports,
  WANTED_REPORTS,
  wantedReports,
} from '../../../src/core/reports/staleness/outdated-reports';
import { estimateReports } from '../../../src/core/reports/model/write-model-report';
import { reportLimits, reportChoice } from '../../../src/core/reports/model/limits';
import { finish } from '../../../src/core/work';
import { letters } from './letters';
import { claim, communityOf, contextsOf, MILL, QUARRY, ROOMY, toWrite, world } from './mill';
import { write, type ReportInput } from './report-fixtures';

/** The table that the step derives, given that of before. */
function derived(
  input: ReportInput,
  before: readonly CommunityReportRow[] = [],
  covariates: readonly CovariateRow[] = [],
) {
  const { documents, textUnits: text_units, entities, relationships, communities } = input;
  const tables: AllTables = {
    ...EMPTY_TABLES,
    ...{ documents, text_units, entities, relationships, communities, covariates, community_reports: before },
    extractions: [],
    edits: [],
  };
  const facts = { today: '2026-05-05', counters: {} };
  return finish(reportsStep.run(tables, valuesOf(reportsStep), facts)).community_reports ?? [];
}

/** The table with the report on one community as a model wrote it. */
function withModelReport(
  input: ReportInput,
  title: string,
  covariates?: readonly CovariateRow[],
): readonly CommunityReportRow[] {
  const { context } = toWrite(input, title, ROOMY, covariates);
  const community = communityOf(input, title);
  return write(input)
    .filter((row) => row.community === community)
    .map((row) => ({
      ...row,
      title: 'By a model',
      method: 'Tiny',
      period: '2026-01-09',
      context_hash: context.key,
    }));
}

const titleOf = (rows: readonly CommunityReportRow[], community: number) =>
  rows.find((row) => row.community === community)?.title;

describe('the report of a model', () => {
  const input = world([MILL, QUARRY]);
  const community = communityOf(input, 'Agnes Holt');

  it('stands after a rebuild, as it was', () => {
    const before = withModelReport(input, 'Agnes Holt');
    expect(derived(input, before)).toEqual(before);
  });

  it('stands when an unrelated document is deleted, and gives way when one of its own is', () => {
    const second = { id: 'second', text: 'Clara Venn leased the mill to Thomas Breck in 1890 for ten years.' };
    const before = withModelReport(world([MILL, second, QUARRY]), 'Agnes Holt');
    expect(titleOf(derived(world([MILL, second]), before), community)).toBe('By a model');
    const without = derived(world([MILL, QUARRY]), before);
    expect(titleOf(without, community)).not.toBe('By a model');
    expect(without.map(({ method }) => method)).not.toContain('Tiny');
  });

  it('gives way when a claim that it was shown is gone', () => {
    const claims = [claim(input, 'Clara Venn', 'She never paid.')];
    const before = withModelReport(input, 'Agnes Holt', claims);
    expect(titleOf(derived(input, before, claims), community)).toBe('By a model');
    expect(titleOf(derived(input, before), community)).not.toBe('By a model');
  });

  it('moves with its community in the hierarchy', () => {
    const before = withModelReport(input, 'Agnes Holt');
    const communities = input.communities.map((row) =>
      row.community === community ? { ...row, parent: 9, level: 1 } : row,
    );
    const after = derived({ ...input, communities }, before).find((row) => row.community === community);
    expect(after).toMatchObject({ title: 'By a model', parent: 9, level: 1 });
  });

  it('does not change the report without a model of the community above', () => {
    const all = letters();
    const child = contextsOf(all).outline(101, ROOMY);
    const plain = write(all);
    const previous = plain
      .filter((row) => row.community === 101)
      .map((row) => ({ ...row, method: 'Tiny', context_hash: child?.key ?? '' }));
    const after = write({ ...all, previous });
    expect(after.find((row) => row.community === 101)?.method).toBe('Tiny');
    expect(after.find((row) => row.community === 100)).toEqual(plain.find((row) => row.community === 100));
  });
});

describe('the reports that a model has still to write', () => {
  const input = letters();
  const contexts = contextsOf(input);
  const tables = { communities: input.communities, community_reports: derived(input) };
  const dirty = (which: 'none' | 'top' | 'all', most = 10) =>
    listOutdatedReports(tables, contexts, ROOMY, { ...WANTED_REPORTS, which, most }).map(
      (one) => one.community.community,
    );

  it('are those of the top levels, the deepest level first, as far as their number allows', () => {
    expect(dirty('top')).toEqual([101, 102, 103, 104, 100]);
    expect(dirty('top', 4)).toEqual([100]);
    expect(dirty('all', 1)).toEqual([101, 102, 103, 104, 100]);
    expect(dirty('none')).toEqual([]);
  });

  it('do not hold what a model has written from the same state, in whatever form', () => {
    const key = contexts.outline(102, { form: 'full', tokens: 3000 })?.key ?? '';
    const written = write(input)
      .filter((row) => row.community === 102)
      .map((row) => ({ ...row, method: 'Tiny', context_hash: key }));
    const left = listOutdatedReports({ ...tables, community_reports: written }, contexts, ROOMY);
    expect(left.map(({ community }) => community.community)).toEqual([101, 103, 104, 100]);
  });

  it('leave out pairs, and of a broad level all but the largest', () => {
    const [like] = input.communities;
    if (!like) throw new Error('There are no communities.');
    const many = [2, 9, 4, 7].map((size, at) => ({ ...like, community: at, size, entity_ids: [`e${String(at)}`] }));
    const wanted = wantedReports(many, { which: 'top', most: 2, leastSize: 3 });
    expect(wanted.map(({ size }) => size)).toEqual([9, 7]);
    expect(wantedReports(many, { which: 'all', most: 2, leastSize: 0 }).length).toBe(4);
  });

  it('are estimated from the very prompts', () => {
    const options = { limits: reportLimits('compact'), language: null, prompts: {} };
    const list = listOutdatedReports(tables, contexts, ROOMY);
    const calls = estimateReports(list, contexts, ROOMY, options);
    expect(calls.length).toBe(list.length);
    for (const { promptTokens } of calls) expect(promptTokens).toBeGreaterThan(300);
    for (const { promptTokens } of calls) expect(promptTokens).toBeLessThan(ROOMY.tokens + 400);
    const shorter = { ...options, prompts: { report: { system: 'Report.' } } };
    const [first] = estimateReports(list, contexts, ROOMY, shorter);
    expect(first?.promptTokens).toBeLessThan(calls[0]?.promptTokens ?? 0);
  });

  it('can be sketched without a look at their parts: the same where all fits, and as long where it does not', () => {
    const options = { limits: reportLimits('compact'), language: null, prompts: {} };
    const tight = { ...ROOMY, tokens: 500 };
    const list = listOutdatedReports(tables, contexts, tight);
    const exact = estimateReports(list, contexts, tight, options);
    const sketched = estimateReports(list, { context: contexts.sketch }, tight, options);
    expect(sketched.slice(0, -1)).toEqual(exact.slice(0, -1));
    const [whole, roughly] = [exact.at(-1)?.promptTokens ?? 0, sketched.at(-1)?.promptTokens ?? 0];
    expect(roughly).not.toBe(whole);
    expect(Math.abs(roughly - whole)).toBeLessThan(tight.tokens / 4);
  });
});

describe('the budget of a report', () => {
  const limits = reportLimits('compact');
  const budget = (contextWindow: number, maxInputTokens = 8000) =>
    reportChoice({ form: 'compact', contextWindow, windowShare: 0.5, maxInputTokens, limits }).tokens;

  it('is a share of the window, up to a limit', () => {
    expect(budget(8192)).toBe(4096);
    expect(budget(32_768)).toBe(8000);
    expect(budget(4096, 1000)).toBe(1000);
  });

  it('leaves room for the prompt and the reply in a narrow window', () => {
    expect(budget(1600)).toBeLessThan(800);
    expect(budget(600)).toBe(200);
  });

  it('is asked for in round numbers, by as many findings as are wanted and have room', () => {
    expect(reportLimits('compact')).toEqual({ summaryWords: 40, findings: 5, findingWords: 15 });
    expect(reportLimits('full')).toEqual({ summaryWords: 150, findings: 8, findingWords: 110 });
    expect(reportLimits('full', { findings: 10 }).findings).toBe(10);
    expect(reportLimits('compact', { findings: 1 }, 1024).findings).toBe(1);
    expect(reportLimits('compact', { findings: 10 }, 1024).findings).toBe(3);
  });

  it('is not eaten up by a long reply: a narrow window holds fewer words', () => {
    const wide = reportLimits('full', { words: 1000 }, 32_768);
    expect(wide).toEqual(reportLimits('full', { words: 1000 }));
    const narrow = reportLimits('full', { words: 1000 }, 4096);
    expect(narrow.findingWords).toBeLessThan(wide.findingWords);
    const options = { form: 'full', contextWindow: 4096, windowShare: 0.5, maxInputTokens: 8000 } as const;
    expect(reportChoice({ ...options, limits: narrow }).tokens).toBeGreaterThan(1500);
  });
});
