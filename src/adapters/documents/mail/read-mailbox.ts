import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { Members, ReadResult } from '../../../core/ports/documents';
import type { OpenSource } from '../format-reader';
import { LIMITS } from '../limits';

/** The line before each message, at the beginning or behind an empty line. */
const SEPARATOR = /(?<=^|\n\r?\n)From \S.*\d\d:\d\d.*\d{4}.*\r?\n/gu;

/** Reads a mailbox (mbox): each message is a file of its own. */
export function readMailbox(source: OpenSource): ReadResult {
  const text = new TextDecoder('latin1').decode(source.bytes);
  const starts = Array.from(text.matchAll(SEPARATOR), ({ index, 0: line }) => ({ index, from: index + line.length }));
  if (starts.length === 0)
    throw new ParseError(message`It is no mailbox: no message begins in it. Export it again from the mail program.`);
  if (starts.length > LIMITS.messages)
    throw new ParseError(message`It holds more than ${LIMITS.messages} messages. Split it up.`);
  const width = String(starts.length).length;
  const members: Members['members'] = starts.map(({ from }, at) => ({
    path: `${String(at + 1).padStart(width, '0')}.eml`,
    bytes: bytesOf(text.slice(from, starts[at + 1]?.index)),
  }));
  return { kind: 'archive', members, refused: [] };
}

/** A message with its lines as they were written: the mailbox marks those that look like a separator. */
const bytesOf = (raw: string): Uint8Array => {
  const text = raw.replace(/^>(?=>*From )/gmu, '');
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
};
