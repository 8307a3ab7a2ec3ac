import type { Values } from '../../parameters';
import type { RunMode, SearchMode } from './mode-names';

export type { RunMode, SearchMode } from './mode-names';

/** A question and how it is to be answered. */
export interface SearchRequest {
  readonly question: string;
  readonly mode: SearchMode;
  /** Only these documents, when given and not empty. */
  readonly documentIds?: readonly string[];
  /** Documents whose deletion can still be undone: nothing of them is found. */
  readonly leftOut?: readonly string[];
  readonly filters?: SearchFilters;
  /** Earlier turns of the conversation, newest first. */
  readonly history?: readonly EarlierTurn[];
  /**
   * Author of the answer: the chosen model where there is one (the default), or nobody, so that the evidence stands
   * alone.
   */
  readonly method?: 'model' | 'evidence';
  /** Values that differ from the modes' defaults. */
  readonly parameters?: SearchValues;
  /** Questions of a DRIFT search that a person wants asked, or not asked. */
  readonly drift?: { readonly pursued: readonly string[]; readonly stopped: readonly string[] };
  /** Asks the model whatever replies are kept; a number that no earlier question had, since it chooses other words. */
  readonly anew?: number;
  /** Names this search while it runs, so that it can be steered. */
  readonly id?: string;
  /** A running search to compare with: a model that answers one question at a time takes that one first. */
  readonly after?: string;
  /** The mode of the answer beside this one: Auto chooses another. */
  readonly besides?: SearchMode;
}

/** Filters of passages, besides the chosen documents. */
export interface SearchFilters {
  /** Only passages that mention all of these. */
  readonly entityIds?: readonly string[];
  /** Only passages that name a year between these, both included. */
  readonly years?: { readonly from?: number; readonly to?: number };
}

/** Choices of a person besides the question, as they are kept. */
export type AskedFor = Pick<SearchRequest, 'mode' | 'method' | 'parameters' | 'drift' | 'filters'>;

/** Earlier turns that may go with a question. */
export const MOST_HISTORY = 10;

/** A question of the conversation and what was answered. */
export interface EarlierTurn {
  readonly question: string;
  readonly answer: string;
  /** Documents whose words are in the answer. */
  readonly documentIds?: readonly string[];
}

/** By name of the mode, or `answers`; what is missing has its default. */
export type SearchValues = Readonly<Partial<Record<RunMode | 'answers', Values>>>;
