/** A run of a language model over a collection: its work and its spending, step by step. */
export interface RunRecord {
  /** Time at which a person began it, in milliseconds since 1970. No other record has the same. */
  readonly begunAt: number;
  /** Time of its last commit, in milliseconds since 1970. */
  readonly endedAt: number;
  /** `failed` where it ended early by itself. */
  readonly outcome: 'running' | 'paused' | 'stopped' | 'failed' | 'done';
  /** Names for people of the models that were asked. */
  readonly models: readonly string[];
  /** Documents of the collection at its last commit. */
  readonly documents: number;
  /** Names of the steps that a person left out. */
  readonly skipSteps: readonly string[];
  /** By the name of the step. Steps of the plan are there before they begin. */
  readonly steps: Readonly<Record<string, StepRecord>>;
}

/** Work of one step of a run, added up over pauses and reloads. */
export interface StepRecord extends StepTime {
  /** Items of the plan, which may be an estimate. */
  readonly planned: number;
  /** Items without a usable reply. */
  readonly failed: number;
  /** Calls that were sent, and their tokens. */
  readonly spent: ModelSpending;
  /** Calls that a kept reply answered, which cost nothing. */
  readonly answered: number;
  /** Rows and records that were kept, by kind. */
  readonly kept: Counts;
  /** Records and items that were rejected, by reason. */
  readonly rejected: Counts;
  /** Repairs of replies, by kind. */
  readonly repaired: Counts;
  /** Replies of no use, and calls that were aborted and sent again. */
  readonly retries: number;
}

/** Items of a step, and the time that they took. */
export interface StepTime {
  /** Items that were made. */
  readonly made: number;
  /** Seconds of work, without pauses. */
  readonly seconds: number;
}

/** Cost of calls of a language model. */
export interface ModelSpending {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Seconds inside calls, added up over calls that ran at the same time. */
  readonly seconds: number;
}

type Counts = Readonly<Record<string, number>>;

/** A record that still grows: outcome and choices stand with the run. */
export type OpenRunRecord = Omit<RunRecord, 'outcome' | 'skipSteps'>;
