import type { ModelStep, PlanOffer, PlanPart } from '../../core/index/planning';
import type { ModelSpending, ModelRunState } from '../../core/ports/index-state';
import { duration, count, counted, finePercentage } from './numbers';
import type { CollectionView, RowsByModel } from '../../core/engine/collections/collection-view';
import type { ModelIndexing } from '../model-index/model-indexing.svelte';
import { INVALID_REPLY_KINDS } from '../../core/engine/model-index/asking/invalid-replies';
import { PREEMPTED_CALLS } from '../../core/engine/model-index/asking/spending';
import type { ModelPlan } from '../../core/engine/model-index/plan/model-plan';
import type { ReadingModel } from '../../core/extract/model/reading-status';

const STEP_TITLES: Readonly<Record<ModelStep, string>> = {
  reading: 'Reading passages',
  resolution: 'Comparing names',
  descriptions: 'Summarising descriptions',
  reports: 'Writing reports',
};

/** What a model does in a step, in words. */
export const stepTitle = (step: ModelStep): string => STEP_TITLES[step];

/** Such as `12 calls, 30,400 tokens, about 4 minutes (3 more are already answered)`. */
export function priceWords({ calls, answered = 0, promptTokens, replyTokens, seconds }: PlanOffer): string {
  if (calls === 0 && answered > 0) return 'nothing, since all of it is already answered';
  const time = seconds === null ? [] : [`about ${duration(seconds)}`];
  const price = [counted(calls, 'call'), counted(promptTokens + replyTokens, 'token'), ...time].join(', ');
  return answered > 0 ? `${price} (${count(answered)} more ${answered === 1 ? 'is' : 'are'} already answered)` : price;
}

/** Such as `14 calls, 20,000 tokens read and written`. */
export const spentWords = ({ calls, promptTokens, completionTokens }: ModelSpending): string =>
  `${counted(calls, 'call')}, ${counted(promptTokens + completionTokens, 'token')} read and written`;

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

/** What all steps of a plan ask together. */
export function sumOf(
  parts: readonly PlanPart[],
): Pick<PlanPart, 'calls' | 'promptTokens' | 'replyTokens'> & { readonly answered: number } {
  return parts.reduce(
    (sum, { calls, answered = 0, promptTokens, replyTokens }) => ({
      calls: sum.calls + calls,
      answered: sum.answered + answered,
      promptTokens: sum.promptTokens + promptTokens,
      replyTokens: sum.replyTokens + replyTokens,
    }),
    { calls: 0, answered: 0, promptTokens: 0, replyTokens: 0 },
  );
}

type Shown = Pick<ModelIndexing, 'running' | 'leaving' | 'takingBack' | 'failure' | 'progress' | 'fraction'>;

/** A run that is being left, in words. */
export const LEAVING = {
  ending: 'Pausing after the calls in flight…',
  paused: 'Pausing…',
  stopped: 'Stopping…',
} as const;

/** How a model's run stands, in a line; empty where there is none, or it has come to its end. */
export function runLine(run: Shown, view: Pick<CollectionView, 'model' | 'writable'> | null): string {
  if (run.leaving) return LEAVING[run.leaving];
  if (run.takingBack) return 'Taking back an index…';
  if (run.running) return workingLine(run);
  const model = view?.model;
  const phase = model?.phase;
  if (phase === 'running' && view?.writable === false) return 'Another tab indexes with a model';
  if (run.failure !== '' || (model?.phase === 'paused' && model.failure?.reason))
    return 'Indexing with a model ended early: see why';
  return phase === 'paused' || phase === 'running' ? 'Indexing with a model is paused' : '';
}

function workingLine({ progress, fraction }: Shown): string {
  if (!progress) return 'Indexing with a model: starting…';
  return `Indexing with a model · ${stepTitle(progress.step)} · ${finePercentage(fraction)}`;
}

