import type { Message } from '../../message';
import type { PlannedCall } from '../../models/planned-calls';
import type { SearchIndex } from '../../retrieval/index';
import type { Work } from '../../work';
import type { BuiltContext } from '../context/context';
import type { RunMode } from '../request/search-request';
import type { SearchGroup } from '../search-parameters';
import type { SaveProgress } from '../writer/write-answer';
import type { EncoderRun, ModeOutcome, SearchRun, Retrieval } from '../writer/search-run';
import type { Costing } from './estimate';

/** A kind of row that a mode shows to a person. */
export type EvidenceKind = 'entities' | 'passages' | 'communities' | 'summaries' | 'leads';

/** Retrieves from the index, and has a model write from that. */
interface Searcher {
  /** Returns context within so many estimated tokens, best rows first. */
  readonly retrieve: (retrieval: Retrieval, tokens: number) => readonly BuiltContext[];
  /** Has the model write an answer, and saves what was found so far as it goes on. Throws ModelError, and the signal's reason when aborted. */
  readonly write: (run: SearchRun, keep: SaveProgress) => Promise<ModeOutcome>;
}

/** A way to search, with all facts about it: what it retrieves, what it shows, how a model writes from it, and what that costs. */
export interface Mode extends SearchGroup, Searcher {
  readonly name: RunMode;
  readonly needs: ModeNeeds;
  /** True if it asks the model without any evidence: nothing of the documents is looked for, and nothing is checked against them. */
  readonly withoutDocuments?: true;
  /** Says what it does where no chat model writes; missing where it retrieves in its own way. */
  readonly withoutModel?: Message;
  /** Shown of its context, in this order. */
  readonly shows: readonly EvidenceKind[];
  /** Communities that it shows at most, the best ones; missing: all that it retrieves. */
  readonly communities?: number;
  /** Passages that a reranker reads, the best first; missing: the best by words and meaning. */
  readonly reranks?: (retrieval: Retrieval) => readonly ReadPassage[];
  /** Makes what it retrieves from, in steps, so that the page and other questions go on meanwhile. Kept with the index; missing where nothing is made. */
  readonly ready?: (index: SearchIndex) => Work<void>;
  /**
   * Asks a model before retrieval, such as for keywords. What is retrieved without it stands on the screen meanwhile; what comes of it retrieves
   * and writes in place of the mode, null where it goes on as it is. Throws as `write` does.
   */
  readonly prepare?: (run: SearchRun) => Promise<Searcher | null>;
  /**
   * Chooses passages with small models where no chat model is asked; null where it goes on as it is. Throws ModelError, and the signal's reason
   * when aborted.
   */
  readonly sift?: (run: EncoderRun) => Promise<Searcher['retrieve'] | null>;
  /** Lists the calls that `prepare` and `write` make where no reply fails, the one that writes the answer last. */
  readonly estimate: (costing: Costing) => readonly PlannedCall[];
}

/** A passage as a reranker reads it. */
export interface ReadPassage {
  /** Number of the text unit. */
  readonly slot: number;
  readonly text: string;
}

/** Parts of an index that a mode answers from. */
export interface ModeNeeds {
  /** True if it answers from community reports: of a hosted index more of them are fetched. */
  readonly reports: boolean;
  /** True if it answers from the tree of summaries: of a hosted index those above the found passages are fetched. */
  readonly summaries?: true;
}
