import { derivation, namedCounts, type DerivationView, type WantedItems } from '../../derivation/derivation';
import { layerName } from '../../derivation/row-request';
import { countNameOccurrences } from '../../descriptions/list-descriptions';
import { foldEdits } from '../../graph/edits/fold-edits';
import { ATTEMPTS } from '../../models/model-call';
import { choice, choicesOf, number } from '../../parameters';
import type { IndexState } from '../../ports/index-state';
import { REPORT_PROMPT } from '../../prompts/reports';
import { isByNoModel } from '../../provenance';
import type { CommunityReportRow, IndexTables } from '../../tables/tables';
import { runWork, type Work } from '../../work';
import type { ContextChoice, ReportForm } from '../context/context-page';
import { reportTables } from '../context/report-tables';
import {
  listAffectedReports,
  listInvalidReports,
  listOutdatedReports,
  WANTED_REPORTS,
  type OutdatedReport,
  type WantedReports,
} from '../staleness/outdated-reports';
import { modelContexts, modelReportOf, withoutLayers, type ModelContexts } from '../staleness/valid-reports';
import {
  FINDINGS,
  MAX_INPUT_TOKENS,
  MAX_WORDS,
  reportChoice,
  reportLimits,
  WINDOW_SHARE,
  type ReportLimits,
} from './limits';
import { estimateReports, writeModelReport, type ReportTally } from './write-model-report';

const NAME = 'model reports';

const PARAMETERS = [
  choice('reports', 'Reports by the model', ['top', 'all', 'none'], {
    doc: 'Chooses the communities that the model reports on, one call each. All of them give the fullest overview and cost the most; the others show sentences of the documents until you open them.',
    choiceTitles: { top: 'the broadest communities', all: 'all communities', none: 'none' },
  }),
  number('most', 'Most reports of the top levels', WANTED_REPORTS.most, [1, 200], {
    doc: 'Limits the reports of the top levels, one call each. Higher covers smaller communities, too.',
  }),
  number('least_size', 'Least members of a community', WANTED_REPORTS.leastSize, [2, 100], {
    advanced: true,
    doc: 'Leaves smaller communities to sentences of the documents. Lower has more reports written and costs more calls.',
  }),
  number('max_words', 'Words of a report', 0, [0, 2000, 10], {
    doc: `Limits a report. More words say more and take longer to write; 0 is ${String(MAX_WORDS.compact)} at compact and ${String(MAX_WORDS.full)} at full depth (GraphRAG: 2000).`,
  }),
  number('findings', 'Findings of a report', 0, [0, 10], {
    advanced: true,
    doc: `Limits the findings. More cover more and take longer to write; 0 is ${String(FINDINGS.compact)} at compact and ${String(FINDINGS.full)} at full depth (GraphRAG: 5 to 10).`,
  }),
  number('max_input_tokens', 'Tokens shown for a report', 0, [0, 100_000, 100], {
    advanced: true,
    doc: `Shows the model at most this many tokens; beyond them reports of sub-communities stand in. Higher tells it more and takes longer to read; 0 is ${String(MAX_INPUT_TOKENS.compact)} at compact and ${String(MAX_INPUT_TOKENS.full)} at full depth.`,
  }),
  number('window_share', 'Share of the context window', WINDOW_SHARE * 100, [10, 80, 5], {
    advanced: true,
    doc: 'Limits these tokens to this share of the model’s context window, in per cent. Higher shows more of a large community and takes longer to read.',
  }),
  choice('on_use', 'Write reports of what I open or ask about', ['tab', 'always', 'asked'], {
    doc: 'Writes a missing report once you open it or an answer has used it, one call each. Questions go first; calls of a server may cost money.',
    choiceTitles: {
      tab: 'automatically with a model in this tab, with a server only when I ask',
      always: 'automatically, with a server too',
      asked: 'only when I ask',
    },
  }),
  number('after_answer', 'Reports written after an answer', 3, [0, 20], {
    doc: 'Writes at most this many reports after an answer, those that counted most first. More inform later answers better and cost one call each; the others wait for a click.',
  }),
] as const;

/** A community to report on. Its wave is its level, the deepest first, so that a report can use those of its sub-communities. */
interface ReportItem extends OutdatedReport {
  readonly id: string;
  readonly wave: number;
}

