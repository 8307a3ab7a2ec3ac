import { StorageError } from '../../../../core/errors';
import { message } from '../../../../core/message';
import type { Conversation } from '../../../../core/conversations/conversations';
import { readTurn } from '../../../../core/conversations/read-turn';
import { areConversations } from '../../../../core/conversations/turn-schema';
import { notACopy, partOfCopy } from './copy-file';
import { isRecord } from '../../../../core/shapes/read-fields';

const FORMAT = 'burrow-copy';
/** Since version 2 reasons are messages; a string is one. */
const VERSION = 2;
const MAX_NAME = 200;

/** The file that describes a saved copy. */
export function copyHead(name: string, created: number): Uint8Array {
  return toBytes({ format: FORMAT, version: VERSION, name, created });
}

/** Name and time of a saved copy. Throws ParseError for another file, StorageError for a newer one. */
export function parseHead(bytes: Uint8Array): { readonly name: string; readonly created: number } {
  const head = fromBytes(bytes, 'burrow.json');
  if (!isRecord(head) || head['format'] !== FORMAT)
    throw notACopy(message`its title page does not say so`, undefined, 'burrow.json');
  const { version, name, created } = head;
  if (typeof version === 'number' && version > VERSION) {
    throw new StorageError(
      message`This copy was written by a newer Burrow. Reload the page to get it; nothing was added.`,
      {
        traits: ['says what was kept'],
      },
    );
  }
  if (typeof version !== 'number' || version < 1 || typeof name !== 'string' || typeof created !== 'number')
    throw notACopy(message`its title page is damaged`, undefined, 'burrow.json');
  return { name: name.slice(0, MAX_NAME), created };
}

export function conversationsBytes(conversations: readonly Conversation[]): Uint8Array {
  return toBytes(conversations);
}

/** Conversations of a saved copy. Of a damaged turn the question is left. Throws ParseError where they are no list of conversations. */
export function parseConversations(bytes: Uint8Array): readonly Conversation[] {
  const value = fromBytes(bytes, 'conversations.json');
  if (areConversations(value)) return value.map((one) => ({ ...one, turns: one.turns.map(readTurn) }));
  throw notACopy(message`its list of conversations is damaged`, undefined, 'conversations.json');
}

function fromBytes(bytes: Uint8Array, path: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw notACopy(message`${partOfCopy(path)} cannot be read`, cause, path);
  }
}

function toBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
