import type { PlanOffer, PlanPart } from '../../core/index/planning';
import { messageText } from './messages';
import type { ModelRunState } from '../../core/ports/index-state';
import type { ModelSpending, StepRecord } from '../../core/ports/run-record';
import { modelIndexWords } from './screens/model-index-words';
import { duration, finePercentage } from './numbers';
import type { CollectionView, RowsByModel } from '../../core/engine/collections/collection-view';
import type { ModelIndexing } from '../model-index/model-indexing.svelte';
import { INVALID_REPLY_KINDS } from '../../core/engine/model-index/asking/cached-replies';
import { PREEMPTED_CALLS } from '../../core/engine/model-index/asking/spending';
import type { ModelPlan } from '../../core/engine/model-index/plan/model-plan';
import type { ReadingModel } from '../../core/extract/model/reading-status';
export { INVALID_REPLY_KINDS } from '../../core/engine/model-index/asking/cached-replies';

/** The depth of a reading, as it is chosen in the plan. */
export function depthName(depth: string): string {
  const { depths, themesDepth } = modelIndexWords().plan;
  return depth === 'themes' ? themesDepth : depths[depth === 'full' ? 'full' : 'compact'].title;
}

/** Describes a price, such as `12 calls, 30,400 tokens, about 4 minutes (3 more are already answered)`. */
export function priceWords({
  calls,
  answered = 0,
  promptTokens,
  replyTokens,
  seconds,
}: Omit<PlanOffer, 'items'>): string {
  const words = modelIndexWords().price;
  if (calls === 0 && answered > 0) return words.free;
  const time = seconds === null ? [] : [words.about(duration(seconds))];
  const price = [words.calls(calls), words.tokens(promptTokens + replyTokens), ...time].join(', ');
  return answered > 0 ? words.answered(price, answered) : price;
}

/** Describes a cost, such as `14 calls, 20,000 tokens read and written`. */
export const spentWords = ({ calls, promptTokens, completionTokens }: ModelSpending): string =>
  modelIndexWords().price.spent(calls, promptTokens + completionTokens);

/** Two offers taken together. */
export function addOffers(one: PlanOffer, other: PlanOffer): PlanOffer {
  return {
    items: one.items + other.items,
    calls: one.calls + other.calls,
    answered: (one.answered ?? 0) + (other.answered ?? 0),
    promptTokens: one.promptTokens + other.promptTokens,
    replyTokens: one.replyTokens + other.replyTokens,
    seconds: one.seconds === null || other.seconds === null ? null : one.seconds + other.seconds,
  };
}

/** Sums the calls of all steps of a plan. */
export function sumOf(
  parts: readonly PlanPart[],
): Pick<PlanPart, 'calls' | 'promptTokens' | 'replyTokens'> & { readonly answered: number; readonly retries: number } {
  return parts.reduce(
    (sum, { calls, answered = 0, retries = 0, promptTokens, replyTokens }) => ({
      calls: sum.calls + calls,
      retries: sum.retries + retries,
      answered: sum.answered + answered,
      promptTokens: sum.promptTokens + promptTokens,
      replyTokens: sum.replyTokens + replyTokens,
    }),
    { calls: 0, answered: 0, retries: 0, promptTokens: 0, replyTokens: 0 },
  );
}

type Shown = Pick<ModelIndexing, 'running' | 'leaving' | 'takingBack' | 'failure' | 'progress' | 'fraction'>;

/** A run that is being left, in words. */
export function leavingWords(leaving: NonNullable<ModelIndexing['leaving']>): string {
  const { ending, pausing, stopping } = modelIndexWords().run;
  return { ending, paused: pausing, stopped: stopping }[leaving];
}

/** Describes a model's run, in a line; empty where there is none, or it has come to its end. */
export function runLine(run: Shown, view: Pick<CollectionView, 'model' | 'writable'> | null): string {
  const words = modelIndexWords().run;
  if (run.leaving) return leavingWords(run.leaving);
  if (run.takingBack) return words.reverting;
  if (run.running) return workingLine(run);
  const model = view?.model;
  const phase = model?.phase;
  if (phase === 'running' && view?.writable === false) return words.elsewhere;
  if (run.failure !== '' || (model?.phase === 'paused' && model.failure?.reason)) return words.endedEarly;
  return phase === 'paused' || phase === 'running' ? words.isPaused : '';
}

function workingLine({ progress, fraction }: Shown): string {
  const words = modelIndexWords().run;
  return progress ? words.line(messageText(progress.title), finePercentage(fraction)) : words.lineStarting;
}