/** Reports on the broadest communities, or on all, by a model (GraphRAG A10). */
export const reportDerivation = derivation<ReportItem, CommunityReportRow>({
  scope: 'items',
  name: NAME,
  title: 'Writing reports',
  doc: 'Has the model report on communities, one call each, the smaller ones first. All others keep a report of sentences from the documents, until you open one or an answer uses it.',
  parameters: PARAMETERS,
  purpose: 'reports',
  counts: { made: 'reports', failed: 'reports not written' },
  reads: [
    'documents',
    'text_units',
    'edits',
    'entities',
    'relationships',
    'covariates',
    'communities',
    'community_reports',
  ],
  writes: ['community_reports'],
  revert: {
    layers: ({ community_reports }) => community_reports.flatMap((row) => modelReportOf(row)?.method ?? []),
    without: ({ community_reports }, layers) => ({ community_reports: withoutLayers(community_reports, layers) }),
  },
  workOn: async (view, wanted = {}) => {
    const { tables, reading, model } = view;
    const { prompts, language } = reading;
    // LightRAG answers from entities, relationships and passages: nothing is reported unless a person asks for it.
    if (reading.depth === 'themes' && !wanted.all && !wanted.only) return null;
    const chosen = reportChoices(view.parameters, reading.depth === 'compact' ? 'compact' : 'full');
    const contexts = modelContexts(reportTables({ ...tables, textUnits: tables.text_units }), tables.covariates);
    const { limits, choice } = reportForm(chosen, model.contextWindow);
    const isSketch = view.toRead.length > 0 || wanted.roughly === true;
    const layer = layerName(model.title, REPORT_PROMPT, { prompts, language });
    const shown = isSketch ? { context: contexts.sketch } : contexts;
    const due = await dueReports(view, wanted, { contexts, choice, chosen: chosen.wanted, layer, isSketch });
    return {
      items: due.map((one) => ({ ...one, id: String(one.community.community), wave: one.community.level })),
      isSketch,
      keyOf: ({ community }) => contexts.outline(community.community, choice)?.key ?? '',
      calls: (item) => estimateReports([item], shown, choice, { limits, language, prompts }, reportsIn(view.tables)),
      make: async ({ community }, { ask, onUseless }) => {
        const context = contexts.context(community.community, choice, reportsIn(view.tables));
        if (!context) return undefined;
        const today = new Date(view.clock.now()).toISOString().slice(0, 10);
        const options = { layer, today, limits, language, attempts: ATTEMPTS, prompts, onUseless };
        const { row, tally } = await writeModelReport(context, options, ask);
        return { row, found: { ...countsOf(tally), reports: row === null ? 0 : 1 } };
      },
      place: (made, now) => {
        const placed = made.filter(({ item }) => isStillDue(now, item));
        const rows = placed.flatMap(({ row }) => row ?? []);
        return {
          made: placed,
          replace: rows.length > 0 ? { community_reports: withReports(now.community_reports, rows) } : {},
        };
      },
    };
  },
});

const reportsIn = ({ community_reports }: Pick<IndexTables, 'community_reports'>) => {
  const rows = new Map(community_reports.map((row) => [row.community, row]));
  return (community: number): CommunityReportRow | undefined => rows.get(community);
};

interface Listing {
  readonly contexts: ModelContexts;
  readonly choice: ContextChoice;
  readonly chosen: WantedReports;
  readonly layer: string;
  readonly isSketch: boolean;
}

/** A layer that no report has. */
const NO_LAYER = '';

/**
 * Lists the reports that are due, deepest level first. While passages are unread the communities will still change, but hardly their number:
 * contexts are then not looked at, since whole ones take long to build.
 */
async function dueReports(
  view: DerivationView,
  { again, all, only }: WantedItems,
  { contexts, choice, chosen, layer, isSketch }: Listing,
): Promise<readonly OutdatedReport[]> {
  const { tables } = view;
  const ofLayer = again && (again === 'others' ? layer : NO_LAYER);
  if (only) {
    const one = { which: 'all', most: 1, leastSize: 2 } as const;
    return only.flatMap((id) => listOutdatedReports(ofCommunity(tables, Number(id)), contexts, choice, one, ofLayer));
  }
  const wanted: WantedReports = all ? { ...chosen, which: 'all' } : chosen;
  if (!isSketch) return listOutdatedReports(tables, contexts, choice, wanted, ofLayer);
  const invalid = listInvalidReports(tables, contexts, wanted, ofLayer);
  const listed = new Set(invalid.map(({ community }) => community));
  const affected = await affectedReports(view, contexts, wanted);
  return [...invalid, ...affected.filter(({ community }) => !listed.has(community))];
}

