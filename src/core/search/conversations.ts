import type { Answer, FollowUps } from './answer/answer';
import type { AskedFor, SearchRequest } from './request/search-request';

/** Conversations, kept per collection in IndexedDB. */
export interface ConversationStore {
  list(collection: string): Promise<readonly Conversation[]>;
  get(id: string): Promise<Conversation | undefined>;
  put(conversation: Conversation): Promise<void>;
  /** Puts a new one if its collection is still there, in one step over all tabs; false where it is not. */
  begin(conversation: Conversation): Promise<boolean>;
  /**
   * Puts what `change` makes of the kept one, in one step over all tabs, and resolves with it. Null leaves all as it is, and so does a
   * conversation that is not there.
   */
  change(id: string, change: (kept: Conversation) => Conversation | null): Promise<Conversation | null>;
  remove(id: string): Promise<void>;
}

/** Questions and answers about one collection. */
export interface Conversation {
  readonly id: string;
  readonly collection: string;
  readonly title: string;
  readonly created: number;
  readonly updated: number;
  /** Questions with their answers, oldest first. */
  readonly turns: readonly Turn[];
}

/** A question with its answer. */
export interface Turn {
  readonly id: string;
  readonly question: string;
  readonly asked: number;
  /** Ids of the documents that alone were asked; missing when all of them were. */
  readonly scope?: readonly string[];
  /** How it was asked; missing in turns of earlier versions. */
  readonly request?: AskedFor;
  /** The turn beside which it is shown: the same question, asked another way. */
  readonly comparedWith?: string;
  readonly answer: Answer;
  /** True while the answer arrives, and for good where the page or the engine ended before it did. */
  readonly unfinished?: true;
  /** What one might ask next; missing where nothing was proposed. */
  readonly followUps?: FollowUps;
}

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
