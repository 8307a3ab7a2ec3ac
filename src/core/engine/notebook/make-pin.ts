import { ParseError } from '../../errors';
import { message } from '../../message';
import type { AnswerPin, MapPin, QuotePin, ThingPin } from '../../notebook/note';
import { answerToPin } from '../../notebook/pin-answer';
import { placeOf } from '../../notebook/quote-place';
import type { ConversationStore } from '../../conversations/conversations';
import { viewTarget } from '../../search/evidence/target-view';
import type { IndexTables } from '../../tables/tables';
import type { SearchIndex } from '../../retrieval';

/**
 * Thing that a person wants to pin: a place, a turn, a thing or a picture. The engine takes the words from its own
 * data.
 */
export type NewPin =
  | { readonly kind: 'quote'; readonly documentId: string; readonly start: number; readonly end: number }
  | { readonly kind: 'answer'; readonly turn: string }
  | { readonly kind: 'thing'; readonly target: ThingPin['target'] }
  | (Omit<MapPin, 'picture'> & {
      /** A PNG in base64, of at most `MOST_PICTURE` characters. */
      readonly picture: { readonly width: number; readonly height: number; readonly base64: string };
    });

/** Characters of the largest picture. */
const MOST_PICTURE = 2_000_000;

/** The beginning of every PNG in base64. */
const PNG = /^iVBORw0KGgo[A-Za-z0-9+/]+=*$/u;

/** A picture that can be kept. Throws ParseError for anything but a PNG, and for one that is too large. */
export function checkPicture(base64: string): string {
  if (base64.length <= MOST_PICTURE && PNG.test(base64)) return base64;
  throw new ParseError(message`The picture of the map could not be kept. Make the window smaller and pin it again.`);
}

/** Passages kept with a thing. */
const PASSAGES = 3;

/** A pinned quote from the text of its document. Throws ParseError where the document is not here, or no words stand there. */
export function quotePin(
  tables: IndexTables,
  { documentId, start, end }: Extract<NewPin, { kind: 'quote' }>,
): QuotePin {
  const row = tables.documents.find(({ id }) => id === documentId);
  if (!row) throw new ParseError(message`This document is no longer in the collection.`, { detail: documentId });
  const quote = row.text.slice(start, end);
  const from = start + (quote.length - quote.trimStart().length);
  const range = { start: from, end: from + quote.trim().length };
  if (range.end <= range.start) throw new ParseError(message`There are no words to pin there.`, { detail: documentId });
  const { page, headingPath } = placeOf(row, range);
  return {
    ...{ kind: 'quote', documentId, sourcePath: row.source_path, documentTitle: row.title },
    ...range,
    quote: quote.trim(),
    page,
    headingPath,
  };
}

/** A pinned answer from the conversations. Throws ParseError where it is not kept in any. */
export async function answerPin(
  conversations: ConversationStore,
  collection: string,
  { turn: id }: Extract<NewPin, { kind: 'answer' }>,
): Promise<AnswerPin> {
  const [found] = await conversations.findTurns(collection, [id]);
  if (!found)
    throw new ParseError(message`This answer is not saved, so it cannot be pinned. Ask again.`, { detail: id });
  const { question, answer } = found.turn;
  return { kind: 'answer', turn: id, question, answer: answerToPin(answer) };
}

/** A pinned thing with its best passages. Throws ParseError where it is not in the index any more. */
export function thingPin(index: SearchIndex, { target }: Extract<NewPin, { kind: 'thing' }>): ThingPin {
  const view = viewTarget(index, target);
  if (!view) throw new ParseError(message`This is no longer in the index.`, { detail: target.title });
  const { title, type = '', text, textBy, method, findings, textPassages = [] } = view;
  const passages = [...view.passages, ...textPassages, ...findings.flatMap((finding) => finding.passages)];
  const distinct = new Map(passages.map((one) => [`${one.document_id} ${one.start}`, one]));
  const best = [...distinct.values()].slice(0, PASSAGES);
  return { kind: 'thing', target: { ...target, title }, title, type, text, method: textBy ?? method, passages: best };
}