function ofCommunity({ communities, community_reports }: IndexTables, number: number) {
  const isThis = ({ community }: { readonly community: number }): boolean => community === number;
  return { communities: communities.filter(isThis), community_reports: community_reports.filter(isThis) };
}

/** Reports that reading these passages will likely outdate. */
async function affectedReports(
  view: DerivationView,
  contexts: ModelContexts,
  wanted: WantedReports,
): Promise<readonly OutdatedReport[]> {
  const { tables, toRead } = view;
  if (toRead.length === 0 || tables.community_reports.every(({ method }) => isByNoModel(method))) return [];
  const keys = foldEdits(await view.edits());
  const unread = toRead.flatMap(({ mentions }) => mentions);
  function* work(): Work<readonly OutdatedReport[]> {
    return yield* listAffectedReports(tables, contexts, wanted, yield* countNameOccurrences(unread, keys));
  }
  return runWork(work(), view);
}

/** Checks that a report is still to be written as it was begun: its community and the row in the table are the same. */
function isStillDue({ communities, community_reports }: IndexTables, { community, standing }: OutdatedReport): boolean {
  const now = community_reports.find((row) => row.community === community.community) ?? null;
  return now === standing && communities.includes(community);
}

/** The table of reports with some that were written, each in the place of the one on its community. */
function withReports(
  rows: readonly CommunityReportRow[],
  written: readonly CommunityReportRow[],
): readonly CommunityReportRow[] {
  const fresh = new Map(written.map((row) => [row.community, row]));
  const replaced = rows.map((row) => {
    const other = fresh.get(row.community);
    fresh.delete(row.community);
    return other ?? row;
  });
  return [...replaced, ...fresh.values()];
}

function countsOf({ citations, findings, failedReplies, repairs }: ReportTally): Readonly<Record<string, number>> {
  return {
    ...(citations.unknown > 0 && { 'rejected: unknown reference': citations.unknown }),
    ...(findings.unsourced > 0 && { 'findings without source': findings.unsourced }),
    'failed replies': failedReplies,
    ...namedCounts('repaired', repairs),
  };
}

function reportForm(
  { form, size, maxInputTokens, windowShare }: ReportChoices,
  contextWindow: number,
): { readonly limits: ReportLimits; readonly choice: ContextChoice } {
  const limits = reportLimits(form, size, contextWindow);
  return { limits, choice: reportChoice({ form, contextWindow, windowShare, maxInputTokens, limits }) };
}

/** Choices of a person about reports by a model. */
type ReportChoices = ReturnType<typeof reportChoices>;

/** The parameters of reports. Sizes that are 0 follow from the form. `windowShare` is 0 to 1. */
export function reportChoices(parameters: IndexState['parameters'], form: ReportForm) {
  const { reports, most, leastSize, ...choices } = choicesOf({ parameters: PARAMETERS }, parameters[NAME]);
  const wanted: WantedReports = { which: reports, most, leastSize };
  return {
    wanted,
    form,
    size: { words: choices.maxWords || MAX_WORDS[form], findings: choices.findings || FINDINGS[form] },
    maxInputTokens: choices.maxInputTokens || MAX_INPUT_TOKENS[form],
    windowShare: choices.windowShare / 100,
  };
}

/** Conditions for reports that are written because a person opens them or an answer uses them. */
interface ReportsOnUse {
  /** `tab`: only with a model in this tab. */
  readonly when: 'tab' | 'always' | 'asked';
  /** Reports after an answer at most, 0 or more. */
  readonly afterAnswer: number;
}

/** Returns when reports are written on use. With no reports by a model wanted, `tab` counts as `asked`. */
export function reportsOnUse(parameters: IndexState['parameters']): ReportsOnUse {
  const { onUse, reports, afterAnswer } = choicesOf({ parameters: PARAMETERS }, parameters[NAME]);
  return { when: onUse === 'tab' && reports === 'none' ? 'asked' : onUse, afterAnswer };
}
