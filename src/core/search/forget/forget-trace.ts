import { inEnglish, message, type Message } from '../../message';
import type { ContextItem, Trace, DriftAction, TracedCall } from '../trace';
import type { CitationTarget } from '../evidence/evidence';

/** Documents that are being deleted, and what can be said of other things because of that. */
export interface Deletion {
  readonly documents: ReadonlySet<string>;
  /**
   * Whether a document of this id, which was read from this path, is among them, or was an earlier state of one that is: it is not here by its id.
   */
  readonly includes: (document: { readonly id: string; readonly path: string }) => boolean;
  /** Whether it is sure that a thing was made without them. */
  readonly spares: (thing: CitationTarget | Pick<ContextItem, 'kind' | 'id'>) => boolean;
  /** Whether another document has an entity by this name. */
  readonly remains: (entity: { readonly id: string; readonly title: string }) => boolean;
  /** Whether a text has a word that stands in them and nowhere else, or may. */
  readonly mentions: (text: string) => boolean;
}

/** Whether one of the documents is among those of an id list. */
export const includesDeleted = ({ documents }: Deletion, ids: readonly string[] = []): boolean =>
  ids.some((id) => documents.has(id));

/** Those of some documents that stay. */
const remaining = ({ documents }: Deletion, ids: readonly string[]): readonly string[] =>
  ids.filter((id) => !documents.has(id));

/** What is said in place of words that went with a document. */
export const REMOVED_SENTENCE = 'This sentence may have come from a document that has been deleted.';

/** The same as earlier versions of Burrow said it. */
const REMOVED_SENTENCE_BEFORE = 'This sentence came from a document that has been deleted.';

/** Whether a text says that a sentence went with a document. */
export const marksRemoval = (text: string): boolean =>
  text.includes(REMOVED_SENTENCE) || text.includes(REMOVED_SENTENCE_BEFORE);

const QUESTION_GONE = inEnglish(message`A question that came from a deleted document.`);
/** What Burrow says in its own words names nothing and quotes no error. */
const MAY_QUOTE = /[“”"„«»:]/u;

/** A trace without the words of deleted documents. `touched` says that the model may have read of them. */
export function forgetTrace(trace: Trace, gone: Deletion, touched: boolean): Trace {
  const isRewritten =
    trace.calls?.some((call) => call.purpose === 'rewrite' && includesDeleted(gone, call.documentIds)) ?? false;
  const { searchedFor = '', ...others } = trace;
  const kept: Trace = isRewritten || (touched && gone.mentions(searchedFor)) ? others : trace;
  const { calls, told, actions, points, passedOver, notes, carried } = kept;
  return {
    ...kept,
    reason: forgetReading(trace.reason, gone),
    sections: trace.sections.map((section) => ({ ...section, items: section.items.filter(gone.spares) })),
    ...(calls && { calls: calls.map((call) => forgetCall(call, gone)) }),
    ...(told && { told: remaining(gone, told) }),
    ...(actions && { actions: forgetActions(actions, gone, isRewritten) }),
    ...(points && { points: points.filter(({ documentIds }) => !includesDeleted(gone, documentIds)) }),
    ...(passedOver && { passedOver: passedOver.filter(gone.spares) }),
    ...(notes && { notes: notes.filter((note) => !touched || !mayQuote(note, gone)) }),
    ...(carried && { carried: carried.filter((word) => gone.documents.size === 0 || !gone.mentions(word)) }),
  };
}

/** Why a mode was chosen; nothing where it names what only deleted documents have. */
const forgetReading = (reason: Message, gone: Deletion): Message =>
  Array.from(inEnglish(reason).matchAll(/“([^”]*)”/gu), ([, name = '']) => name).some(gone.mentions) ? '' : reason;

/** Whether what Burrow says may hold words of theirs: it quotes something or tells an error, or has such a word. */
export const mayQuote = (words: Message, gone: Deletion): boolean => {
  const text = inEnglish(words);
  return MAY_QUOTE.test(text) || gone.mentions(text);
};

/** A call that told of them keeps what it cost. */
function forgetCall(call: TracedCall, gone: Deletion): TracedCall {
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
function forgetActions(actions: readonly DriftAction[], gone: Deletion, isRewritten: boolean): readonly DriftAction[] {
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
