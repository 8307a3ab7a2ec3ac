import { type Ask, type ModelCall, Attempts, createCallCounter, type CallTally } from '../../models/model-call';
import { REPORT_FIELDS_PROMPT, REPORT_PROMPT } from '../../prompts/reports';
import { fillPrompt, promptVersion, type EditedPrompt, type Prompt } from '../../prompts/prompt';
import type { CommunityReportRow } from '../../tables/tables';
import type { Shape } from '../../shapes/shape';
import { fieldsShape, replyTokens, reportShape, type ReportLimits, expectedTokens } from './limits';
import type { ModelContext, RatedContext } from '../context/render-context';
import {
  isReport,
  joinDrafts,
  readFields,
  readReport,
  type ReportDraft,
  checkDraft,
  type DraftChecks,
  type RowFacts,
} from './report-draft';
import type { TokenLoad } from '../../models/speed';
import { estimateTokens } from '../../text/tokens';
import type { ContextChoice } from '../context/context-page';
import type { OutdatedReport } from '../staleness/outdated-reports';

export interface ReportOptions extends RowFacts {
  readonly limits: ReportLimits;
  /** Name of a language; null for that of the documents. */
  readonly language: string | null;
  /** Replies at most, at least 1. */
  readonly attempts: number;
  /** Prompts that a person has edited, by name. */
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
  /** Called for each reply in which nothing could be read. */
  readonly onUseless?: (() => void) | undefined;
}

/** Cost of a report, and the repairs of its reply. */
export interface ReportTally extends CallTally, DraftChecks {
  /** `whole`: all of it was read; `fields`: title and summary only; `none`: the present report stays. */
  readonly outcome: 'whole' | 'fields' | 'none';
  /** Findings left out since they repeat another one. */
  readonly repeated: number;
}

export interface WrittenReport {
  /** Null where no reply could be used. */
  readonly row: CommunityReportRow | null;
  readonly tally: ReportTally;
}

/** Temperature of further attempts. */
const WARMER = 0.5;

/**
 * Asks a model for the report on a community (GraphRAG A10.2). The last attempt asks only for title and summary.
 * Without a usable reply the tally records that. ModelErrors of `ask` pass through.
 */
export async function writeModelReport(
  context: RatedContext,
  options: ReportOptions,
  ask: Ask,
): Promise<WrittenReport> {
  const counter = createCallCounter(options.onUseless);
  let draft: ReportDraft | null = null;
  let whole = false;
  const all = new Attempts(options.attempts);
  for (const attempt of all) {
    const { number, ...anew } = attempt;
    const fieldsOnly = number > 0 && number === options.attempts - 1;
    const reply = await ask({ ...reportCall(context, options, { fieldsOnly, attempt: number }), ...anew });
    counter.count(reply);
    const read = fieldsOnly ? readFields(reply.text, options.limits) : readReport(reply.text, options.limits);
    if (!read && all.useless(attempt, reply)) counter.countFailure();
    counter.countRepairs(read?.repairs ?? []);
    draft = joinDrafts(draft, read);
    whole = !fieldsOnly;
    if (isReport(draft)) break;
  }
  if (!isReport(draft)) return { row: null, tally: { ...counter.tally, ...NOTHING } };
  const { row, checks } = checkDraft(context, draft, options);
  const outcome = whole || draft.findings.length > 0 ? 'whole' : 'fields';
  return { row, tally: { ...counter.tally, ...checks, repeated: draft.repeated, outcome } };
}

const NOTHING: Pick<ReportTally, 'outcome' | 'citations' | 'findings' | 'repeated'> = {
  outcome: 'none',
  citations: { kept: 0, unknown: 0 },
  findings: { cited: 0, named: 0, unsourced: 0 },
  repeated: 0,
};

/** The call for a whole report, or for title and summary only. */
function reportCall(
  { text, documentIds }: Pick<ModelContext, 'text' | 'documentIds'>,
  { limits, language, prompts }: Pick<ReportOptions, 'limits' | 'language' | 'prompts'>,
  { fieldsOnly, attempt }: { readonly fieldsOnly: boolean; readonly attempt: number },
): ModelCall {
  const prompt: Prompt = fieldsOnly ? REPORT_FIELDS_PROMPT : REPORT_PROMPT;
  const shape: Shape = fieldsOnly ? fieldsShape(limits) : reportShape(limits);
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

/** Tokens around a message. */
const PER_MESSAGE = 4;

/** Source of a community's context. */
interface Contexts {
  context(
    community: number,
    choice: ContextChoice,
    reportOf: (community: number) => CommunityReportRow | undefined,
  ): Pick<ModelContext, 'text' | 'documentIds'> | undefined;
}

/** Estimates the call for each report from its prompt. */
export function estimateReports(
  dirty: readonly OutdatedReport[],
  contexts: Contexts,
  choice: ContextChoice,
  options: Pick<ReportOptions, 'limits' | 'language' | 'prompts'>,
  reportOf: (community: number) => CommunityReportRow | undefined = () => undefined,
): readonly TokenLoad[] {
  return dirty.flatMap(({ community }) => {
    const context = contexts.context(community.community, choice, reportOf);
    if (!context) return [];
    const { messages } = reportCall(context, options, { fieldsOnly: false, attempt: 0 });
    const promptTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content) + PER_MESSAGE, 0);
    return [{ promptTokens, replyTokens: expectedTokens(options.limits) }];
  });
}
