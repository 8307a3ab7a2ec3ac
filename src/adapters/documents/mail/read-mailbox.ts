import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { Members, ReadResult } from '../../../core/ports/documents';
import type { OpenSource } from '../format-reader';
import { LIMITS } from '../limits';

interface MessagePlace {
  /** Offset of the line before the message. */
  readonly index: number;
  /** Offset of the message itself. */
  readonly from: number;
}

/** Letters of a line up to which it is looked at. */
const REACH = 200;

/** Finds the lines before messages: at the beginning or behind an empty line, with a time and then a year. */
function* placesIn(text: string): Generator<MessagePlace> {
  for (const { index } of text.matchAll(/^From (?=\S)/gmu)) {
    const end = text.indexOf('\n', index);
    if (end < 0 || !/^$|\n\r?\n$/u.test(text.slice(Math.max(0, index - 3), index))) continue;
    const line = text.slice(index, Math.min(end, index + REACH));
    const time = line.search(/\d\d:\d\d/u);
    if (time >= 0 && /\d{4}/u.test(line.slice(time + 5))) yield { index, from: end + 1 };
  }
}

/** Reads a mailbox (mbox): each message is a file of its own. */
export function readMailbox(source: OpenSource): ReadResult {
  const text = new TextDecoder('latin1').decode(source.bytes);
  const starts = Array.from(placesIn(text));
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
