import { inEnglish, message, type Message } from '../message';
import type { ContextItem, Trace, DriftAction, TracedCall } from '../search/trace';
import type { CitationTarget } from '../search/evidence/evidence';

/** Documents that are being deleted, and what can be said of other things because of that. */
export interface Redaction {
  readonly documents: ReadonlySet<string>;
  /** Checks if a document is among the deleted ones, by id or path, or was an earlier version of one. */
  readonly includes: (document: { readonly id: string; readonly path: string }) => boolean;
  /** Checks that a thing was surely made without the deleted documents. */
  readonly spares: (thing: CitationTarget | Pick<ContextItem, 'kind' | 'id' | 'documentIds'>) => boolean;
  /** Checks if another document has an entity by this name. */
  readonly remains: (entity: { readonly id: string; readonly title: string }) => boolean;
  /** Checks if a text has a word that stands, or may stand, in the deleted documents alone. */
  readonly mentions: (text: string) => boolean;
}

/** Checks if an id list has a deleted document. */
export const includesDeleted = ({ documents }: Redaction, ids: readonly string[] = []): boolean =>
  ids.some((id) => documents.has(id));

/** Filters document ids to those that stay. */
const remaining = ({ documents }: Redaction, ids: readonly string[]): readonly string[] =>
  ids.filter((id) => !documents.has(id));

/** Replaces a sentence that was removed with a document. */
export const REMOVED_SENTENCE = 'This sentence may have come from a document that has been deleted.';

/** Checks for the note on a removed sentence. */
export const marksRemoval = (text: string): boolean => text.includes(REMOVED_SENTENCE);

const QUESTION_GONE = inEnglish(message`A question that came from a deleted document.`);

/** A trace without the words of deleted documents. `touched` says that the model, which has this title, may have read of them. */
export function redactTrace(
  trace: Trace,
  gone: Redaction,
  { touched, model }: { readonly touched: boolean; readonly model: string },
): Trace {
  const isRewritten =
    trace.calls?.some((call) => call.purpose === 'rewrite' && includesDeleted(gone, call.documentIds)) ?? false;
  const { searchedFor = '', ...others } = trace;
  const kept: Trace = isRewritten || (touched && gone.mentions(searchedFor)) ? others : trace;
  const { calls, told, actions, points, passedOver, notes, carried } = kept;
  return {
    ...kept,
    reason: redactReason(trace.reason, gone),
    sections: trace.sections.map((section) => ({ ...section, items: section.items.filter(gone.spares) })),
    ...(calls && { calls: calls.map((call) => redactCall(call, gone)) }),
    ...(told && { told: remaining(gone, told) }),
    ...(actions && { actions: redactActions(actions, gone, isRewritten) }),
    ...(points && { points: points.filter(({ documentIds }) => !includesDeleted(gone, documentIds)) }),
    ...(passedOver && { passedOver: passedOver.filter(gone.spares) }),
    ...(notes && { notes: notes.filter((note) => !touched || !mayQuote(note, gone, model)) }),
    ...(carried && { carried: carried.filter((word) => gone.documents.size === 0 || !gone.mentions(word)) }),
  };
}

/** Returns the reason for a mode, or nothing where it quotes names from deleted documents alone. */
const redactReason = (reason: Message, gone: Redaction): Message =>
  (typeof reason === 'string' ? [reason] : foreignWords(reason)).some(gone.mentions) ? '' : reason;

/** Names and words of others in a message: the strings among its values. Its templates are Burrow's own words. */
function foreignWords(words: Message | number): readonly string[] {
  if (typeof words !== 'object') return [];
  return words.values.flatMap((value) => (typeof value === 'string' ? [value] : foreignWords(value)));
}

/**
 * Checks if a message may hold words of deleted documents: it quotes more than the name of the model, or has such a
 * word. Kept text that is no message counts as a quotation.
 */
export function mayQuote(words: Message, gone: Redaction, model: string): boolean {
  if (typeof words === 'string') return words !== '';
  return foreignWords(words).some((one) => one !== model) || gone.mentions(inEnglish(words));
}

/** A call that told of them keeps what it cost. */
function redactCall(call: TracedCall, gone: Redaction): TracedCall {
  if (!includesDeleted(gone, call.documentIds)) return call;
  return {
    ...call,
    about: call.purpose === 'step' ? '' : call.about,
    messages: [],
    reply: '',
    documentIds: remaining(gone, call.documentIds ?? []),
    ...(call.failed !== undefined && { failed: message`It failed.` }),
  };
}

/** Answers made from them, and the questions to which these led. A question that a person typed is the first one's only. */
function redactActions(actions: readonly DriftAction[], gone: Redaction, isRewritten: boolean): readonly DriftAction[] {
  const byId = new Map(actions.map((action) => [action.id, action]));
  const isAffected = (action: DriftAction | undefined): boolean =>
    action !== undefined && (includesDeleted(gone, action.documentIds) || isLed(action));
  const isLed = ({ parent }: DriftAction): boolean => (parent === null ? isRewritten : isAffected(byId.get(parent)));
  return actions.map((action) => {
    if (!isAffected(action)) return action;
    const isOwn = action.parent === null && !isRewritten;
    const question = isOwn || !(isLed(action) || gone.mentions(action.question)) ? action.question : QUESTION_GONE;
    return { ...action, question, answer: '', documentIds: remaining(gone, action.documentIds) };
  });
}
