import type { ModelStep, PlanPart } from '../../../index/planning';
import type { QueueEvent } from '../../../models/chat-queue';
import type { ModelRunState } from '../../../ports/index-state';
import type { IndexEvent } from '../../api/indexing';
import type { Pace } from '../asking/chosen-models';
import { sumOrNull } from '../sum-or-null';
import { callSigns } from './call-signs';
import { planTokens } from './plan-tokens';

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
  const plan = planTokens(parts, earlier);
  const signs = callSigns();
  let step: ModelStep = 'reading';
  let done = 0;
  let total = 0;
  /** Things that are done but for those before them. */
  let early = 0;
  const tell = (): void => {
    const place = plan.at(step);
    const seconds = place.left.map((part) => pace.secondsFor(part.step, part));
    emit({
      kind: 'model',
      step,
      done: done + early,
      early,
      total,
      tokensDone: Math.min(place.all, place.done + plan.of(step, early)),
      tokens: place.all,
      secondsLeft: signs.isMute ? null : sumOrNull(seconds),
      words: signs.words,
      waiting: signs.isWaiting,
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
      signs.goOn();
      tell();
    },
    refresh: tell,
    ready: (things) => {
      early += things;
      if (things <= 0) return;
      signs.done();
      tell();
    },
    add: (things) => {
      plan.pass(step, things);
      done += things;
      signs.done();
      tell();
    },
    skip: (things) => {
      plan.skip(step, things);
      tell();
    },
    sign: (event) => {
      if (signs.take(event)) tell();
    },
    wait: (reason) => {
      signs.wait(reason);
      tell();
    },
  };
}
