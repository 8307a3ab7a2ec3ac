import { estimateTokens } from '../text/tokens';
import {
  costOf,
  descriptionCall,
  roomForDescriptions,
  TOKENS_PER_WORD,
  type DescriptionOptions,
} from './summarise-descriptions';
import type { CallEstimate } from '../reports/model/write-model-report';
import type { DescriptionTask } from './list-descriptions';
import type { ExtractionRow } from '../tables/tables';
import { inSteps, type Work } from '../work';
import type { NameOccurrences } from './name-occurrences';

/** Part of the words that a summary of short descriptions saves nothing of. */
const KEPT = 0.8;

/** Calls that summaries are expected to take, counted from the very prompts. */
export function estimateDescriptions(
  tasks: readonly DescriptionTask[],
  options: DescriptionOptions,
): readonly CallEstimate[] {
  return tasks.flatMap((task) => {
    const own = costOf(task.descriptions);
    return inTurns(task, promptOf(task, task.descriptions, options) - own, own, options);
  });
}

/** Tells calls that one summary of descriptions of so many tokens is expected to take, whatever they are of. */
function callsBySize(options: DescriptionOptions): (tokens: number) => readonly CallEstimate[] {
  const frame = promptOf(ANYTHING, [], options);
  return (tokens) => inTurns(ANYTHING, frame, tokens, options);
}

type Named = Pick<DescriptionTask, 'names' | 'documentIds'>;

const ANYTHING: Named = { names: ['Somebody or something'], documentIds: [] };

function promptOf(named: Named, descriptions: readonly string[], options: DescriptionOptions): number {
  const { messages } = descriptionCall(named, descriptions, options, 0);
  return messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
}

/** `frame` is what a prompt has beside its descriptions, which have `own` tokens. */
function inTurns(named: Named, frame: number, own: number, options: DescriptionOptions): readonly CallEstimate[] {
  const replyTokens = Math.ceil(Math.min(TOKENS_PER_WORD * options.maxWords, KEPT * own));
  const room = Math.max(1, roomForDescriptions(named, options).budget - replyTokens);
  const turns = own <= room + replyTokens ? 1 : Math.ceil(own / room);
  const promptTokens = Math.ceil(frame + own / turns + (turns > 1 ? replyTokens : 0));
  return Array.from({ length: turns }, () => ({ promptTokens, replyTokens }));
}

/** How much a model says of what it reads. */
interface DescriptionRate {
  /** Distinct descriptions for each passage that holds a name, or two names in one sentence; it may say more than that, of names written otherwise. */
  readonly perPassage: number;
  /** Of one description, about. */
  readonly tokens: number;
}

interface DescriptionRates {
  readonly entities: DescriptionRate;
  readonly relationships: DescriptionRate;
}

/**
 * Of a model that says something at each mention, in a short sentence, and counts more pairs than share a sentence: rather too much, since a
 * price is better lower than said. Measured on the sample with such a scripted model: 1.2 and 1.8; with one that says the same wherever it
 * meets a thing: 0.3 and 0.4.
 */
export const BEFORE_READING: DescriptionRates = {
  entities: { perPassage: 1, tokens: 30 },
  relationships: { perPassage: 1.5, tokens: 30 },
};

/** Names and pairs after which what was seen counts as much as what was expected. */
const HALFWAY = 60;

/** The rates that these records show, over the passages in which their model read; where there are few, partly those expected. */
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

/** What is said of a thing by now. */
export interface DescribedSoFar {
  /** Distinct descriptions. */
  readonly count: number;
  /** Of all of them. */
  readonly tokens: number;
  /** Whether a model made one of them. */
  readonly joined: boolean;
}

/** What joining is expected to take once passages are read. */
export interface FutureCalls {
  /** Entities and relationships. */
  readonly items: number;
  readonly calls: number;
  readonly promptTokens: number;
  readonly replyTokens: number;
}

interface FutureOptions extends DescriptionOptions {
  /** Tokens of descriptions up to which they stand side by side. */
  readonly joinAbove: number;
  readonly rates: DescriptionRates;
  /** By key, or pair of keys. */
  readonly said: ReadonlyMap<string, DescribedSoFar>;
}

/**
 * What joining descriptions will take that these passages bring, besides what is due already: each holds a description of a name, or of a
 * pair in one sentence, by chance, as often as the rates say, and independently of the others.
 */
export function* estimateFutureDescriptions(unread: NameOccurrences, options: FutureOptions): Work<FutureCalls> {
  const { entities, relationships } = options.rates;
  const names = yield* expectedOf(unread.names, entities, options);
  const pairs = yield* expectedOf(unread.pairs, relationships, options);
  const sum = (of: keyof FutureCalls): number => Math.round(names[of] + pairs[of]);
  return {
    items: sum('items'),
    calls: sum('calls'),
    promptTokens: sum('promptTokens'),
    replyTokens: sum('replyTokens'),
  };
}

function* expectedOf(
  passages: ReadonlyMap<string, number>,
  { perPassage, tokens }: DescriptionRate,
  options: FutureOptions,
): Work<FutureCalls> {
  const { said, joinAbove } = options;
  const share = Math.min(1, perPassage);
  // More than one a passage: of as many things more, of which nothing was found without a model.
  const times = Math.max(1, perPassage);
  const callsOf = callsBySize(options);
  const total = { items: 0, calls: 0, promptTokens: 0, replyTokens: 0 };
  const visit = ([key, holding]: readonly [string, number]): void => {
    const now = said.get(key) ?? NOTHING;
    if (now.count > 1 && !now.joined && now.tokens > joinAbove) return; // due already
    const enough = Math.floor((joinAbove - now.tokens) / tokens) + 1;
    const needed = Math.max(1, 2 - now.count, enough);
    const chance = times * atLeast(needed, holding, share);
    if (chance === 0) return;
    const calls = callsOf(now.tokens + Math.max(needed, holding * share) * tokens);
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

const NOTHING: DescribedSoFar = { count: 0, tokens: 0, joined: false };

/** The probability of `least` or more of `of` independent events, each of which has this share (a binomial tail). */
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
