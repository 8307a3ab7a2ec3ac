import type { Answer, AskedFor, FollowUps } from '../search/events';

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
  removeAll(collection: string): Promise<void>;
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
