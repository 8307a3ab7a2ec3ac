import type { Shape } from '../shapes/shape';
import type { ChatMessage, ChatReply } from './chat-model';
import { ModelError } from '../errors';
import { message } from '../message';
import type { Repair } from '../shapes/repairs';

/** One call that a step of the index makes. */
export interface ModelCall {
  readonly messages: readonly ChatMessage[];
  readonly shape?: Shape;
  /** See `ChatRequest`. */
  readonly likeliest?: number;
  /** Tokens of the reply, at least 1. */
  readonly maxTokens: number;
  /** 0 to 2; 0 for a first attempt. */
  readonly temperature: number;
  /** Number of the attempt where it is not the first: another seed is another call, to the cache of replies too. */
  readonly seed?: number;
  /** See `promptVersion` in core/prompts. */
  readonly promptVersion: string;
  /** The round whose reply is wanted where it is not the run's own: what was well answered then is known still. */
  readonly round?: number;
  /** Asks the model though a reply is kept, in whose place the new one comes; see `QueuedRequest`. */
  readonly anew?: number;
  /** Documents whose words are in the prompt; the kept reply goes with them. */
  readonly documentIds: readonly string[];
}

/** Makes a call behind everything that a person asks; the reply is kept before it is handed out. Throws ModelError, and the signal's reason when aborted. */
export type Ask = (call: ModelCall) => Promise<ChatReply>;

/** Replies to one question until one can be used. */
export const ATTEMPTS = 3;

/** One attempt to get a reply. */
interface Attempt {
  /** From 0. */
  readonly number: number;
  /** Set where the kept reply is of an earlier run and of no use: the model is asked all the same. */
  readonly anew?: 0;
}

/**
 * Attempts to get a reply that can be used: a fixed number, then once more each whose kept reply of an earlier run was of no use. The model may
 * give a better one now.
 */
export class Attempts {
  readonly #most: number;
  readonly #stale: number[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Notes a reply that cannot be used; returns whether this run made it. */
  useless({ number }: Attempt, { stale }: ChatReply): boolean {
    if (stale) this.#stale.push(number);
    return !stale;
  }

  *[Symbol.iterator](): Generator<Attempt> {
    for (let number = 0; number < this.#most; number++) yield { number };
    for (const number of this.#stale) yield { number, anew: 0 };
  }
}

/** The same words at no temperature would get the same reply, whatever the seed. */
const LEAST_TEMPERATURE = 0.3;

interface Sampling {
  readonly temperature: number;
  readonly seed?: number;
}

/** The call with another seed, warm enough for that to make a difference. */
export const withOtherSeed = <Call extends Sampling>(call: Call, by: number): Call => ({
  ...call,
  seed: (call.seed ?? 0) + by,
  temperature: Math.max(call.temperature, LEAST_TEMPERATURE),
});

/** Thrown where a model is to be asked and none is chosen. */
export const noModel = (): ModelError =>
  new ModelError(message`No chat model is chosen. Choose one in Settings, under Models.`);

/** Cost of calls, and faults of their replies. */
export interface CallTally {
  /** Replies, cached ones too. */
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly seconds: number;
  /** Replies in which nothing could be read. */
  readonly failedReplies: number;
  readonly repairs: Readonly<Partial<Record<Repair, number>>>;
}

/** Counts calls while they are made. */
export interface CallCounter {
  count(reply: ChatReply): void;
  /** Counts a reply in which nothing could be read. */
  countFailure(): void;
  countRepairs(repairs: readonly Repair[]): void;
  readonly tally: CallTally;
}

/** A counter at zero. `onFailure` is called for each reply in which nothing could be read. */
export function createCallCounter(onFailure: () => void = () => undefined): CallCounter {
  let [calls, promptTokens, completionTokens, seconds, failedReplies] = [0, 0, 0, 0, 0];
  const repairs: Partial<Record<Repair, number>> = {};
  return {
    count: ({ usage }) => {
      calls++;
      promptTokens += usage.promptTokens;
      completionTokens += usage.completionTokens;
      seconds += usage.seconds;
    },
    countFailure: () => {
      failedReplies++;
      onFailure();
    },
    countRepairs: (list) => {
      for (const repair of list) repairs[repair] = (repairs[repair] ?? 0) + 1;
    },
    get tally() {
      return { calls, promptTokens, completionTokens, seconds, failedReplies, repairs };
    },
  };
}
