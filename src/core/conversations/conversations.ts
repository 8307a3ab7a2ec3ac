import type { Answer, FollowUps } from '../search/answer/answer';
import type { AskedFor, RunMode, SearchRequest } from '../search/request/search-request';

/** Conversations, kept per collection in IndexedDB: each turn is a record of its own, so that a question costs the same after five hundred. */
export interface ConversationStore {
  /** Lists the conversations of a collection, without their turns; the one changed last comes first. */
  list(collection: string): Promise<readonly ConversationItem[]>;
  /** Turns of a conversation that were written after a revision, at most `most` of them, those written first. */
  turns(conversation: string, after: number, most: number): Promise<readonly KeptTurn[]>;
  /** The turns of these ids that are kept, in whichever conversations of a collection. */
  findTurns(collection: string, ids: readonly string[]): Promise<readonly FoundTurn[]>;
  /** A turn and those before it, at most `most` together, oldest first; none where it is not there. */
  turnsUntil(conversation: string, id: string, most: number): Promise<readonly Turn[]>;
  /** Filters questions to those that were asked in a conversation. */
  asked(conversation: string, questions: readonly string[]): Promise<readonly string[]>;
  /** Writes a conversation with all its turns. */
  put(conversation: Conversation): Promise<void>;
  /** Writes a new one if its collection still exists, in one step over all tabs; null where it does not. */
  begin(conversation: Conversation): Promise<ConversationItem | null>;
  /**
   * Writes the result of `change` on a turn, in one step over all tabs. A new turn goes before the one that is compared
   * with it, else to the end. Null changes nothing, and so does a missing conversation.
   */
  changeTurn(
    conversation: string,
    id: string,
    change: (before: Turn | undefined) => Turn | null,
    updated?: number,
  ): Promise<ConversationChange | null>;
  /**
   * Writes the results of `change` on the turns that were written after a revision; the same object leaves a turn as it
   * is.
   */
  changeTurns(conversation: string, after: number, change: (turn: Turn) => Turn): Promise<void>;
  rename(id: string, title: string): Promise<void>;
  remove(id: string): Promise<void>;
}

interface ConversationHead {
  readonly id: string;
  readonly collection: string;
  readonly title: string;
  readonly created: number;
  readonly updated: number;
}

/** A conversation as a line of the list. */
export interface ConversationItem extends ConversationHead {
  /** The modes that answered, with the number of their turns. */
  readonly modes: Readonly<Partial<Record<RunMode, number>>>;
  /** Grows with each change of a turn. */
  readonly revision: number;
}

/** Questions and answers about one collection. */
export interface Conversation extends ConversationHead {
  /** Questions with their answers, oldest first. */
  readonly turns: readonly Turn[];
}

/** A turn as it is kept. */
export interface KeptTurn {
  readonly turn: Turn;
  /** Orders the turns of a conversation. */
  readonly place: number;
  /** The revision of the conversation with which it was written. */
  readonly revision: number;
}

/** A turn that was found by its id. */
interface FoundTurn {
  readonly conversation: string;
  readonly turn: Turn;
}

/** A turn that was written, and the conversation since then. */
export interface ConversationChange {
  readonly conversation: ConversationItem;
  readonly kept: KeptTurn;
}

/** The place of the first turn of a conversation. */
export const FIRST_PLACE = 1;

/** Turns that are read at a time. */
export const TURNS_AT_A_TIME = 20;

/** The turns of a conversation that were written after a revision, in portions. */
export async function* readTurns(
  store: Pick<ConversationStore, 'turns'>,
  conversation: string,
  after = 0,
): AsyncGenerator<readonly KeptTurn[]> {
  let last = after;
  for (;;) {
    const portion = await store.turns(conversation, last, TURNS_AT_A_TIME);
    if (portion.length > 0) yield portion;
    if (portion.length < TURNS_AT_A_TIME) return;
    last = portion.at(-1)?.revision ?? last;
  }
}

/** The turns of a conversation after some of them were written, in their order. */
export function mergeTurns(before: readonly KeptTurn[], written: readonly KeptTurn[]): readonly KeptTurn[] {
  const byId = new Map([...before, ...written].map((one) => [one.turn.id, one]));
  return [...byId.values()].sort((one, other) => one.place - other.place);
}

/** All conversations of a collection with their turns, the one changed last first. */
export async function wholeConversations(
  store: Pick<ConversationStore, 'list' | 'turns'>,
  collection: string,
): Promise<readonly Conversation[]> {
  const whole: Conversation[] = [];
  for (const { modes: _modes, revision: _revision, ...head } of await store.list(collection)) {
    const kept: KeptTurn[] = [];
    for await (const portion of readTurns(store, head.id)) kept.push(...portion);
    whole.push({ ...head, turns: mergeTurns([], kept).map(({ turn }) => turn) });
  }
  return whole;
}

/** A question with its answer. */
export interface Turn {
  readonly id: string;
  readonly question: string;
  readonly asked: number;
  /** Ids of the documents that alone were asked; missing when all of them were. */
  readonly scope?: readonly string[];
  /** Settings of the question. Missing where they were those of an empty box. */
  readonly request?: AskedFor;
  /** The turn beside which it is shown: the same question, asked another way. */
  readonly comparedWith?: string;
  readonly answer: Answer;
  /** True while the answer arrives, and for good where the page or the engine ended before it did. */
  readonly unfinished?: true;
  /** Proposals for the next question; missing where there were none. */
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
  /** Settings of the question, with the mode that is to answer beside the first. */
  readonly request: AskedFor & Pick<SearchRequest, 'besides'>;
  /** Time of the question, in milliseconds since 1970. */
  readonly asked: number;
}
