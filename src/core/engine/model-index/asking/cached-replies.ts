import { ModelError, ParseError } from '../../../errors';
import type { Ask, ModelCall } from '../../../models/model-call';
import type { ChatChoice } from '../../../models/chat-model';
import { type ReplyCache, replyKey } from '../../../models/queue/reply-cache';
import type { CallOptions } from '../../../platform';
import { isOlder, askInRound } from './model-ask';
import { namedCounts } from '../../../derivation/derivation';
import type { ReadingTally } from '../../../extract/model/reading';

/** Work done with cached replies alone. */
export interface CachedReplies {
  /** Runs `work` with cached replies alone, until one is missing. */
  try<T>(work: (ask: Ask) => Promise<T>): Promise<ReplayResult<T>>;
}

/** The result of work with cached replies alone. */
interface ReplayResult<T> {
  /** Calls that a kept reply answered. */
  readonly answered: number;
  /** True if no other reply was needed. */
  readonly whole: boolean;
  /** The result. Undefined where a reply was missing or invalid. */
  readonly made: T | undefined;
}

/** As which run replies are asked for. */
interface AskedBy {
  readonly round: number;
  /** See `Asking`: what a run would ask once more is not known. */
  readonly since?: number | undefined;
}

/** Replays cached replies of a model, as such a run would ask for them. Throws errors that no reply causes, and the reason of an abort. */
export function cachedReplies(
  replies: ReplyCache,
  choice: ChatChoice,
  { round, since }: AskedBy,
  { signal }: CallOptions = {},
): CachedReplies {
  return {
    try: async (work) => {
      signal?.throwIfAborted();
      let answered = 0;
      let missing = false;
      /** Kept replies to one question; what is asked again shows that none of them is of use. */
      const tries = new Map<ModelCall['messages'], number>();
      const ask: Ask = async ({ documentIds: _whose, anew, ...request }) => {
        signal?.throwIfAborted();
        const kept = await replies.get(replyKey(choice, request.promptVersion, request));
        missing ||= !kept || anew !== undefined;
        if (anew !== undefined) answered -= tries.get(request.messages) ?? 0;
        if (!kept || anew !== undefined) throw new ReplyNotCached();
        answered++;
        tries.set(request.messages, (tries.get(request.messages) ?? 0) + 1);
        return isOlder(kept, since) ? { ...kept, stale: true } : kept;
      };
      try {
        const made = await work(askInRound(ask, () => round));
        return { answered, whole: !missing, made: missing ? undefined : made };
      } catch (error) {
        // Replies of no use end the work, too, and would end it in a run.
        if (!(error instanceof ReplyNotCached || error instanceof ParseError || error instanceof ModelError))
          throw error;
        return { answered, whole: !missing, made: undefined };
      }
    },
  };
}

class ReplyNotCached extends Error {
  constructor() {
    super('This reply is not kept.');
  }
}

/** The calls that cached replies do not answer, and the number of those that they do. */
export function remainingCalls<C>(
  calls: readonly C[],
  { answered, whole }: Pick<ReplayResult<unknown>, 'answered' | 'whole'>,
): { readonly calls: readonly C[]; readonly answered: number } {
  if (whole) return { calls: [], answered };
  const known = Math.min(answered, Math.max(0, calls.length - 1));
  return { calls: calls.slice(known), answered: known };
}

/** Items without a usable reply, by the names under which a run counts them. */
export const INVALID_REPLY_KINDS = {
  passages: 'unread',
  claims: 'claims unread',
  claimsLeftOut: 'claims left out',
  names: 'names undecided',
} as const;

/** Counts invalid replies about items that are not done yet, such as a passage or a report. */
export interface InvalidReplies {
  /** Replies that no commit has counted. */
  readonly pending: number;
  add(): void;
  /** A commit counts so many of them. */
  settle(replies: number): void;
  /** Items that are not done begin again, so their cached replies will be counted again. */
  reset(): void;
}

/** `onChange` is called for each reply that is added. */
export function createInvalidReplies(onChange: () => void): InvalidReplies {
  let pending = 0;
  return {
    get pending() {
      return pending;
    },
    add: () => {
      pending++;
      onChange();
    },
    settle: (replies) => void (pending = Math.max(0, pending - replies)),
    reset: () => void (pending = 0),
  };
}

/** A passage's tally as counts that a run adds up: `repaired: cut`, `rejected: unknown end` and so on. */
export function countsOfReading(tally: ReadingTally): Readonly<Record<string, number>> {
  const { entities, relationships, claims, failedReplies } = tally;
  return {
    passages: 1,
    entities,
    relationships,
    claims,
    'failed replies': failedReplies,
    ...namedCounts('repaired', tally.repairs),
    ...namedCounts('rejected', tally.rejected),
  };
}

/** The counts of a passage without a valid reply: its replies, and what was repaired and rejected in them. */
export function countsOfFailure({ failedReplies, repairs, rejected }: ReadingTally): Readonly<Record<string, number>> {
  return {
    ...(failedReplies > 0 && { 'failed replies': failedReplies }),
    ...namedCounts('repaired', repairs),
    ...namedCounts('rejected', rejected),
  };
}
