import type { RunMode } from '../request/search-request';
import type { BuiltContext } from '../context/context';
import type { SearchParameters } from '../search-parameters';
import type { SaveProgress } from '../writer/write-answer';
import type { ModeOutcome, SearchRun, Retrieval } from '../writer/search-run';
import type { DriftSteering } from './drift/state';

/** What of its context a mode shows to a person, in this order. */
export type EvidenceKind = 'entities' | 'passages' | 'communities' | 'leads';

/** What goes on beside a mode that writes. */
interface Beside {
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
  /** How many communities it shows at most, the best ones; missing: all that it retrieves. */
  readonly communities?: number;
  /** Context within so many estimated tokens, best rows first. */
  readonly retrieve: (retrieval: Retrieval, tokens: number) => readonly BuiltContext[];
  /** Has the model write an answer. Throws ModelError, and the signal's reason when aborted. */
  readonly write: (run: SearchRun, beside: Beside) => Promise<ModeOutcome>;
}
