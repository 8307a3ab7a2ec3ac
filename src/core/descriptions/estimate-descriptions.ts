import { requestCall } from '../derivation/row-request';
import { estimateTokens } from '../text/tokens';
import {
  costOf,
  descriptionRequest,
  roomForDescriptions,
  TOKENS_PER_WORD,
  type DescriptionOptions,
} from './summarise-descriptions';
import type { TokenLoad } from '../models/speed';
import type { DescriptionTask, NameOccurrences } from './list-descriptions';
import type { ExtractionRow } from '../tables/tables';
import { inSteps, type Work } from '../work';

/** Tokens of a summary of short descriptions, as a share of theirs. */
const KEPT = 0.8;

/** Estimates the calls that summaries take, from their actual prompts. */
export function estimateDescriptions(
  tasks: readonly DescriptionTask[],
  options: DescriptionOptions,
): readonly TokenLoad[] {
  return tasks.flatMap((task) => {
    const own = costOf(task.descriptions);
    return callsOf(task, promptOf(task, task.descriptions, options) - own, own, options);
  });
}

/** Estimates the calls that one summary takes, by the tokens of its descriptions. */
function callsBySize(options: DescriptionOptions): (tokens: number) => readonly TokenLoad[] {
  const frame = promptOf(ANYTHING, [], options);
  return (tokens) => callsOf(ANYTHING, frame, tokens, options);
}

type Named = Pick<DescriptionTask, 'names' | 'documentIds'>;

const ANYTHING: Named = { names: ['Somebody or something'], documentIds: [] };

function promptOf(named: Named, descriptions: readonly string[], options: DescriptionOptions): number {
  const { messages } = requestCall(descriptionRequest(named, descriptions, options));
  return messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
}

/** The calls for descriptions of `own` tokens. `frame` counts the other tokens of a prompt. */
function callsOf(named: Named, frame: number, own: number, options: DescriptionOptions): readonly TokenLoad[] {
  const replyTokens = Math.ceil(Math.min(TOKENS_PER_WORD * options.maxWords, KEPT * own));
  const room = Math.max(1, roomForDescriptions(named, options).budget - replyTokens);
  const turns = own <= room + replyTokens ? 1 : Math.ceil(own / room);
  const promptTokens = Math.ceil(frame + own / turns + (turns > 1 ? replyTokens : 0));
  return Array.from({ length: turns }, () => ({ promptTokens, replyTokens }));
}

/** Rate at which a model writes descriptions. */
interface DescriptionRate {
  /** Distinct descriptions per passage that holds the name, or both names in one sentence. Above 1 where a model finds more names. */
  readonly perPassage: number;
  /** Tokens of one description. */
  readonly tokens: number;
}

interface DescriptionRates {
  readonly entities: DescriptionRate;
  readonly relationships: DescriptionRate;
}

/**
 * Expected before a model has read anything. It is set high, since an estimate should not be exceeded. On the sample a
 * scripted model that describes each mention in new words has 1.2 and 1.8; one that repeats its descriptions has 0.3
 * and 0.4.
 */
export const BEFORE_READING: DescriptionRates = {
  entities: { perPassage: 1, tokens: 30 },
  relationships: { perPassage: 1.5, tokens: 30 },
};

/** Names and pairs after which measured rates count as much as expected ones. */
const HALFWAY = 60;

/** Measures rates on records and the passages that their model read. The expected rates are blended in where there are few. */
export function* descriptionRates(
  records: readonly ExtractionRow[],
  { names, pairs }: NameOccurrences,
): Work<DescriptionRates> {
  const entities = yield* rateOf(records, 'entity', sumOf(names), BEFORE_READING.entities);
  const relationships = yield* rateOf(records, 'relationship', sumOf(pairs), BEFORE_READING.relationships);
  return { entities, relationships };
}

const sumOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, n) => sum + n, 0);

function* rateOf(
  records: readonly ExtractionRow[],
  kind: string,
  passages: number,
  expected: DescriptionRate,
): Work<DescriptionRate> {
  const distinct = new Map<string, number>();
  yield* inSteps(
    records,
    (row) => {
      if (row.kind !== kind || row.description === '') return;
      distinct.set(`${row.key}\u001f${row.target_key ?? ''}\u001f${row.description}`, estimateTokens(row.description));
    },
    256,
  );
  return {
    perPassage: (HALFWAY * expected.perPassage + distinct.size) / (HALFWAY + passages),
    tokens: (HALFWAY * expected.tokens + sumOf(distinct)) / (HALFWAY + distinct.size),
  };
}

