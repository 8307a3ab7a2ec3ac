import {
  FIRST_PLACE,
  type Conversation,
  type ConversationChange,
  type ConversationItem,
  type KeptTurn,
  type Turn,
} from '../../../core/conversations/conversations';
import { isNumber, isTurn } from '../../../core/conversations/turn-schema';

/** A turn as a record of its own, with the names by which it is found. */
export interface TurnRecord extends KeptTurn {
  readonly conversation: string;
  readonly collection: string;
}

/** A conversation as it was kept before its turns were records, and as saved copies have it: its line of the list and its turns. */
export function splitConversation(whole: Conversation): {
  readonly item: ConversationItem;
  readonly turns: readonly TurnRecord[];
} {
  const { turns, ...head } = whole;
  const names = { conversation: head.id, collection: head.collection };
  return {
    item: { ...head, modes: turns.reduce(withMode, {}), revision: turns.length },
    turns: turns.map((turn, at) => ({ ...names, turn, place: FIRST_PLACE + at, revision: at + 1 })),
  };
}

/** Derives the line of a conversation from its turns: the first question is its title. Undefined without turns. */
export function itemOf(collection: string, id: string, records: readonly TurnRecord[]): ConversationItem | undefined {
  const whole = records.filter(({ turn, place }) => isTurn(turn) && isNumber(place));
  const [first] = whole.toSorted((one, other) => one.place - other.place);
  if (!first) return undefined;
  const asked = whole.map(({ turn }) => turn.asked);
  return {
    ...{ id, collection, title: first.turn.question },
    ...{ created: Math.min(...asked), updated: Math.max(...asked) },
    modes: whole.map(({ turn }) => turn).reduce(withMode, {}),
    revision: Math.max(...records.map(({ revision }) => (isNumber(revision) ? revision : 0))),
  };
}

type Modes = ConversationItem['modes'];

const withMode = (modes: Modes, { answer: { mode } }: Turn): Modes => ({ ...modes, [mode]: (modes[mode] ?? 0) + 1 });

function withoutMode(modes: Modes, { answer: { mode } }: Turn): Modes {
  const { [mode]: count = 0, ...others } = modes;
  return count > 1 ? { ...modes, [mode]: count - 1 } : others;
}

/** Records to write when a turn changes: `at` is the place of a new one. */
export function withTurn(
  conversation: ConversationItem,
  before: KeptTurn | undefined,
  turn: Turn,
  { updated = conversation.updated, at }: { readonly updated?: number | undefined; readonly at: number },
): ConversationChange {
  const isSame = before?.turn.answer.mode === turn.answer.mode;
  const others = before && !isSame ? withoutMode(conversation.modes, before.turn) : conversation.modes;
  const modes = isSame ? others : withMode(others, turn);
  const revision = conversation.revision + 1;
  return {
    conversation: { ...conversation, updated, modes, revision },
    kept: { turn, place: before?.place ?? at, revision },
  };
}

/** A place after one and before another, where there are such. */
export function placeBetween(before: number | undefined, after: number | undefined): number {
  if (after === undefined) return before === undefined ? FIRST_PLACE : before + 1;
  return before === undefined ? after - 1 : (before + after) / 2;
}
