import type { SearchIndex } from '../../retrieval/index';
import type { CovariateRow } from '../../tables/tables';
import type { BuiltContext } from '../context/context';
import type { Scope } from '../context/scope';
import type { RunMode, SearchRequest } from '../events';
import type { SearchParameters } from '../../settings/search-parameters';
import type { Question } from '../request/question';
import type { SaveProgress } from '../writer/write-answer';
import type { ModeOutcome, SearchRun } from '../writer/search-run';
import type { DriftSteering } from './drift/state';

/** What a mode retrieves from. */
export interface Retrieval {
  readonly index: SearchIndex;
  readonly claims: readonly CovariateRow[];
  readonly request: SearchRequest;
  readonly question: Question;
  readonly scope: Scope;
  /** Deepest community level. */
  readonly level: number;
}

/** What of its context a mode shows to a person, in this order. */
export type EvidenceKind = 'entities' | 'passages' | 'communities' | 'leads';

/** What goes on beside a mode that writes. */
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
  /** Context within so many estimated tokens, best rows first. */
  readonly retrieve: (retrieval: Retrieval, tokens: number) => readonly BuiltContext[];
  /** Has the model write an answer. Throws ModelError, and the signal's reason when aborted. */
  readonly write: (run: SearchRun, beside: Beside) => Promise<ModeOutcome>;
}
