import { joinFindings, NOTHING, type Findings } from './findings';
import type { Rejection } from '../reading';
import type { ChatReply } from '../../../models/chat-model';
import { parseReply } from '../../../shapes/parse-reply';
import type { Repair } from '../../../shapes/repairs';
import type { LinesShape, ShapeValue } from '../../../shapes/shape';

/** What one reply holds. */
export interface ParsedReply extends Findings {
  /** Records that the reply gives, valid or not. */
  readonly said: number;
  /** Records of it that are valid. */
  readonly valid: number;
}

/** Puts together what is valid in one reply; what the reply says twice is kept once. */
export function parsedReply({ said, ...found }: Partial<Findings> & { readonly said: number }): ParsedReply {
  const { entities = [], relations = [], claims = [], rejected = [] } = found;
  const findings = joinFindings(NOTHING, { entities, relations, claims, rejected });
  return { ...findings, said, valid: said - rejected.filter((reason) => reason !== 'unknown type').length };
}

/** With lines that could not be read, which were meant as records. */
export const withUnread = (one: ParsedReply, lines: number): ParsedReply =>
  one.said === 0 ? one : { ...one, said: one.said + lines };

/** Whether a reply can be used: something in it is valid, or it says that there is nothing. */
export const isUsable = ({ said, valid }: ParsedReply): boolean => said === 0 || valid > 0;

/** Whether more of a reply is invalid than valid, so that what it leaves out is worth another try. */
export const isDoubtful = ({ said, valid }: ParsedReply): boolean => (said - valid) * 2 > said;

/** What became of one record of a reply: a value, or why it was not taken over. */
export type Outcome<T extends object> = T | Rejection;

export const isTaken = <T extends object>(outcome: Outcome<T>): outcome is T => typeof outcome !== 'string';
export const isRejected = <T extends object>(outcome: Outcome<T>): outcome is Rejection => typeof outcome === 'string';

/** The lines of a reply, and what had to be forgiven. */
export interface ReplyLines<S extends LinesShape> {
  readonly lines: ShapeValue<S>;
  readonly repairs: readonly Repair[];
}

/** The whole lines of a reply; of one that was cut at its limit the last one is left out, and counted as a repair. Throws ParseError. */
export function readLines<S extends LinesShape>(shape: S, { text, finish }: ChatReply): ReplyLines<S> {
  const { value, repairs } = parseReply(shape, finish === 'length' ? completeLines(text) : text);
  return { lines: value, repairs: finish === 'length' ? [...repairs, 'cut'] : repairs };
}

/** What of a cut reply is whole: JSON to the end of its last record, lines to the last line end. */
export function completeLines(text: string): string {
  const isJson = /^\s*(?:```\w*\s*)?[[{]/u.test(text);
  return text.slice(0, isJson ? text.lastIndexOf('}') + 1 : Math.max(0, text.lastIndexOf('\n')));
}
