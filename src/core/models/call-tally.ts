import type { Repair } from '../shapes/repairs';
import type { ChatReply } from './chat-model';

/** What calls cost, and what was wrong with their replies. */
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
