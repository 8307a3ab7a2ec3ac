import type { ModelStep, PlanPart } from '../../../index/planning';
import type { TokenLoad } from '../../../models/speed';

/** How far a run is in its plan's tokens, reckoned by the things that are done of each step. */
export interface PlanTokens {
  /** A step begins with so many things; one that begins once more, since its model was away, with what is left of it. */
  begin(step: ModelStep, left: number): void;
  /** So many things of it are no longer ahead. */
  pass(step: ModelStep, things: number): void;
  /** So many things of it came to nothing: what they cost is neither done nor ahead. */
  skip(step: ModelStep, things: number): void;
  /** Tokens that the plan names for so many things of it. */
  of(step: ModelStep, things: number): number;
  /** Where a run stands in this step. */
  at(step: ModelStep): PlanPlace;
}

/** Where a run stands in its plan. */
export interface PlanPlace {
  /** Of this step and of those after it. */
  readonly left: readonly StepLoad[];
  /** Tokens that are done. A step may find more to do than was planned: then they stand still rather than going back. */
  readonly done: number;
  /** Tokens of the whole plan. */
  readonly all: number;
}

type StepLoad = TokenLoad & Pick<PlanPart, 'step'>;

/** A step's things: those that it had when it first began, or later where these were more, and those that are ahead. */
interface Begun {
  readonly whole: number;
  readonly left: number;
}

const UNTOUCHED: Begun = { whole: 1, left: 1 };
const ORDER: readonly ModelStep[] = ['reading', 'resolution', 'descriptions', 'reports'];

/** `earlier`: tokens that a run which goes on has done since a person began it, beside these parts. */
export function planTokens(parts: readonly PlanPart[], earlier: number): PlanTokens {
  const begun = new Map<ModelStep, Begun>();
  let inVain = 0;
  let done = earlier;
  const thingsOf = (step: ModelStep): Begun => begun.get(step) ?? UNTOUCHED;
  const of = (step: ModelStep, things: number): number => {
    const { whole } = thingsOf(step);
    return whole === 0 ? 0 : (sumTokens(parts.filter((part) => part.step === step)) * things) / whole;
  };
  const pass = (step: ModelStep, things: number): void => {
    const { whole, left } = thingsOf(step);
    begun.set(step, { whole, left: left - things });
  };
  return {
    begin: (step, left) => void begun.set(step, { whole: Math.max(left, begun.get(step)?.whole ?? 0), left }),
    pass,
    skip: (step, things) => {
      pass(step, things);
      inVain += of(step, things);
    },
    of,
    at: (step) => {
      const left = parts
        .filter((part) => ORDER.indexOf(part.step) >= ORDER.indexOf(step))
        .map((part) => loadLeft(part, thingsOf(part.step)));
      const all = earlier + sumTokens(parts) - inVain;
      done = Math.max(done, all - sumTokens(left));
      return { left, done, all };
    },
  };
}

function loadLeft({ step, promptTokens, replyTokens }: PlanPart, { whole, left }: Begun): StepLoad {
  const share = whole === 0 ? 0 : left / whole;
  return { step, promptTokens: promptTokens * share, replyTokens: replyTokens * share };
}

const sumTokens = (loads: readonly TokenLoad[]): number =>
  loads.reduce((sum, { promptTokens, replyTokens }) => sum + promptTokens + replyTokens, 0);
