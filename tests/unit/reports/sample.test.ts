import { describe, expect, it } from 'vitest';
import { curatedSample } from '../../../scripts/lib/sample-index';
import { randomNumbers } from '../../../src/core/random';
import { deriveTables } from '../../../src/core/index/pipeline';
import type { AllTables } from '../../../src/core/tables/tables';
import type { Ask } from '../../../src/core/models/model-call';
import type { ContextChoice } from '../../../src/core/reports/context/context-page';
import { listOutdatedReports, type WantedReports } from '../../../src/core/reports/staleness/outdated-reports';
import { reportLimits } from '../../../src/core/reports/model/limits';
import { modelContexts } from '../../../src/core/reports/staleness/valid-reports';
import { writeModelReport, type ReportTally } from '../../../src/core/reports/model/write-model-report';
import { reportTables } from '../../../src/core/reports/context/report-tables';
import { parseSources } from '../../../src/core/retrieval/reports';
import { finish } from '../../../src/core/work';
import { INVENTED, NOBODY } from '../../helpers/gold/invented';
import { reportAnswer, spoilReport } from '../../helpers/gold/reports';
import { replyOf } from '../../helpers/scripted-model';

const { tables: sample, counters } = await curatedSample();
/** Communities that can have a report. */
const REPORTED = sample.communities.filter(({ size }) => size >= 2).length;
/** So tight that broad communities are told by the reports of their parts. */
const CHOICE: ContextChoice = { form: 'compact', tokens: 600 };
const ALL: WantedReports = { which: 'all', most: 10, leastSize: 2 };
/** Level 0 alone: the parts have no report of a model. */
const TOP: WantedReports = { which: 'top', most: 8, leastSize: 2 };

const contextsOf = (tables: AllTables) =>
  modelContexts(reportTables({ ...tables, textUnits: tables.text_units }), tables.covariates);
const dirtyOf = (tables: AllTables) => listOutdatedReports(tables, contextsOf(tables), CHOICE, ALL);
const again = (tables: AllTables): AllTables => ({
  ...tables,
  ...finish(deriveTables(tables, {}, { today: '2026-12-01', counters: { ...counters } })),
});

/** Reports on every community, deepest level first, each with those before it. */
async function withReports(
  tables: AllTables,
  ask: Ask,
  wanted = ALL,
): Promise<{ tables: AllTables; tallies: readonly ReportTally[] }> {
  const contexts = contextsOf(tables);
  const reports = new Map(tables.community_reports.map((row) => [row.community, row]));
  const tallies: ReportTally[] = [];
  for (const { community } of listOutdatedReports(tables, contexts, CHOICE, wanted)) {
    const context = contexts.context(community.community, CHOICE, (number) => reports.get(number));
    if (!context) throw new Error('There is nothing to report on.');
    const facts = { layer: 'Scripted', today: '2026-11-30' };
    const options = { ...facts, limits: reportLimits('compact'), language: null, attempts: 3, prompts: {} };
    const { row, tally } = await writeModelReport(context, options, ask);
    if (row) reports.set(community.community, row);
    tallies.push(tally);
  }
  return { tables: { ...tables, community_reports: [...reports.values()] }, tallies };
}

const answer: Ask = async ({ messages }) => replyOf(reportAnswer(messages) ?? '');
const written = await withReports(sample, answer);
const top = await withReports(sample, answer, TOP);

/** The tables as they are when a document and all that was read in it are gone. */
function without(tables: AllTables, id: string): AllTables {
  return again({
    ...tables,
    documents: tables.documents.filter((row) => row.id !== id),
    text_units: tables.text_units.filter((row) => row.document_id !== id),
    extractions: tables.extractions.filter((row) => row.document_id !== id),
  });
}

const wordsIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/[\p{L}\d]{4,}/gu)].map(([word]) => word));

/** Descriptions of the gold standard have words of their own. */
const madeByHand = (tables: AllTables): readonly string[] =>
  [...tables.entities, ...tables.relationships, ...tables.covariates].map(({ description }) => description);

describe('reports by a model on the sample', () => {
  it('are written for every community, with all findings traced to passages', () => {
    expect(written.tallies.length).toBe(REPORTED);
    expect(written.tallies.every(({ outcome, calls }) => outcome === 'whole' && calls === 1)).toBe(true);
    for (const row of written.tables.community_reports) {
      expect(parseSources(row.finding_sources).map((spans) => spans.length > 0)).not.toContain(false);
      expect(row.full_content).toContain('[Data: ');
    }
  });

  it('are told by those of their parts where they are broad', () => {
    const contexts = contextsOf(sample);
    const standIns = sample.communities.flatMap(({ community }) => contexts.outline(community, CHOICE)?.standIns ?? []);
    expect(standIns.length).toBeGreaterThan(2);
  });

  it('all stand after a rebuild, and none is left to write', () => {
    const rebuilt = again(written.tables);
    const byCommunity = (tables: AllTables) => tables.community_reports.toSorted((a, b) => a.community - b.community);
    expect(byCommunity(rebuilt)).toEqual(byCommunity(written.tables));
    expect(dirtyOf(rebuilt)).toEqual([]);
  });

  it('keep no word and no passage of a deleted document', { timeout: 60_000 }, () => {
    for (const [at, { id, text }] of sample.documents.slice(0, 6).entries()) {
      const left = without(at % 2 ? top.tables : written.tables, id);
      const kept = wordsIn([...left.documents.map((row) => row.text), ...madeByHand(left)].join('\n'));
      const own = new Set([...wordsIn(text)].filter((word) => !kept.has(word)));
      expect(own.size).toBeGreaterThan(0);
      for (const report of left.community_reports.filter(({ method }) => method === 'Scripted')) {
        const spans = [...parseSources(report.summary_sources), ...parseSources(report.finding_sources)].flat();
        expect(spans.map(({ document_id }) => document_id)).not.toContain(id);
        expect([...wordsIn(report.full_content)].filter((word) => own.has(word))).toEqual([]);
      }
    }
  });

  it('survive spoilt replies: no community is lost, nothing unknown is cited', async () => {
    const random = randomNumbers(7);
    let spoilt = 0;
    const ask: Ask = async ({ messages }) => {
      const reply = reportAnswer(messages) ?? '';
      if (random() > 0.3) return replyOf(reply);
      spoilt++;
      return replyOf(spoilReport(reply, random).text);
    };
    const { tables, tallies } = await withReports(sample, ask);
    expect(spoilt).toBeGreaterThan(5);
    const none = tallies.filter(({ outcome }) => outcome === 'none').length;
    expect(none).toBeLessThanOrEqual(1);
    expect(tables.community_reports.length).toBe(REPORTED - none);
    const unknown = tallies.reduce((sum, { citations }) => sum + citations.unknown, 0);
    expect(unknown).toBeGreaterThan(0);
    const known = new Set(tables.entities.map((row) => row.human_readable_id));
    for (const { full_content } of tables.community_reports) {
      expect(full_content).not.toContain(INVENTED);
      for (const [, numbers = ''] of full_content.matchAll(/Entities \(([\d, ]+)\)/gu)) {
        for (const number of numbers.split(', ')) expect(known).toContain(Number(number));
      }
    }
    expect(tables.community_reports.filter((row) => row.full_content.includes(NOBODY)).length).toBeLessThan(4);
  });
});
