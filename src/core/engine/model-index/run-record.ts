import { INVALID_REPLY_KINDS } from './asking/cached-replies';
import { addCounts, addSpending, NO_SPENDING } from './asking/spending';
import type { Counts } from '../../derivation/derivation';
import type { PlanPart } from '../../index/planning';
import { DERIVATIONS } from '../../index/pipeline';
import type { IndexState, ModelRunState } from '../../ports/index-state';
import type { ModelSpending, OpenRunRecord, RunRecord, StepRecord } from '../../ports/run-record';

/** Records of earlier runs that a collection keeps. */
const MOST_RECORDS = 10;

const NO_WORK: StepRecord = {
  ...{ planned: 0, made: 0, failed: 0, seconds: 0, spent: NO_SPENDING, answered: 0 },
  ...{ kept: {}, rejected: {}, repaired: {}, retries: 0 },
};

/** Inputs of a new record. */
interface RunBegin extends Pick<RunRecord, 'models' | 'documents'> {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly parts: readonly PlanPart[];
}

/** The record of a run that begins now, with the steps of its plan. */
export function openRecord({ runRecords = [] }: IndexState, { now, parts, ...facts }: RunBegin): OpenRunRecord {
  const begunAt = Math.max(now, (runRecords.at(-1)?.begunAt ?? -1) + 1);
  const planned = parts.map(({ step, items }): Step => [step, { ...NO_WORK, planned: items }]);
  return { ...facts, begunAt, endedAt: begunAt, steps: planned.reduce(withStep, {}) };
}

type Step = readonly [name: string, work: StepRecord];

/** Adds the work of a step to what is known of it. */
function withStep(steps: RunRecord['steps'], [name, more]: Step): RunRecord['steps'] {
  const before = steps[name] ?? NO_WORK;
  const sum = (of: 'planned' | 'made' | 'failed' | 'seconds' | 'answered' | 'retries'): number => before[of] + more[of];
  const counts = (of: 'kept' | 'rejected' | 'repaired'): Counts => addCounts(before[of], more[of]);
  const next: StepRecord = {
    planned: sum('planned'),
    made: sum('made'),
    failed: sum('failed'),
    seconds: sum('seconds'),
    spent: addSpending(before.spent, more.spent),
    answered: sum('answered'),
    kept: counts('kept'),
    rejected: counts('rejected'),
    repaired: counts('repaired'),
    retries: sum('retries'),
  };
  return { ...steps, [name]: next };
}

/** Work of a step since the last commit. */
export interface StepWork extends Partial<Pick<StepRecord, 'made' | 'failed' | 'seconds' | 'answered'>> {
  readonly spent?: ModelSpending & { readonly preempted: number };
  /** Counts of what the step found, repaired and rejected, as a run adds them up. */
  readonly found?: Counts;
}

/** Adds the work of steps, by name, to a record. `facts` are those of the run at this commit. */
export function addWork(
  record: OpenRunRecord,
  work: Iterable<readonly [step: string, StepWork]>,
  facts: Pick<RunRecord, 'endedAt' | 'documents'>,
): OpenRunRecord {
  const steps = [...work].map(([name, { spent, found = {}, ...numbers }]): Step => {
    const { preempted = 0, ...cost } = spent ?? { ...NO_SPENDING, preempted: 0 };
    const { failedReplies, ...counts } = sortCounts(found);
    return [name, { ...NO_WORK, ...numbers, spent: cost, ...counts, retries: failedReplies + preempted }];
  });
  return { ...record, ...facts, steps: steps.reduce(withStep, record.steps) };
}

/** Counts of items without a usable reply, or without a part of it. */
const FAILURES: ReadonlySet<string> = new Set([
  ...Object.values(INVALID_REPLY_KINDS),
  ...DERIVATIONS.map(({ counts }) => counts.failed),
]);

const REPAIRED = 'repaired: ';
const REJECTED = 'rejected: ';

/** Sorts counts of a run into kept, rejected and repaired, each by its name alone. Zeros are left out. */
function sortCounts(found: Counts) {
  const counts = Object.entries(found).filter(([, times]) => times > 0);
  const named = (prefix: string): Counts =>
    Object.fromEntries(
      counts.flatMap(([name, times]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), times]] : [])),
    );
  const others = counts.filter(([name]) => !name.includes(': ') && name !== 'failed replies');
  return {
    kept: Object.fromEntries(others.filter(([name]) => !FAILURES.has(name))),
    rejected: { ...named(REJECTED), ...Object.fromEntries(others.filter(([name]) => FAILURES.has(name))) },
    repaired: named(REPAIRED),
    failedReplies: found['failed replies'] ?? 0,
  };
}

/** The record of a run as it stands. None in runs of earlier versions. */
function recordOf(run: ModelRunState): readonly RunRecord[] {
  const { record, extras } = run;
  const outcome = run.phase === 'paused' && run.failure !== null ? 'failed' : run.phase;
  return record ? [{ ...record, outcome, skipSteps: extras.skipSteps ?? [] }] : [];
}

type Runs = Pick<IndexState, 'model' | 'runRecords'>;

/** Lists the records of a collection, oldest first. */
export const listRunRecords = ({ model, runRecords = [] }: Runs): readonly RunRecord[] => [
  ...runRecords,
  ...(model ? recordOf(model) : []),
];

/** The records to keep where another run takes the place of `model`. One whose tab was closed no longer runs. */
export const keptRecords = (state: Runs): Pick<IndexState, 'runRecords'> => ({
  runRecords: listRunRecords(state)
    .slice(-MOST_RECORDS)
    .map((record) => (record.outcome === 'running' ? { ...record, outcome: 'paused' } : record)),
});
