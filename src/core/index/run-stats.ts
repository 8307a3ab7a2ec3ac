import type { RunRecord, StepRecord, StepTime } from '../ports/run-record';

/** Name under which the reading of documents is measured: text units and mentions are made along with it. */
export const READING_DOCUMENTS = 'reading documents';

/** A run as GraphRAG's `stats.json` has it, with fields of our own (docs/run-record.md). Times are in seconds. */
export interface RunStats {
  readonly total_runtime: number;
  readonly num_documents: number;
  readonly input_load_time: number;
  readonly workflows: Readonly<Record<string, WorkflowStats>>;
  /** ISO dates with times. */
  readonly begun: string;
  readonly ended: string;
  readonly outcome: RunRecord['outcome'];
  readonly models: readonly string[];
  readonly skip_workflows: readonly string[];
  readonly calls: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

/** One step. Steps without a model have `overall` and `made` alone. */
interface WorkflowStats extends Partial<Pick<StepRecord, 'planned' | 'failed' | 'kept' | 'rejected' | 'repaired'>> {
  readonly overall: number;
  readonly made: number;
  readonly calls?: number;
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  readonly call_seconds?: number;
  readonly kept_replies?: number;
  readonly retries?: number;
}

/** The record as JSON has it. `times`: the latest work of the steps without a model. */
export function runStats(record: RunRecord, times: Readonly<Record<string, StepTime>>): RunStats {
  const steps = Object.values(record.steps);
  const sum = (of: (step: StepRecord) => number): number => steps.reduce((total, step) => total + of(step), 0);
  const { [READING_DOCUMENTS]: reading, ...others } = times;
  return {
    total_runtime: sum(({ seconds }) => seconds),
    num_documents: record.documents,
    input_load_time: reading?.seconds ?? 0,
    workflows: {
      ...mapValues(others, ({ made, seconds }) => ({ overall: seconds, made })),
      ...mapValues(record.steps, workflowStats),
    },
    begun: new Date(record.begunAt).toISOString(),
    ended: new Date(record.endedAt).toISOString(),
    outcome: record.outcome,
    models: record.models,
    skip_workflows: record.skipSteps,
    calls: sum(({ spent }) => spent.calls),
    prompt_tokens: sum(({ spent }) => spent.promptTokens),
    completion_tokens: sum(({ spent }) => spent.completionTokens),
  };
}

const workflowStats = ({ seconds, spent, answered, ...step }: StepRecord): WorkflowStats => ({
  overall: seconds,
  planned: step.planned,
  made: step.made,
  failed: step.failed,
  calls: spent.calls,
  prompt_tokens: spent.promptTokens,
  completion_tokens: spent.completionTokens,
  call_seconds: spent.seconds,
  kept_replies: answered,
  kept: step.kept,
  rejected: step.rejected,
  repaired: step.repaired,
  retries: step.retries,
});

const mapValues = <A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): Readonly<Record<string, B>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
