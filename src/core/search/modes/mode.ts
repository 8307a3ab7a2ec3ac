import type { RunMode } from '../request/search-request';
import type { BuiltContext } from '../context/context';
import type { SearchParameters } from '../search-parameters';
import type { SaveProgress } from '../writer/write-answer';
import type { ModeOutcome, SearchRun, Retrieval } from '../writer/search-run';
import type { DriftSteering } from './drift/state';

/** Kind of evidence that a mode shows to a person, in this order. */
export type EvidenceKind = 'entities' | 'passages' | 'communities' | 'leads';

/** Controls of a mode while it writes. */
export interface Beside {
  /** May change while it writes. */
  readonly steering: DriftSteering;
  /** Keeps what was found so far. */
  readonly keep: SaveProgress;
}

/** A way to search: what it retrieves, what it shows, and how a model writes from it. */
export interface Mode {
  readonly name: RunMode;
  readonly parameters: SearchParameters;
  readonly shows: readonly EvidenceKind[];
  /** Most communities that it shows, the best ones; missing: all that it retrieves. */
  readonly communities?: number;
  /** Context within so many estimated tokens, best rows first. */
  readonly retrieve: (retrieval: Retrieval, tokens: number) => readonly BuiltContext[];
  /** Lets the model write an answer. Throws ModelError, and the signal's reason when aborted. */
  readonly write: (run: SearchRun, beside: Beside) => Promise<ModeOutcome>;
}
