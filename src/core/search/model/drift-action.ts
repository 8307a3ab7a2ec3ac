/**
 * - `waiting`: not asked yet; left like that where the rounds ended before its turn.
 * - `asking`: under way.
 * - `answered`, `nothing found`, `failed`: how it ended.
 * - `stopped`: by a person; nothing below it is asked.
 */
export type ActionState = 'waiting' | 'asking' | 'answered' | 'nothing found' | 'failed' | 'stopped';

/** A question of a DRIFT search and what came of it (GraphRAG's action graph). */
export interface DriftAction {
  /** From 0, the question that the person asked. */
  readonly id: number;
  /** Null for the person's own. */
  readonly parent: number | null;
  /** 0 for the person's own. */
  readonly depth: number;
  readonly question: string;
  readonly state: ActionState;
  /** Of one that was stopped: true where that was while it was being asked. */
  readonly begun?: true;
  /** How soon it is asked, 0 to 1. */
  readonly priority: number;
  /** How much its answer helps, 0 to 100: as the model says, or without one the share of the question that it holds; null where unknown. */
  readonly score: number | null;
  /** Without references; empty without one. */
  readonly answer: string;
  /** Documents whose words its answer was made from. */
  readonly documentIds: readonly string[];
}
