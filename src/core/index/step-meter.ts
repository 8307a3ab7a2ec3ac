import type { Clock } from '../platform';

/** Work of a step that no commit has counted. */
interface Measured {
  readonly seconds: number;
  readonly answered: number;
}

const NOTHING: Measured = { seconds: 0, answered: 0 };

/** Knows the step in which a run is, and measures its time and its kept replies until a commit counts them. */
export class StepMeter {
  readonly #clock: Pick<Clock, 'now'>;
  #step = '';
  /** Start of the time that is not measured yet, in milliseconds. Null at rest. */
  #since: number | null = null;
  #measured = new Map<string, Measured>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Name of the step. Empty before the first one. */
  get step(): string {
    return this.#step;
  }

  begin(step: string): void {
    this.rest();
    this.#step = step;
    this.#since = this.#clock.now();
  }

  /** Stops the time until a step begins. */
  rest(): void {
    this.#measure();
    this.#since = null;
  }

  /** Counts a call that a kept reply answered. */
  answered(): void {
    this.#add({ ...NOTHING, answered: 1 });
  }

  /** The measured work by step, which is at zero again. Call it once per commit. */
  take(): ReadonlyMap<string, Measured> {
    this.#measure();
    const measured = this.#measured;
    this.#measured = new Map();
    return measured;
  }

  #measure(): void {
    if (this.#since === null) return;
    const now = this.#clock.now();
    this.#add({ ...NOTHING, seconds: Math.max(0, now - this.#since) / 1_000 });
    this.#since = now;
  }

  #add({ seconds, answered }: Measured): void {
    const before = this.#measured.get(this.#step) ?? NOTHING;
    this.#measured.set(this.#step, { seconds: before.seconds + seconds, answered: before.answered + answered });
  }
}