/** That a run has made more calls than its plan named, in words; empty while it has not, or where that was not kept. */
export function overrunWords({ spent, planned }: Pick<ModelRunState, 'spent' | 'planned'>): string {
  if (!planned) return '';
  const made = spent.calls - planned.callsBefore;
  if (made <= planned.calls) return '';
  return `More calls than planned: ${count(made)} by now, ${count(planned.calls)} were planned.`;
}

type Begun = Pick<ModelRunState, 'spent' | 'planned' | 'spentBefore'>;

/** What a run has cost since a person began it, in words; empty while that is nothing, or where nobody kept what there was before. */
export function spentSoFarWords({ spent, planned, spentBefore }: Begun): string {
  if (!planned || spentBefore === undefined) return '';
  const calls = spent.calls - planned.callsBefore;
  const tokens = spent.promptTokens + spent.completionTokens - spentBefore;
  if (calls <= 0) return '';
  return `Spent so far: ${spentWords({ ...spent, calls, promptTokens: tokens, completionTokens: 0 })}`;
}

type Found = ModelRunState['found'];

/** One kind of thing that went wrong, and how often. */
export interface Trouble {
  readonly reason: string;
  readonly times: number;
}

/** What was forgiven and what was not taken over, in words. */
interface Troubles {
  readonly mended: readonly Trouble[];
  readonly refused: readonly Trouble[];
  /** What was taken over though it was not as asked. */
  readonly kept: readonly Trouble[];
  /** Records that a reply said more than once: each is kept once, at its fullest. */
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

const PROBLEM_WORDS: Readonly<Record<string, string>> = {
  [`${MENDED}unwrapped`]: 'words around the answer were taken off',
  [`${MENDED}mended`]: 'a broken or cut answer was closed',
  [`${MENDED}filled`]: 'a missing field was left empty',
  [`${MENDED}dropped`]: 'a record without all its fields was left out',
  [`${MENDED}cut`]: 'something too long was shortened',
  [`${REFUSED}name not in the passage`]: 'the name does not occur in the passage',
  [`${REFUSED}unknown end`]: 'a relationship to something that was not named',
  [`${REFUSED}no such sentence`]: 'the sentence given as proof does not exist',
  [`${REFUSED}claim about nothing listed`]: 'a claim about something that was not on the list of names',
  [`${REFUSED}claim without its sentence`]: 'a claim whose sentence does not exist',
  [`${REFUSED}sentence names neither`]: 'the sentence given as proof names neither end',
  [`${REFUSED}relation to itself`]: 'a relationship of a thing to itself',
  [`${REFUSED}unknown type`]: 'a kind of entity that was not asked for: the likeliest one stands in its place',
  [`${REFUSED}unknown reference`]: 'a report’s reference to something that it was not shown',
};

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
    .map(([name, times]) => ({ reason: PROBLEM_WORDS[name] ?? name.slice(prefix.length), times }))
    .sort((a, b) => b.times - a.times);
}

export const sumTimes = (troubles: readonly Trouble[]): number => troubles.reduce((sum, { times }) => sum + times, 0);

/** What stands in the tables by a model, such as `48 entities`, and the reports by whichever model; without what is not there. */
export function standingWords({ entities, relationships, claims, reports }: RowsByModel): readonly string[] {
  return [
    ...(entities > 0 ? [counted(entities, 'entity', 'entities')] : []),
    ...(relationships > 0 ? [counted(relationships, 'relationship')] : []),
    ...(claims > 0 ? [counted(claims, 'claim')] : []),
    ...(reports > 0 ? [counted(reports, 'report by a model', 'reports by models')] : []),
  ];
}

/** Which models have read how many passages: `14 of 42 passages read by Tiny`, or `14 of 42 passages read: 9 by Tiny, 5 by Big`. */
export function readersWords(readers: readonly ReadingModel[], all: number): string {
  const [only, ...others] = readers;
  const read = readers.reduce((sum, { passages }) => sum + passages, 0);
  const words = `${count(read)} of ${counted(all, 'passage')} read`;
  if (!only) return `${words} by a model`;
  if (others.length === 0) return `${words} by ${only.title}`;
  return `${words}: ${readers.map(({ title, passages }) => `${count(passages)} by ${title}`).join(', ')}`;
}

