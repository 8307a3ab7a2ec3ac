import { type Ask, type ModelCall, Attempts } from '../../models/model-call';
import { REPORT_FIELDS_PROMPT, REPORT_PROMPT } from '../../prompts/reports';
import { fillPrompt, promptVersion, type EditedPrompt, type Prompt } from '../../prompts/prompt';
import type { CommunityReportRow } from '../../tables/tables';
import type { Shape } from '../../shapes/shape';
import { fieldsShape, replyTokens, reportShape, type ReportLimits, expectedTokens } from './limits';
import type { ModelContext } from '../context/render-context';
import { isReport, joinDrafts, readFields, readReport, type ReportDraft } from './report-draft';
import { reportRow, type RowFacts } from './check-draft';
import { callCount, type ReportTally } from './report-tally';
import { estimateTokens } from '../../text/tokens';
import type { ContextChoice } from '../context/context-page';
import type { OutdatedReport } from '../staleness/outdated-reports';

export interface ReportOptions extends RowFacts {
  readonly limits: ReportLimits;
  /** In words for a model; null for that of the documents. */
  readonly language: string | null;
  /** Replies at most, at least 1; the last of several asks only for a title and a summary. */
  readonly attempts: number;
  /** A person's own words by prompt name. */
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
  /** Told of each reply of no use as it comes. */
  readonly onUseless?: (() => void) | undefined;
}

export interface WrittenReport {
  /** The report that stands from now on: the one that stood before where no reply could be used. */
  readonly row: CommunityReportRow;
  readonly tally: ReportTally;
}

/** Of another attempt: the likeliest words were of no use. */
const WARMER = 0.5;

/**
 * Has a model report on a community (GraphRAG A10.2): a whole report, as far as it can be read or mended; else title and summary alone;
 * else the report that stands is kept, and the tally says so. The ModelErrors of `ask` pass through.
 */
export async function writeModelReport(
  context: ModelContext,
  options: ReportOptions,
  ask: Ask,
): Promise<WrittenReport> {
  const count = callCount(options.onUseless);
  let draft: ReportDraft | null = null;
  let whole = false;
  const all = new Attempts(options.attempts);
  for (const attempt of all) {
    const { number, ...anew } = attempt;
    const least = number > 0 && number === options.attempts - 1;
    const reply = await ask({ ...reportCall(context, options, { least, attempt: number }), ...anew });
    count.count(reply);
    const read = least ? readFields(reply.text, options.limits) : readReport(reply.text, options.limits);
    if (!read && all.useless(attempt, reply)) count.fail();
    count.note(read?.repairs ?? []);
    draft = joinDrafts(draft, read);
    whole = !least;
    if (isReport(draft)) break;
  }
  if (!isReport(draft)) return { row: options.standing, tally: { ...count.total, ...NOTHING } };
  const { row, checks } = reportRow(context, draft, options);
  const outcome = whole || draft.findings.length > 0 ? 'whole' : 'fields';
  return { row, tally: { ...count.total, ...checks, repeated: draft.repeated, outcome } };
}

const NOTHING: Pick<ReportTally, 'outcome' | 'citations' | 'findings' | 'repeated'> = {
  outcome: 'none',
  citations: { kept: 0, unknown: 0 },
  findings: { cited: 0, named: 0, unsourced: 0 },
  repeated: 0,
};

/** The call for a whole report, or for the least of one. */
function reportCall(
  { text, documentIds }: Pick<ModelContext, 'text' | 'documentIds'>,
  { limits, language, prompts }: Pick<ReportOptions, 'limits' | 'language' | 'prompts'>,
  { least, attempt }: { readonly least: boolean; readonly attempt: number },
): ModelCall {
  const prompt: Prompt = least ? REPORT_FIELDS_PROMPT : REPORT_PROMPT;
  const shape: Shape = least ? fieldsShape(limits) : reportShape(limits);
  const edited = prompts[prompt.name];
  const values = {
    tables: text,
    summary_words: String(limits.summaryWords),
    findings: String(limits.findings),
    finding_words: String(limits.findingWords),
    language: language ?? 'the language of the descriptions',
  };
  return {
    messages: fillPrompt(prompt, values, edited),
    shape,
    maxTokens: replyTokens(limits),
    temperature: attempt === 0 ? 0 : WARMER,
    ...(attempt === 0 ? {} : { seed: attempt }),
    promptVersion: promptVersion(prompt, edited),
    documentIds,
  };
}

/** What one call is expected to take. */
export interface CallEstimate {
  readonly promptTokens: number;
  readonly replyTokens: number;
}

/** Marks around a message. */
const PER_MESSAGE = 4;

/** Makes what a prompt shows of a community. */
interface Contexts {
  context(
    community: number,
    choice: ContextChoice,
    reportOf: (community: number) => CommunityReportRow | undefined,
  ): Pick<ModelContext, 'text' | 'documentIds'> | undefined;
}

/** A call per report, counted from prompts that show these contexts. */
export function estimateReports(
  dirty: readonly OutdatedReport[],
  contexts: Contexts,
  choice: ContextChoice,
  options: Pick<ReportOptions, 'limits' | 'language' | 'prompts'>,
  reportOf: (community: number) => CommunityReportRow | undefined = () => undefined,
): readonly CallEstimate[] {
  return dirty.flatMap(({ community }) => {
    const context = contexts.context(community.community, choice, reportOf);
    if (!context) return [];
    const { messages } = reportCall(context, options, { least: false, attempt: 0 });
    const promptTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content) + PER_MESSAGE, 0);
    return [{ promptTokens, replyTokens: expectedTokens(options.limits) }];
  });
}

/** Who writes a report, and with which words: its `method`. A report of another layer can be written again. */
export function reportLayer(
  title: string,
  prompts: Readonly<Record<string, EditedPrompt>>,
  language: string | null,
): string {
  const version = promptVersion(REPORT_PROMPT, prompts[REPORT_PROMPT.name]);
  return `${title} (${[version, ...(language === null ? [] : [language])].join(', ')})`;
}
