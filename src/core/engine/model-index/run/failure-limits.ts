import { hasTrait, ModelError } from '../../../errors';
import { message, type Message } from '../../../message';
import type { ClaimsOutcome } from '../../../extract/model/reading';
import type { ExtractionRow } from '../../../tables/tables';

/** Ends asking for claims once it failed for several passages in a row. */
export interface ClaimFailureLimit {
  /** False once the limit is reached. */
  readonly asks: boolean;
  /** Takes the outcome of the next passage in the plan's order. */
  take(outcome: ClaimsOutcome): void;
}

/** `limit`: failed passages in a row. `isReached`: whether it was reached before. */
export function createClaimFailureLimit(limit: number, isReached: boolean): ClaimFailureLimit {
  let failures = isReached ? limit : 0;
  return {
    get asks() {
      return failures < limit;
    },
    take: (outcome) => {
      if (failures >= limit) return;
      if (outcome === 'read') failures = 0;
      else if (outcome === 'unread') failures++;
    },
  };
}

/** Records of a passage, and counts of what was found in it. */
export interface PassageRecords {
  readonly rows: readonly ExtractionRow[];
  readonly found: Readonly<Record<string, number>>;
}

/** Result of reading one passage. */
export type PassageOutcome = PassageRecords & {
  /** Counts of its invalid replies. */
  readonly invalid: Readonly<Record<string, number>>;
  /** The same passage counted as unread, for this reason. */
  unread(reason: string): PassageRecords;
} & (
    | { readonly kind: 'read'; readonly hasRecords: boolean; readonly claimsOutcome: ClaimsOutcome }
    /** The model replied, but no reply was valid. */
    | { readonly kind: 'invalid' }
    /** The model gave no reply. */
    | { readonly kind: 'failed'; readonly failure: ModelError }
  );

/** Passages without a valid reply at the start of a run, after which the model is given up. */
export const INVALID_AT_START = 4;

/** Failed calls in a row, after which the fault is not with the passages. */
const FAILURES = 3;

/** Buffers empty and failed passages until a later one shows whether the fault is with them or with the model. */
interface PassageFailureLimit {
  /** Takes the next passage. Throws ModelError where the fault is with the model: too many failures or empty passages in a row. */
  take(passage: PassageOutcome): void;
  /**
   * Settles the waiting passages. Throws ModelError where no passage gave a record, or most had no valid reply. Unless
   * `isFinal`, it also throws a failure that is worth another try.
   */
  end(isFinal: boolean): void;
}

interface FailureLimitOptions {
  /** Passages in a row without a record. */
  readonly emptyLimit: number;
  /** Passages that were read before, and those tried in vain in the same round. */
  readonly before: { readonly read: number; readonly unread: number };
}

/** `settle` is called once per passage, in their order. `hasRecords` is true for a passage that gave some. */
export function createPassageFailureLimit(
  { emptyLimit, before }: FailureLimitOptions,
  settle: (passage: PassageRecords, hasRecords: boolean) => void,
): PassageFailureLimit {
  let waiting: PassageOutcome[] = [];
  let failing: (PassageOutcome & { readonly kind: 'failed' })[] = [];
  let anyRecords = before.read > 0;
  let { read, unread } = before;
  const settleAll = (passages: readonly PassageOutcome[]): void => {
    for (const one of passages) settle(one, hasRecords(one));
  };
  const giveUp = (which: Message): never => {
    const error = nothingUsable(which);
    for (const one of waiting) settle(one.unread(error.message), false);
    throw error;
  };
  const empty = (): number => waiting.filter(({ kind }) => kind !== 'failed').length;
  const isRetryable = ({ failure }: (typeof failing)[number]): boolean => hasTrait(failure, 'worth another try');
  return {
    take(passage) {
      if (passage.kind === 'failed') {
        failing.push(passage);
        if (failing.length < FAILURES) return;
        settleAll(waiting);
        // Passages that the model refused for good count as unread. Those that may go well later stay to be read.
        if (!failing.some(isRetryable)) settleAll(failing);
        throw passage.failure;
      }
      // A server that is gone fails every call. A passage that the model cannot read fails only its own.
      waiting.push(...failing, passage);
      failing = [];
      if (passage.kind === 'invalid') unread++;
      else read++;
      if (hasRecords(passage)) {
        anyRecords = true;
        settleAll(waiting);
        waiting = [];
      } else if (empty() >= (read === 0 ? Math.min(INVALID_AT_START, emptyLimit) : emptyLimit)) {
        giveUp(lastPassages(empty()));
      }
    },
    end(isFinal) {
      if (!anyRecords && empty() > 0) giveUp(lastPassages(empty()));
      if (unread > read) giveUp(message`${unread} of ${read + unread} passages`);
      settleAll(waiting);
      const retryable = failing.find(isRetryable);
      if (retryable && !isFinal) throw retryable.failure;
      settleAll(failing);
    },
  };
}

/** Checks if a passage gave records. */
export const hasRecords = (passage: PassageOutcome): boolean => passage.kind === 'read' && passage.hasRecords;

const lastPassages = (count: number): Message =>
  count === 1 ? message`the last passage` : message`the last ${count} passages`;

function nothingUsable(which: Message): ModelError {
  return new ModelError(
    message`Nothing could be used of ${which}: the model named nothing that stands in them, or did not keep to the form. What was read before is kept, and in these passages what was found without a model stands. Try one passage in Settings, or choose a larger model.`,
    { traits: ['says what was kept', 'nothing usable'] },
  );
}