/** Notes that a run has made more calls than its plan named; empty while it has not, or where that was not kept. */
export function overrunWords({ spent, planned }: Pick<ModelRunState, 'spent' | 'planned'>): string {
  if (!planned) return '';
  const made = spent.calls - planned.callsBefore;
  if (made <= planned.calls) return '';
  return modelIndexWords().price.overrun(made, planned.calls);
}

type Begun = Pick<ModelRunState, 'spent' | 'planned' | 'spentBefore'>;

/**
 * Describes the cost of a run since a person began it; empty while that is nothing, or where the cost before was not
 * kept.
 */
export function spentSoFarWords({ spent, planned, spentBefore }: Begun): string {
  if (!planned || spentBefore === undefined) return '';
  const calls = spent.calls - planned.callsBefore;
  const tokens = spent.promptTokens + spent.completionTokens - spentBefore;
  if (calls <= 0) return '';
  return modelIndexWords().price.soFar(spentWords({ ...spent, calls, promptTokens: tokens, completionTokens: 0 }));
}

type Found = ModelRunState['found'];

/** One kind of thing that went wrong, and how often. */
export interface Trouble {
  readonly reason: string;
  readonly times: number;
}

/** Records of replies that were repaired or rejected, in words. */
interface Troubles {
  readonly mended: readonly Trouble[];
  readonly refused: readonly Trouble[];
  /** Records that were accepted though they were not as asked. */
  readonly kept: readonly Trouble[];
  /** Records that a reply repeats: each is kept once, at its fullest. */
  readonly repeated: number;
  /** Replies in which nothing could be read. */
  readonly failed: number;
  /** Passages that could not be read; they keep what was found without a model. */
  readonly unread: number;
  /** Passages of which everything but the claims was read. */
  readonly claims: number;
}

const MENDED = 'repaired: ';
const REFUSED = 'rejected: ';
const FAILED = 'failed replies';

/** Describes a problem; one without words here is shown by its name. */
function problemWords(prefix: string, name: string): string {
  const { repaired, refused } = modelIndexWords().troubles;
  const texts: Readonly<Record<string, string>> = prefix === MENDED ? repaired : refused;
  return texts[name] ?? name;
}

/** Counted with what was refused, but kept with the likeliest kind. */
const RETYPED = `${REFUSED}unknown type`;
/** Counted with what was refused, but kept once. */
const REPEATED = `${REFUSED}repeated`;

/** `invalidReplies`: those that `found` does not count yet. */
export function troublesOf(found: Found, invalidReplies = 0): Troubles {
  return {
    mended: named(found, MENDED),
    refused: named(found, REFUSED, (name) => name !== RETYPED && name !== REPEATED),
    kept: named(found, REFUSED, (name) => name === RETYPED),
    repeated: found[REPEATED] ?? 0,
    failed: (found[FAILED] ?? 0) + invalidReplies,
    unread: found[INVALID_REPLY_KINDS.passages] ?? 0,
    claims: found[INVALID_REPLY_KINDS.claims] ?? 0,
  };
}

function named(found: Found, prefix: string, isMeant = (_name: string): boolean => true): readonly Trouble[] {
  return Object.entries(found)
    .filter(([name, times]) => name.startsWith(prefix) && times > 0 && isMeant(name))
    .map(([name, times]) => ({ reason: problemWords(prefix, name.slice(prefix.length)), times }))
    .sort((a, b) => b.times - a.times);
}

export const sumTimes = (troubles: readonly Trouble[]): number => troubles.reduce((sum, { times }) => sum + times, 0);

/** Counts the rows by a model, such as `48 entities`, and the reports by any model; leaves out zeros. */
export function standingWords(rows: RowsByModel): readonly string[] {
  const { entities, relationships, claims, reports, summaries, themes, contexts } = rows;
  const words = modelIndexWords().tally;
  return [
    ...(entities > 0 ? [words.entities(entities)] : []),
    ...(relationships > 0 ? [words.relationships(relationships)] : []),
    ...(claims > 0 ? [words.claims(claims)] : []),
    ...(reports > 0 ? [words.reports(reports)] : []),
    ...(themes > 0 ? [words.themes(themes)] : []),
    ...(contexts > 0 ? [words.contexts(contexts)] : []),
    ...(summaries > 0 ? [words.summaries(summaries)] : []),
  ];
}

/**
 * Names the models with the passages that they have read: `14 of 42 passages read by Tiny`, or `14 of 42 passages read:
 * 9 by Tiny, 5 by Big`.
 */
export function readersWords(readers: readonly ReadingModel[], all: number): string {
  const words = modelIndexWords().end;
  const [only, ...others] = readers;
  const read = readers.reduce((sum, { passages }) => sum + passages, 0);
  if (!only) return words.readBy(read, all);
  if (others.length === 0) return words.readByOne(read, all, only.title);
  const shares = readers.map(({ title, passages }) => words.share(passages, title));
  return words.readBySeveral(read, all, shares.join(', '));
}

