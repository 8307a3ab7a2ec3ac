import type { ModelStep, PlanPart } from '../../../index/model/plan-part';
import type { TokenLoad } from '../../../models/speed';
import type { QueueEvent } from '../../../models/chat-queue';
import type { ModelRunState } from '../../../ports/index-state';
import type { IndexEvent } from '../../api/indexing';
import type { Pace } from '../asking/chosen-models';

/** Tells a person how far a run is: by tokens, since passages and reports cost differently. */
export interface ModelProgress {
  /** A step begins with so many things, some of them done earlier. */
  begin(step: ModelStep, left: number, done?: number): void;
  /** So many more things are done. */
  add(things: number): void;
  /** So many things are done but for those before them: shown, and not yet kept as done. Below 0 where they are to be added. */
  ready(things: number): void;
  /** What the run has spent or found is to be told. */
  refresh(): void;
  /** So many things came to nothing: what they cost does not count as done, and they are no longer ahead. */
  skip(things: number): void;
  /** Tokens of the plan that are done by now, since a person began the run. */
  readonly tokensDone: number;
  /** What happens before a reply. */
  sign(event: QueueEvent): void;
  /** It waits for its model, for the reason given. */
  wait(reason: string): void;
}

/** What progress is reckoned from, and where it is told. */
export interface ProgressSources {
  readonly emit: (event: IndexEvent) => void;
  readonly parts: readonly PlanPart[];
  readonly pace: Pick<Pace, 'secondsFor'>;
  /** Tokens of its plan that a run which goes on has done since a person began it. */
  readonly earlier: number;
  readonly state: () => ModelRunState | undefined;
}

/** Tells the progress of one run, measured by the tokens of its plan. */
export function modelProgress({ emit, parts, pace, earlier, state }: ProgressSources): ModelProgress {
  let step: ModelStep = 'reading';
  let done = 0;
  let total = 0;
  /** Steps that have begun: a run whose model was away begins them once more, with what is left of them. */
  const begun = new Map<ModelStep, Begun>();
  /** Tokens of the plan that came to nothing. */
  let inVain = 0;
  let words = '';
  let waiting = false;
  /** Nothing comes at the moment: how long it will take is not known. */
  let silent = false;
  /** Some call wrote since the last sign that another one was silent: of several at a time only some may be. */
  let lively = false;
  let furthest = earlier;
  let readied = 0;
  const tell = (): void => {
    const remaining = remainingParts(parts, step, begun);
    const all = earlier + sumTokens(parts) - inVain;
    // A step may find more to do than was planned: then it stands still rather than going back.
    furthest = Math.max(furthest, all - sumTokens(remaining));
    const seconds = remaining.map((part) => pace.secondsFor(part.step, part));
    emit({
      kind: 'model',
      step,
      done: done + readied,
      total,
      tokensDone: Math.min(all, furthest + tokensFor(readied)),
      tokens: all,
      secondsLeft: waiting || silent ? null : sumOrNull(seconds),
      words,
      waiting,
      run: state() ?? null,
    });
  };
  const tokensFor = (things: number): number => {
    const { whole } = begun.get(step) ?? UNTOUCHED;
    return whole === 0 ? 0 : (sumTokens(parts.filter((part) => part.step === step)) * things) / whole;
  };
  /** So many things of this step are no longer ahead; tells which share of the step they are. */
  const pass = (things: number): number => {
    const { whole, left } = begun.get(step) ?? UNTOUCHED;
    begun.set(step, { whole, left: left - things });
    return whole === 0 ? 0 : things / whole;
  };
  /** Asked again after a refusal it has said nothing yet; only what it writes tells that it goes on. */
  const isSilent = (event: QueueEvent): boolean => {
    if (event.kind === 'delta') return false;
    return silent || event.kind === 'restart' || (isQuiet(event) && !lively);
  };
  return {
    get tokensDone() {
      return Math.round(furthest);
    },
    begin: (next, more, before = 0) => {
      [step, done, total] = [next, before, before + more];
      begun.set(step, { whole: Math.max(more, begun.get(step)?.whole ?? 0), left: more });
      readied = 0;
      waiting = false;
      tell();
    },
    refresh: tell,
    ready: (things) => {
      readied += things;
      if (things <= 0) return;
      words = '';
      waiting = silent = false;
      tell();
    },
    add: (things) => {
      pass(things);
      done += things;
      words = '';
      waiting = silent = false;
      tell();
    },
    skip: (things) => {
      inVain += sumTokens(parts.filter((part) => part.step === step)) * pass(things);
      tell();
    },
    sign: (event) => {
      const said = wordsOf(event);
      const before = silent;
      silent = isSilent(event);
      lively = event.kind === 'delta' || (lively && !isQuiet(event));
      if (said === undefined || (said === words && silent === before)) return;
      words = said;
      waiting = false;
      tell();
    },
    wait: (reason) => {
      words = reason;
      waiting = silent = true;
      tell();
    },
  };
}

const sumOrNull = (numbers: readonly (number | null)[]): number | null =>
  numbers.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);

const sumTokens = (loads: readonly TokenLoad[]): number => loads.reduce((sum, load) => sum + tokensOf(load), 0);

const tokensOf = ({ promptTokens, replyTokens }: TokenLoad): number => promptTokens + replyTokens;

const ORDER: readonly ModelStep[] = ['reading', 'resolution', 'descriptions', 'reports'];

/** A step's things: those that it had when it first began, or later where these were more, and those that are ahead. */
interface Begun {
  readonly whole: number;
  readonly left: number;
}

/** What is left to do of this step, which need not be among those planned, and of those after it. */
function remainingParts(
  parts: readonly PlanPart[],
  step: ModelStep,
  begun: ReadonlyMap<ModelStep, Begun>,
): readonly (TokenLoad & Pick<PlanPart, 'step'>)[] {
  const at = ORDER.indexOf(step);
  return parts
    .filter((part) => ORDER.indexOf(part.step) >= at)
    .map((part) => {
      const { whole, left } = begun.get(part.step) ?? UNTOUCHED;
      const share = whole === 0 ? 0 : left / whole;
      return { step: part.step, promptTokens: part.promptTokens * share, replyTokens: part.replyTokens * share };
    });
}

const UNTOUCHED: Begun = { whole: 1, left: 1 };

const isQuiet = (event: QueueEvent): boolean => event.kind === 'working' && event.silent === true;

/** Undefined for what is no news to a person. */
function wordsOf(event: QueueEvent): string | undefined {
  switch (event.kind) {
    case 'loading':
      return event.progress.words;
    case 'waiting':
      return 'Waiting: a question goes first.';
    case 'working':
      return event.words;
    case 'restart':
      return event.reason;
    case 'delta':
      return '';
    default:
      return undefined;
  }
}
