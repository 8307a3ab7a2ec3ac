import type { DBSchema } from 'idb';
import type { ConversationItem, WaitingQuestion } from '../../../core/conversations/conversations';
import type { CollectionRecord } from '../../../core/ports/collections';
import type { KeptReply } from './record-store';
import type { TurnRecord } from './turn-records';

/** The stores of the browser's database. A change of them is a migration. */
export interface BurrowDatabase extends DBSchema {
  settings: { key: string; value: unknown };
  collections: { key: string; value: CollectionRecord };
  conversations: { key: string; value: ConversationItem; indexes: { collection: string } };
  /** Questions with their answers, by conversation and id. */
  turns: {
    key: [conversation: string, turn: string];
    value: TurnRecord;
    indexes: {
      place: [conversation: string, place: number];
      revision: [conversation: string, revision: number];
      /** Turns that are compared with another one; others have no entry. */
      compared: [conversation: string, comparedWith: string];
      turn: [collection: string, turn: string];
      question: [conversation: string, question: string];
    };
  };
  questions: { key: string; value: WaitingQuestion; indexes: { collection: string } };
  replies: { key: string; value: KeptReply; indexes: { collection: string; owners: string } };
  /** Documents that were deleted, as `collection/document`, so that no call still under way keeps a reply made from them. */
  forgotten: { key: string; value: true };
}
