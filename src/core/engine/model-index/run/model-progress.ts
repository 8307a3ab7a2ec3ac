import { type Message, isSameMessage, message } from '../../../message';
import type { PlanPart } from '../../../index/planning';
import { readingStep } from '../../../index/model-steps';
import { MODEL_STEPS } from '../../../index/pipeline';
import type { QueueEvent } from '../../../models/queue/chat-queue';
import type { ModelRunState } from '../../../ports/index-state';
import type { IndexEvent } from '../../session/index-events';
import { type Pace, sumOrNull } from '../asking/run-models';
import type { TokenLoad } from '../../../models/speed';

/** Reports the progress of a run to a person: by tokens, since passages and reports cost differently. */
export interface ModelProgress {
  /** A step begins with so many things, some of them done earlier. */
  begin(step: string, left: number, done?: number): void;
  /** So many more things are done. */
  add(things: number): void;
  /**
   * Counts things as ready: done except for others before them, shown, and not yet kept as done. Below 0 where they are
   * to be added.
   */
  ready(things: number): void;
  /** Emits the current spending and findings of the run. */
  refresh(): void;
  /** Counts things without a result: their cost does not count as done, and they are no longer ahead. */
  skip(things: number): void;
  /** Tokens of the plan that are done by now, since a person began the run. */
  readonly tokensDone: number;
  /** Records an event before a reply. */
  sign(event: QueueEvent): void;
  /** Records that the run waits for its model, with the reason. */
  wait(reason: Message): void;
}

/** Inputs of progress, and its listener. */
export interface ProgressSources {
  readonly emit: (event: IndexEvent) => void;
  readonly parts: readonly PlanPart[];
  readonly pace: Pick<Pace, 'secondsFor'>;
  /** Tokens of its plan that a run which continues has done since a person began it. */
  readonly earlier: number;
  readonly state: () => ModelRunState | undefined;
}

/** Reports the progress of one run, measured by the tokens of its plan. */
export function createModelProgress({ emit, parts, pace, earlier, state }: ProgressSources): ModelProgress {
  const plan = createPlanTokens(parts, earlier);
  const calls = createCallProgress();
  let step = readingStep.name;
  let done = 0;
  let total = 0;
  /** Things that are done but for those before them. */
  let early = 0;
  const tell = (): void => {
    const place = plan.at(step);
    const seconds = place.left.map((part) => pace.secondsFor(part.purpose, part));
    emit({
      kind: 'model',
      step,
      title: titleOf(step),
      done: done + early,
      early,
      total,
      tokensDone: Math.min(place.all, place.done + plan.of(step, early)),
      tokens: place.all,
      secondsLeft: calls.isSilent ? null : sumOrNull(seconds),
      words: calls.words,
      waiting: calls.isWaiting,
      run: state() ?? null,
    });
  };
  return {
    get tokensDone() {
      return Math.round(plan.at(step).done);
    },
    begin: (next, left, before = 0) => {
      [step, done, total, early] = [next, before, before + left, 0];
      plan.begin(step, left);
      calls.resume();
      tell();
    },
    refresh: tell,
    ready: (things) => {
      early += things;
      if (things <= 0) return;
      calls.done();
      tell();
    },
    add: (things) => {
      plan.pass(step, things);
      done += things;
      calls.done();
      tell();
    },
    skip: (things) => {
      plan.skip(step, things);
      tell();
    },
    sign: (event) => {
      if (calls.take(event)) tell();
    },
    wait: (reason) => {
      calls.wait(reason);
      tell();
    },
  };
}

/** Progress of a run in the tokens of its plan, estimated from the finished things of each step. */
interface PlanTokens {
  /** A step begins with so many things; one that begins once more, since its model was away, with what is left of it. */
  begin(step: string, left: number): void;
  /** So many things of it are no longer ahead. */
  pass(step: string, things: number): void;
  /** So many things of it came to nothing: what they cost is neither done nor ahead. */
  skip(step: string, things: number): void;
  /** Tokens that the plan names for so many things of it. */
  of(step: string, things: number): number;
  /** Returns the place of a run that is in this step. */
  at(step: string): PlanPlace;
}

/** Place of a run in its plan. */
interface PlanPlace {
  /** Loads of this step and of those after it. */
  readonly left: readonly StepLoad[];
  /** Tokens that are done. A step may find more to do than was planned: then they stop rather than going back. */
  readonly done: number;
  /** Tokens of the whole plan. */
  readonly all: number;
}

