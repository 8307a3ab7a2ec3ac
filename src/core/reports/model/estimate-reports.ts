import { estimateTokens } from '../../text/tokens';
import type { CommunityReportRow } from '../../tables/tables';
import type { ContextChoice } from './context-key';
import type { DirtyReport } from './dirty-reports';
import { expectedTokens } from './limits';
import type { ModelContext } from './render-context';
import { reportCall, type ReportOptions } from './write-model-report';

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
  dirty: readonly DirtyReport[],
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