type ReadPlan = Pick<ModelPlan, 'depth' | 'title' | 'passages' | 'readers'>;

/**
 * Describes the reading of a plan, where another model or another depth has read more: `0 of 42 passages read in full
 * depth by Tiny`; else empty.
 */
export function planReadWords({ depth, title, passages, readers }: ReadPlan): string {
  const read = readers.reduce((sum, reader) => sum + reader.passages, 0);
  if (read <= passages.done || passages.done >= passages.planned) return '';
  return modelIndexWords().end.planRead(passages.done, passages.planned, depthName(depth).toLowerCase(), title);
}

type Tally = ReturnType<typeof modelIndexWords>['tally'];
/** Counters, each with the text for its number. */
type Tallied = readonly (readonly [name: string, text: Exclude<keyof Tally, 'other'>])[];

/** Records of a passage: one passage's word on a thing, of which several may become one row of a table. */
const READ: Tallied = [
  ['entities', 'mentions'],
  ['relationships', 'relations'],
  ['claims', 'claims'],
];

/** Lists the records read so far, line by line, such as `312 mentions`. */
export const readWords = (found: Found): readonly string[] => wordsOf(found, READ);

/** Results of the steps after the reading, added up over all runs of the model. */
const LATER: Tallied = [
  ['names joined', 'joined'],
  ['names kept apart', 'apart'],
  [INVALID_REPLY_KINDS.names, 'undecided'],
  ['descriptions', 'descriptions'],
  ['reports', 'written'],
  ['reports not written', 'failedReports'],
  ['themes', 'themes'],
  ['themes not named', 'failedThemes'],
  ['contexts', 'contexts'],
  ['contexts not written', 'failedContexts'],
  ['summaries', 'summaries'],
  ['summaries not written', 'failedSummaries'],
  [PREEMPTED_CALLS, 'preempted'],
  ['findings without source', 'unsourced'],
];

/** Counters with words of their own elsewhere. */
const WORDED = [
  'passages',
  FAILED,
  INVALID_REPLY_KINDS.passages,
  INVALID_REPLY_KINDS.claims,
  INVALID_REPLY_KINDS.claimsLeftOut,
];

/** Notes that claims of so many passages are missing, and why they were not asked for; empty where none are. */
export function missingClaimsWords(missing: number, found: Found): string {
  if (missing === 0) return '';
  const words = modelIndexWords().end;
  const failed = words.claimsFailed(missing);
  const leftOut = Math.min(missing, found[INVALID_REPLY_KINDS.claimsLeftOut] ?? 0);
  return leftOut === 0 ? failed : words.claimsSkipped(failed, leftOut);
}

/** All that a model's runs added up, in words; what is not named here follows by its own name. */
export function tallyWords(found: Found): readonly string[] {
  const words = modelIndexWords().tally;
  const known = new Set([...WORDED, ...[...READ, ...LATER].map(([name]) => name)]);
  const others = Object.entries(found).filter(([name, times]) => times > 0 && !known.has(name) && !name.includes(': '));
  return [
    ...(found['passages'] ? [words.passagesRead(found['passages'])] : []),
    ...wordsOf(found, [...READ, ...LATER]),
    ...others.map(([name, times]) => words.other(times, name)),
  ];
}

/** Describes the findings of a step: what it kept, rejected and repaired, a sentence each. */
export function findingsWords({ kept, rejected, repaired }: StepRecord): readonly string[] {
  const words = modelIndexWords().record;
  const failures: Readonly<Record<string, string>> = words.failures;
  const reasons = (prefix: string, counts: Found): readonly string[] =>
    Object.entries(counts).map(([name, times]) => words.times(times, failures[name] ?? problemWords(prefix, name)));
  return [
    ['kept', tallyWords(kept)] as const,
    ['rejected', reasons(REFUSED, rejected)] as const,
    ['repaired', reasons(MENDED, repaired)] as const,
  ].flatMap(([kind, things]) => (things.length > 0 ? [words[kind](things.join(', '))] : []));
}

function wordsOf(found: Found, tallied: Tallied): readonly string[] {
  const words = modelIndexWords().tally;
  return tallied.flatMap(([name, text]) => (found[name] ? [words[text](found[name])] : []));
}

/** Records per 1,000 tokens read and written; null before anything was spent. */
export function yieldOf({ found, spent }: Pick<ModelRunState, 'found' | 'spent'>): number | null {
  const tokens = spent.promptTokens + spent.completionTokens;
  const records = READ.reduce((sum, [name]) => sum + (found[name] ?? 0), 0);
  return tokens > 0 ? (records / tokens) * 1000 : null;
}