type StepLoad = TokenLoad & Pick<PlanPart, 'step' | 'purpose'>;

/** A step's things: those that it had when it first began, or later where these were more, and those that are ahead. */
interface Begun {
  readonly whole: number;
  readonly left: number;
}

const UNTOUCHED: Begun = { whole: 1, left: 1 };
const ORDER: readonly string[] = MODEL_STEPS.map(({ name }) => name);

const titleOf = (step: string): string => MODEL_STEPS.find(({ name }) => name === step)?.title ?? step;

/** `earlier`: tokens that a run which continues has done since a person began it, beside these parts. */
function createPlanTokens(parts: readonly PlanPart[], earlier: number): PlanTokens {
  const begun = new Map<string, Begun>();
  let failedTokens = 0;
  let done = earlier;
  const thingsOf = (step: string): Begun => begun.get(step) ?? UNTOUCHED;
  const of = (step: string, things: number): number => {
    const { whole } = thingsOf(step);
    return whole === 0 ? 0 : (sumTokens(parts.filter((part) => part.step === step)) * things) / whole;
  };
  const pass = (step: string, things: number): void => {
    const { whole, left } = thingsOf(step);
    begun.set(step, { whole, left: left - things });
  };
  return {
    begin: (step, left) => void begun.set(step, { whole: Math.max(left, begun.get(step)?.whole ?? 0), left }),
    pass,
    skip: (step, things) => {
      pass(step, things);
      failedTokens += of(step, things);
    },
    of,
    at: (step) => {
      const left = parts
        .filter((part) => ORDER.indexOf(part.step) >= ORDER.indexOf(step))
        .map((part) => loadLeft(part, thingsOf(part.step)));
      const all = earlier + sumTokens(parts) - failedTokens;
      done = Math.max(done, all - sumTokens(left));
      return { left, done, all };
    },
  };
}

function loadLeft({ step, purpose, promptTokens, replyTokens }: PlanPart, { whole, left }: Begun): StepLoad {
  const share = whole === 0 ? 0 : left / whole;
  return { step, purpose, promptTokens: promptTokens * share, replyTokens: replyTokens * share };
}

const sumTokens = (loads: readonly TokenLoad[]): number =>
  loads.reduce((sum, { promptTokens, replyTokens }) => sum + promptTokens + replyTokens, 0);

/** State of the calls of a run while no reply is there yet. */
interface CallProgress {
  /** Reason for waiting, in words; empty while replies come. */
  readonly words: Message;
  /** True if the run waits for its model, rather than a call for its reply. */
  readonly isWaiting: boolean;
  /** True if nothing comes at the moment, so that the remaining time is unknown. */
  readonly isSilent: boolean;
  /** Takes what happens before a reply; whether that is news to a person. */
  take(event: QueueEvent): boolean;
  /** The run waits for its model, for the reason given. */
  wait(reason: Message): void;
  /** The run no longer waits: it begins a step. */
  resume(): void;
  /** Records a finished call. */
  done(): void;
}

function createCallProgress(): CallProgress {
  let words: Message = '';
  let waiting = false;
  let silent = false;
  /** Some call wrote since the last sign that another one was silent: of several at a time only some may be. */
  let isWriting = false;
  /** Checks if the model is silent. After a refusal and another try, only its words show that it continues. */
  const isSilent = (event: QueueEvent): boolean => {
    if (event.kind === 'delta') return false;
    return silent || event.kind === 'restart' || (isQuiet(event) && !isWriting);
  };
  return {
    get words() {
      return words;
    },
    get isWaiting() {
      return waiting;
    },
    get isSilent() {
      return waiting || silent;
    },
    take: (event) => {
      const next = wordsOf(event);
      const before = silent;
      silent = isSilent(event);
      isWriting = event.kind === 'delta' || (isWriting && !isQuiet(event));
      if (next === undefined || (isSameMessage(next, words) && silent === before)) return false;
      words = next;
      waiting = false;
      return true;
    },
    wait: (reason) => {
      words = reason;
      waiting = silent = true;
    },
    resume: () => void (waiting = false),
    done: () => {
      words = '';
      waiting = silent = false;
    },
  };
}

const isQuiet = (event: QueueEvent): boolean => event.kind === 'working' && event.silent === true;

/** Undefined for what is no news to a person. */
function wordsOf(event: QueueEvent): Message | undefined {
  switch (event.kind) {
    case 'loading':
      return event.progress.words;
    case 'waiting':
      return message`Waiting: a question goes first.`;
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