/** The descriptions that a thing has now. */
export interface DescribedSoFar {
  /** Distinct ones. */
  readonly count: number;
  /** Tokens of all descriptions together. */
  readonly tokens: number;
  /** True once a model has summarised them. */
  readonly isSummarised: boolean;
}

/** Descriptions up to which nothing is summarised. */
export interface JoinLimit {
  /** Tokens of all descriptions together. */
  readonly tokens: number;
  /** Distinct ones that are too many, however short. */
  readonly fragments: number;
}

/** Checks that descriptions are to be summarised. */
export const isBeyond = ({ tokens, fragments }: JoinLimit, now: Pick<DescribedSoFar, 'count' | 'tokens'>): boolean =>
  now.tokens > tokens || now.count >= fragments;

/** The expected calls for descriptions that are still to be read. */
export interface FutureCalls extends TokenLoad {
  /** Entities and relationships. */
  readonly items: number;
  readonly calls: number;
}

interface FutureOptions extends DescriptionOptions {
  readonly limit: JoinLimit;
  readonly rates: DescriptionRates;
  /** By key, or pair of keys. */
  readonly described: ReadonlyMap<string, DescribedSoFar>;
}

/**
 * Estimates the calls for descriptions that unread passages will bring, besides those that are due already. Each passage is taken to describe
 * its names and pairs with the probability that the rates give, independently of the others.
 */
export function* estimateFutureDescriptions(unread: NameOccurrences, options: FutureOptions): Work<FutureCalls> {
  const { entities, relationships } = options.rates;
  const names = yield* expectCalls(unread.names, entities, options);
  const pairs = yield* expectCalls(unread.pairs, relationships, options);
  const sum = (of: keyof FutureCalls): number => Math.round(names[of] + pairs[of]);
  return {
    items: sum('items'),
    calls: sum('calls'),
    promptTokens: sum('promptTokens'),
    replyTokens: sum('replyTokens'),
  };
}

function* expectCalls(
  passages: ReadonlyMap<string, number>,
  { perPassage, tokens }: DescriptionRate,
  options: FutureOptions,
): Work<FutureCalls> {
  const { described, limit } = options;
  const share = Math.min(1, perPassage);
  // More than one description per passage means that a model finds more things than were found without one.
  const times = Math.max(1, perPassage);
  const callsFor = callsBySize(options);
  const total = { items: 0, calls: 0, promptTokens: 0, replyTokens: 0 };
  const visit = ([key, holding]: readonly [string, number]): void => {
    const now = described.get(key) ?? NOTHING;
    if (now.count > 1 && !now.isSummarised && isBeyond(limit, now)) return; // due already
    const toExceed = Math.min(Math.floor((limit.tokens - now.tokens) / tokens) + 1, limit.fragments - now.count);
    const needed = Math.max(1, 2 - now.count, toExceed);
    const chance = times * atLeast(needed, holding, share);
    if (chance === 0) return;
    const calls = callsFor(now.tokens + Math.max(needed, holding * share) * tokens);
    total.items += chance;
    for (const { promptTokens, replyTokens } of calls) {
      total.calls += chance;
      total.promptTokens += chance * promptTokens;
      total.replyTokens += chance * replyTokens;
    }
  };
  yield* inSteps([...passages], visit, 256);
  return total;
}

const NOTHING: DescribedSoFar = { count: 0, tokens: 0, isSummarised: false };

/** The probability that at least `least` of `of` independent events happen, each with probability `share` (a binomial tail). */
export function atLeast(least: number, of: number, share: number): number {
  if (least > of) return 0;
  if (share >= 1) return 1;
  let exactly = (1 - share) ** of;
  let fewer = 0;
  for (let n = 0; n < least; n++) {
    fewer += exactly;
    exactly *= ((of - n) / (n + 1)) * (share / (1 - share));
  }
  return Math.max(0, 1 - fewer);
}
