import type { ChatReply } from '../../models/chat-model';
import { parseReply } from '../../shapes/parse-reply';
import type { Repair } from '../../shapes/repairs';
import type { LinesShape, ShapeValue } from '../../shapes/shape';

/** The lines of a reply, and what had to be forgiven. */
export interface ReadReply<S extends LinesShape> {
  readonly lines: ShapeValue<S>;
  readonly repairs: readonly Repair[];
}

/** The whole lines of a reply; of one that was cut at its limit the last one is left out, and counted as a repair. Throws ParseError. */
export function readReply<S extends LinesShape>(shape: S, { text, finish }: ChatReply): ReadReply<S> {
  const { value, repairs } = parseReply(shape, finish === 'length' ? wholeOf(text) : text);
  return { lines: value, repairs: finish === 'length' ? [...repairs, 'cut'] : repairs };
}

/** What of a cut reply is whole: JSON to the end of its last record, lines to the last line end. */
export function wholeOf(text: string): string {
  const isJson = /^\s*(?:```\w*\s*)?[[{]/u.test(text);
  return text.slice(0, isJson ? text.lastIndexOf('}') + 1 : Math.max(0, text.lastIndexOf('\n')));
}
