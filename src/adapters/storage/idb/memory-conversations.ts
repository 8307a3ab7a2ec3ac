import {
  mergeTurns,
  type ConversationChange,
  type ConversationItem,
  type ConversationStore,
  type KeptTurn,
  type Turn,
  type WaitingQuestion,
} from '../../../core/conversations/conversations';
import { askedIn, lastChangedFirst } from './record-store';
import { placeBetween, splitConversation, withTurn } from './turn-records';

interface MemoryConversations extends ConversationStore {
  /** Removes all of a collection. */
  removeOf(collection: string): void;
}

interface Kept {
  readonly item: ConversationItem;
  /** By id. */
  readonly turns: Map<string, KeptTurn>;
}

/** Conversations in the memory of this thread, with the same rules as in IndexedDB. */
export function memoryConversations(
  isThere: (collection: string) => boolean,
  questions: { drop(matches: (question: WaitingQuestion) => boolean): void },
): MemoryConversations {
  const kept = new Map<string, Kept>();
  const of = (collection: string): Kept[] => [...kept.values()].filter(({ item }) => item.collection === collection);
  const written = (id: string, after: number): readonly KeptTurn[] =>
    [...(kept.get(id)?.turns.values() ?? [])]
      .filter(({ revision }) => revision > after)
      .sort((one, other) => one.revision - other.revision);
  const put: ConversationStore['put'] = async (conversation) => {
    const { item, turns } = splitConversation(structuredClone(conversation));
    kept.set(item.id, { item, turns: new Map(turns.map((one) => [one.turn.id, keptOf(one)])) });
  };
  const write = (id: string, turn: Turn, updated?: number): ConversationChange | null => {
    const before = kept.get(id);
    if (!before) return null;
    const at = placeFor(turn, mergeTurns([], [...before.turns.values()]));
    const change = structuredClone(withTurn(before.item, before.turns.get(turn.id), turn, { updated, at }));
    before.turns.set(turn.id, change.kept);
    kept.set(id, { ...before, item: change.conversation });
    return structuredClone(change);
  };
  return {
    list: async (collection) => structuredClone(of(collection).map(({ item }) => item)).sort(lastChangedFirst),
    turns: async (id, after, most) => structuredClone(written(id, after).slice(0, most)),
    findTurns: async (collection, ids) =>
      of(collection).flatMap(({ item, turns }) =>
        ids.flatMap((id) => {
          const found = turns.get(id);
          return found ? [{ conversation: item.id, turn: structuredClone(found.turn) }] : [];
        }),
      ),
    turnsUntil: async (id, turnId, most) => {
      const turns = mergeTurns([], [...(kept.get(id)?.turns.values() ?? [])]);
      const end = turns.findIndex(({ turn }) => turn.id === turnId) + 1;
      return structuredClone(turns.slice(Math.max(0, end - most), end).map(({ turn }) => turn));
    },
    asked: async (id, questions) => {
      const asked = new Set([...(kept.get(id)?.turns.values() ?? [])].map(({ turn }) => turn.question));
      return questions.filter((question) => asked.has(question));
    },
    put,
    begin: async (conversation) => {
      if (!isThere(conversation.collection)) return null;
      await put(conversation);
      return structuredClone(kept.get(conversation.id)?.item ?? null);
    },
    changeTurn: async (id, turnId, change, updated) => {
      const before = kept.get(id)?.turns.get(turnId)?.turn;
      const next = kept.has(id) ? change(structuredClone(before)) : null;
      return next && write(id, next, updated);
    },
    changeTurns: async (id, after, change) => {
      for (const { turn } of written(id, after)) {
        const before = structuredClone(turn);
        const next = change(before);
        if (next !== before) write(id, next);
      }
    },
    rename: async (id, title) => {
      const one = kept.get(id);
      if (one) kept.set(id, { ...one, item: { ...one.item, title } });
    },
    remove: async (id) => {
      const one = kept.get(id);
      kept.delete(id);
      if (one) questions.drop(askedIn(id, [...one.turns.keys()]));
    },
    removeOf: (collection) => {
      for (const { item } of of(collection)) kept.delete(item.id);
      questions.drop((one) => one.collection === collection);
    },
  };
}

const keptOf = ({ turn, place, revision }: KeptTurn): KeptTurn => ({ turn, place, revision });

/** Before a turn that is compared with it and ended sooner, else at the end. */
function placeFor(turn: Turn, inOrder: readonly KeptTurn[]): number {
  const at = inOrder.findIndex((one) => one.turn.comparedWith === turn.id);
  return at < 0
    ? placeBetween(inOrder.at(-1)?.place, undefined)
    : placeBetween(inOrder[at - 1]?.place, inOrder[at]?.place);
}
