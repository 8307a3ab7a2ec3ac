import type { Page } from '@playwright/test';
import type { Copies } from './collection-acts';
import type { FactChange, Facts } from './facts';

/** State in which an act begins. */
export interface Scene {
  readonly page: Page;
  /** Facts that the screen has shown as kept until now. */
  readonly facts: Facts;
  readonly random: () => number;
  /** A number that no earlier act was given. */
  readonly serial: number;
  /** Files that were exported, to be imported again. */
  readonly copies: Copies;
}

/** One act of a person on the screen, ready to be done. */
export interface PreparedAct {
  /** Change of the facts by its preparation, if any. */
  readonly before?: FactChange;
  /** Change of the facts once the screen has acknowledged it. */
  readonly after: FactChange;
  /** Performs the act. Resolves when the screen acknowledges it. */
  perform(): Promise<void>;
}

/** A kind of act that the screen acknowledges. */
export interface Act {
  readonly name: string;
  /** True where it closes the tab that it is done in. */
  readonly closesTab?: boolean;
  /** Turns to the place of the act. Null where there is nothing to do it to. */
  prepare(scene: Scene): Promise<PreparedAct | null>;
}
