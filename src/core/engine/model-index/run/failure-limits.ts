import type { ClaimsOutcome } from '../../../extract/model/reading';
import { hasTrait, ModelError } from '../../../errors';
import type { ExtractionRow } from '../../../tables/tables';

/** Looks at what becomes of asking for claims, passage by passage, and says when it is not worth going on. */
export interface ClaimFailureLimit {
  /** False once so many passages in a row were asked in vain. */
  readonly asks: boolean;
  /** Takes the next passage in the plan's order. */
  take(outcome: ClaimsOutcome): void;
}

/** `most`: passages in a row whose claims come to nothing, after which no more are asked for; `over` where that was so before. */
export function createClaimFailureLimit(most: number, over: boolean): ClaimFailureLimit {
  let inVain = over ? most : 0;
  return {
    get asks() {
      return inVain < most;
    },
    take: (outcome) => {
      if (inVain >= most) return;
      if (outcome === 'read') inVain = 0;
      else if (outcome === 'unread') inVain++;
    },
  };
}

/** What became of one passage. */
export interface ReadPassage {
  readonly rows: readonly ExtractionRow[];
  readonly found: Readonly<Record<string, number>>;
  /** Whether any record came of it. */
  readonly fruitful: boolean;
  /** What became of asking for its claims; missing where it could not be read. */
  readonly claimsOutcome?: ClaimsOutcome;
  /** True where the model did reply, but none of its replies kept to the form. */
  readonly unusable?: boolean;
  /** What is counted of its replies where they lead to nothing. */
  readonly invalid: Readonly<Record<string, number>>;
  /** Why the model gave no reply at all. */
  readonly failure?: ModelError;
  /** The same passage as one that could not be read. */
  unread(reason: string): Pick<ReadPassage, 'rows' | 'found'>;
}

/** Passages about which no reply could be used, before any reply could be: the model does not keep to the form at all. */
export const INVALID_AT_START = 4;

/** Calls in a row that fail, after which it is not the passages. */
const FAILURES = 3;

/** Passages that wait for the next ones to tell whether it was them or the model. */
interface PassageFailureLimit {
  /**
   * Takes the next passage. Throws ModelError where it is the model: after three failures in a row, of which those that it plainly refused count as
   * unread from then on, while those that may go well at another time stay to be read; and after so many passages in a row from which nothing
   * came as `barrenMost` says, or after four about which no reply could be used where none ever could, which count as unread.
   */
  take(passage: ReadPassage): void;
  /**
   * Lets go of what is held, since nothing comes after it. Throws ModelError where nothing came of any passage and none was read before, or
   * where the replies about most passages could not be used, which count as unread then; and the failure that may go well at another time,
   * unless it is `final`.
   */
  end(final: boolean): void;
}

/** What came before the passages that are taken, and how many in a row may come to nothing. */
interface FailureLimitOptions {
  readonly barrenMost: number;
  /** Passages that were read before, and those that were tried in the same round in vain. */
  readonly before: { readonly read: number; readonly unread: number };
}

/** A passage of which it is known what it counts as. */
export type SettledPassage = Pick<ReadPassage, 'rows' | 'found'> & Partial<Pick<ReadPassage, 'fruitful'>>;

/** `settle` is told of each passage once, in their order. */
export function createPassageFailureLimit(
  { barrenMost, before }: FailureLimitOptions,
  settle: (passage: SettledPassage) => void,
): PassageFailureLimit {
  let barren: ReadPassage[] = [];
  let failing: ReadPassage[] = [];
  let anyFruit = before.read > 0;
  let { read, unread } = before;
  const settleAll = (passages: readonly ReadPassage[]): void => passages.forEach(settle);
  const giveUp = (which: string): never => {
    const error = nothingComes(which);
    for (const one of barren) settle(one.unread(error.message));
    throw error;
  };
  const replied = (): number => barren.filter(({ failure }) => !failure).length;
  const isHopeful = ({ failure }: ReadPassage): boolean => hasTrait(failure, 'worth another try');
  return {
    take(passage) {
      if (passage.failure) {
        failing.push(passage);
        if (failing.length < FAILURES) return;
        settleAll(barren);
        if (!failing.some(isHopeful)) settleAll(failing);
        throw passage.failure;
      }
      // A server that is gone fails every call, a passage that a model cannot take only its own.
      barren.push(...failing, passage);
      failing = [];
      anyFruit ||= passage.fruitful;
      if (passage.unusable) unread++;
      else read++;
      if (passage.fruitful) {
        settleAll(barren);
        barren = [];
      } else if (replied() >= (read === 0 ? Math.min(INVALID_AT_START, barrenMost) : barrenMost)) {
        giveUp(theLast(replied()));
      }
    },
    end(final) {
      if (!anyFruit && replied() > 0) giveUp(theLast(replied()));
      if (unread > read) giveUp(`${String(unread)} of ${String(read + unread)} passages`);
      settleAll(barren);
      const hopeful = failing.find(isHopeful);
      if (hopeful?.failure && !final) throw hopeful.failure;
      settleAll(failing);
    },
  };
}

const theLast = (passages: number): string => `the last ${passages === 1 ? 'passage' : `${String(passages)} passages`}`;

function nothingComes(which: string): ModelError {
  return new ModelError(
    `Nothing could be used of ${which}: the model named nothing that stands in them, or did not keep to the form. What was read before is kept, and in these passages what was found without a model stands. Try one passage in Settings, or choose a larger model.`,
    { traits: ['says what was kept', 'nothing usable'] },
  );
}
