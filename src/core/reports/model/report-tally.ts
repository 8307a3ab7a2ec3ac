import type { ChatReply } from '../../models/chat-model';
import type { Repair } from '../../shapes/repairs';

/** What a report cost, and what had to be done to it. */
export interface ReportTally {
  /** Replies that were used or tried, remembered ones too. */
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly seconds: number;
  /** Replies in which nothing could be read. */
  readonly failedReplies: number;
  readonly repairs: Readonly<Partial<Record<Repair, number>>>;
  /** `whole`: all of it was read; `fields`: title and summary only; `none`: the report without a model stays. */
  readonly outcome: 'whole' | 'fields' | 'none';
  /** References that hold, and those to what was never shown. */
  readonly citations: { readonly kept: number; readonly unknown: number };
  /** Findings by how their sources were found. */
  readonly findings: { readonly cited: number; readonly named: number; readonly unsourced: number };
  /** Findings that said the same as one before. */
  readonly repeated: number;
}

/** Counts calls while they are made. */
export interface CallCount {
  count(reply: ChatReply): void;
  fail(): void;
  note(repairs: readonly Repair[]): void;
  readonly total: Pick<
    ReportTally,
    'calls' | 'promptTokens' | 'completionTokens' | 'seconds' | 'failedReplies' | 'repairs'
  >;
}

/** Counts from nothing; `onUseless` is told of each reply of no use. */
export function callCount(onUseless: () => void = () => undefined): CallCount {
  let calls = 0;
  let promptTokens = 0;
  let completionTokens = 0;
  let seconds = 0;
  let failedReplies = 0;
  const repairs: Partial<Record<Repair, number>> = {};
  return {
    count: ({ usage }) => {
      calls++;
      promptTokens += usage.promptTokens;
      completionTokens += usage.completionTokens;
      seconds += usage.seconds;
    },
    fail: () => {
      failedReplies++;
      onUseless();
    },
    note: (list) => {
      for (const repair of list) repairs[repair] = (repairs[repair] ?? 0) + 1;
    },
    get total() {
      return { calls, promptTokens, completionTokens, seconds, failedReplies, repairs };
    },
  };
}
