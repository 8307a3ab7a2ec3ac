import type { AskedFor, SearchRequest } from '../search/events';

/** Questions on their way to an answer, kept where a browser that is killed does not lose them. */
export interface QuestionStore {
  list(collection: string): Promise<readonly WaitingQuestion[]>;
  /** Keeps one if its collection is still there, in one step over all tabs. With the collection, or the conversation, it goes again. */
  keep(question: WaitingQuestion): Promise<void>;
  remove(id: string): Promise<void>;
}

/** A question that waits for its answer. */
export interface WaitingQuestion {
  /** The first of `turns`. */
  readonly id: string;
  readonly collection: string;
  /** The conversation in which it was asked; null where it begins one. */
  readonly conversation: string | null;
  readonly question: string;
  /** The documents that it was asked of; empty for all. */
  readonly documentIds: readonly string[];
  /** Ids of the turns that its answers are to be kept as: more than one where modes are compared. */
  readonly turns: readonly string[];
  /** How it was asked, and which mode was to answer beside the first. */
  readonly request: AskedFor & Pick<SearchRequest, 'besides'>;
  /** When it was asked, in milliseconds since 1970. */
  readonly asked: number;
}
