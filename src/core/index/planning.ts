import { joinMessages, message, type Message } from '../message';
import type { TokenLoad } from '../models/speed';

/** The expected cost of a step. */
export interface PlanPart extends TokenLoad {
  /** Name of the step. */
  readonly step: string;
  readonly title: string;
  /** The chosen model that works in it. */
  readonly purpose: 'reading' | 'reports';
  /** True if only the claims of passages read before are asked for. */
  readonly claimsAlone?: true;
  /** Passages, pairs, entities and relationships, or communities. */
  readonly items: number;
  /** Calls, with an allowance for replies of no use, by the model's record. */
  readonly calls: number;
  /** Calls among these that are asked again. Missing means none. */
  readonly retries?: number;
  /** Further calls whose replies are in the cache and cost nothing. Missing means none. */
  readonly answered?: number;
  /** Rows by models that go with the first result. Missing means none. */
  readonly replaces?: number;
  /** Says what has to be done before it can begin. Missing means nothing. */
  readonly obstacle?: Message;
  /** True if the numbers depend on later findings, such as the entities that reading will find. */
  readonly guessed: boolean;
}

/** Work that a person can add to a run, with its expected cost. */
export interface PlanOffer extends TokenLoad {
  /** Passages or reports. */
  readonly items: number;
  readonly calls: number;
  /** Further calls whose replies are in the cache and cost nothing. Missing means none. */
  readonly answered?: number;
  /** By the measured speed. Null before there is one. */
  readonly seconds: number | null;
}

/** No tokens at all. */
export const NO_LOAD: TokenLoad = { promptTokens: 0, replyTokens: 0 };

/** Adds loads up. */
export function sumLoads(loads: Iterable<TokenLoad>): TokenLoad {
  let promptTokens = 0;
  let replyTokens = 0;
  for (const load of loads) {
    promptTokens += load.promptTokens;
    replyTokens += load.replyTokens;
  }
  return { promptTokens, replyTokens };
}

/** The part with the calls that are asked again, where a reply of use takes so many calls. */
export function withRetries(part: PlanPart, callsPerReply: number): PlanPart {
  const calls = Math.round(part.calls * callsPerReply);
  if (calls === part.calls) return part;
  return {
    ...part,
    calls,
    retries: calls - part.calls,
    promptTokens: Math.round(part.promptTokens * callsPerReply),
    replyTokens: Math.round(part.replyTokens * callsPerReply),
  };
}

/** Parameters that suit a model and a collection, with the reason. */
export interface Suggestion {
  readonly depth: 'compact' | 'full';
  /** Per cent, as the parameter counts. */
  readonly budget: number;
  readonly words: Message;
}

/** Billions of parameters from which full extraction is worth its price (the published comparison of family sizes in MiniRAG). */
const CAPABLE = 7;

/** Per cent of the passages to read, by the tokens of the collection. */
const BUDGETS: readonly (readonly [tokens: number, budget: number])[] = [
  [30_000, 100],
  [200_000, 60],
  [1_000_000, 30],
];
const LEAST_BUDGET = 10;

/** Suggests a depth by the size in the model's name, and a share of the passages by the size of the collection. */
export function suggest(model: string, tokens: number): Suggestion {
  const billions = sizeOf(model);
  const depth = billions !== undefined && billions >= CAPABLE ? 'full' : 'compact';
  const budget = BUDGETS.find(([most]) => tokens <= most)?.[1] ?? LEAST_BUDGET;
  const words = joinMessages(
    billions === undefined
      ? message`The size of this model is not known.`
      : message`By its name this model has ${billions} billion parameters.`,
    depth === 'full'
      ? message`Full depth suits it: it is large enough to describe what it finds.`
      : message`Compact suits it: small models name things well and describe them badly.`,
    budget === 100
      ? message`Of a collection of this size it would read every passage.`
      : message`Of a collection of this size it would read the ${budget} % of passages that say most.`,
  );
  return { depth, budget, words };
}

/** Billions of parameters in names such as `Qwen3-1.7B`, `llama3.1:8b` or `SmolLM2 360M`. */
function sizeOf(model: string): number | undefined {
  const [, number = '', unit = ''] = /(\d+(?:\.\d+)?)\s*([bm])(?![a-z])/iu.exec(model) ?? [];
  const value = Number.parseFloat(number);
  if (!Number.isFinite(value)) return undefined;
  return unit.toLowerCase() === 'm' ? value / 1000 : value;
}