type ReadPlan = Pick<ModelPlan, 'depth' | 'title' | 'passages' | 'readers'>;

/** How far a plan is read, where another model or another depth has read more: `0 of 42 passages read in full depth by Tiny`; else empty. */
export function planReadWords({ depth, title, passages, readers }: ReadPlan): string {
  const read = readers.reduce((sum, reader) => sum + reader.passages, 0);
  if (read <= passages.done || passages.done >= passages.planned) return '';
  return `${count(passages.done)} of ${counted(passages.planned, 'passage')} read in ${depth} depth by ${title}, in any depth`;
}

/** What counts as a record of a passage: one passage's word on a thing, of which several may become one row of a table. */
const READ: readonly (readonly [name: string, one: string, many: string])[] = [
  ['entities', 'mention', 'mentions'],
  ['relationships', 'relation', 'relations'],
  ['claims', 'claim', 'claims'],
];

/** What was read out of passages so far, line by line, such as `312 mentions`. */
export const readWords = (found: Found): readonly string[] => wordsOf(found, READ);

/** What came of the steps after the reading, added up over all runs of the model. */
const LATER: readonly (readonly [name: string, one: string, many: string])[] = [
  ['names joined', 'name joined', 'names joined'],
  ['names kept apart', 'pair of names kept apart', 'pairs of names kept apart'],
  [INVALID_REPLY_KINDS.names, 'pair of names undecided', 'pairs of names undecided'],
  ['descriptions', 'description made of several', 'descriptions made of several'],
  ['reports', 'report written', 'reports written'],
  [INVALID_REPLY_KINDS.reports, 'report that came to nothing', 'reports that came to nothing'],
  [PREEMPTED_CALLS, 'call broken off for a question and begun again', 'calls broken off for questions and begun again'],
  ['findings without source', 'finding of a report without a source', 'findings of reports without a source'],
];

/** What has words of its own elsewhere. */
const WORDED = [
  'passages',
  FAILED,
  INVALID_REPLY_KINDS.passages,
  INVALID_REPLY_KINDS.claims,
  INVALID_REPLY_KINDS.claimsLeftOut,
];

/** That claims are missing of so many passages, and why they were not asked for; empty where none are. */
export function missingClaimsWords(missing: number, found: Found): string {
  if (missing === 0) return '';
  const words = `Claims of ${counted(missing, 'passage')} could not be read.`;
  const leftOut = Math.min(missing, found[INVALID_REPLY_KINDS.claimsLeftOut] ?? 0);
  if (leftOut === 0) return words;
  return `${words} Of ${count(leftOut)} of them the model was not asked, since those before had come to nothing one after the other.`;
}

/** All that a model's runs added up, in words; what is not named here follows by its own name. */
export function tallyWords(found: Found): readonly string[] {
  const known = new Set([...WORDED, ...[...READ, ...LATER].map(([name]) => name)]);
  const others = Object.entries(found).filter(([name, times]) => times > 0 && !known.has(name) && !name.includes(': '));
  return [
    ...(found['passages'] ? [`${counted(found['passages'], 'passage')} read`] : []),
    ...wordsOf(found, [...READ, ...LATER]),
    ...others.map(([name, times]) => counted(times, name, name)),
  ];
}

const wordsOf = (found: Found, names: typeof READ): readonly string[] =>
  names.flatMap(([name, one, many]) => (found[name] ? [counted(found[name], one, many)] : []));

/** Records per 1,000 tokens read and written; null before anything was spent. */
export function yieldOf({ found, spent }: Pick<ModelRunState, 'found' | 'spent'>): number | null {
  const tokens = spent.promptTokens + spent.completionTokens;
  const records = READ.reduce((sum, [name]) => sum + (found[name] ?? 0), 0);
  return tokens > 0 ? (records / tokens) * 1000 : null;
}
