import type { CitationTarget, ContextItem, Trace } from '../events';
import type { DriftAction } from '../modes/drift/drift-search';
import type { TracedCall } from '../model-call/call-model';

/** Documents that are being deleted, and what can be said of other things because of that. */
export interface Gone {
  readonly documents: ReadonlySet<string>;
  /** Whether it is sure that a thing was made without them. */
  readonly spares: (thing: CitationTarget | Pick<ContextItem, 'kind' | 'id'>) => boolean;
  /** Whether a text has a word that stands in them and nowhere else, or may. */
  readonly tells: (text: string) => boolean;
}

/** Whether one of the documents is among those of an id list. */
export const isAmong = ({ documents }: Gone, ids: readonly string[] = []): boolean =>
  ids.some((id) => documents.has(id));

/** Those of some documents that stay. */
export const remaining = ({ documents }: Gone, ids: readonly string[]): readonly string[] =>
  ids.filter((id) => !documents.has(id));

/** What is said in place of words that went with a document. */
export const GONE = 'This sentence may have come from a document that has been deleted.';

/** The same as earlier versions of Burrow said it. */
const GONE_BEFORE = 'This sentence came from a document that has been deleted.';

/** Whether a text says that a sentence went with a document. */
export const saysGone = (text: string): boolean => text.includes(GONE) || text.includes(GONE_BEFORE);

const QUESTION_GONE = 'A question that came from a deleted document.';
/** What Burrow says in its own words names nothing and quotes no error. */
const MAY_QUOTE = /[“”"„«»:]/u;

/** A trace without the words of deleted documents. `touched` says that the model may have read of them. */
export function forgetTrace(trace: Trace, gone: Gone, touched: boolean): Trace {
  const isRewritten =
    trace.calls?.some((call) => call.purpose === 'rewrite' && isAmong(gone, call.documentIds)) ?? false;
  const { searchedFor = '', ...others } = trace;
  const kept: Trace = isRewritten || (touched && gone.tells(searchedFor)) ? others : trace;
  const { calls, told, actions, points, passedOver, notes, carried } = kept;
  return {
    ...kept,
    reason: forgetReading(trace.reason, gone),
    sections: trace.sections.map((section) => ({ ...section, items: section.items.filter(gone.spares) })),
    ...(calls && { calls: calls.map((call) => forgetCall(call, gone)) }),
    ...(told && { told: remaining(gone, told) }),
    ...(actions && { actions: forgetActions(actions, gone, isRewritten) }),
    ...(points && { points: points.filter(({ documentIds }) => !isAmong(gone, documentIds)) }),
    ...(passedOver && { passedOver: passedOver.filter(gone.spares) }),
    ...(notes && { notes: notes.filter((note) => !touched || !mayTell(note, gone)) }),
    ...(carried && { carried: carried.filter((word) => gone.documents.size === 0 || !gone.tells(word)) }),
  };
}

/** Why a mode was chosen; nothing where it names what only deleted documents have. */
const forgetReading = (reason: string, gone: Gone): string =>
  Array.from(reason.matchAll(/“([^”]*)”/gu), ([, name = '']) => name).some(gone.tells) ? '' : reason;

/** Whether what Burrow says may hold words of theirs: it quotes something or tells an error, or has such a word. */
export const mayTell = (words: string, gone: Gone): boolean => MAY_QUOTE.test(words) || gone.tells(words);

/** A call that told of them keeps what it cost. */
function forgetCall(call: TracedCall, gone: Gone): TracedCall {
  if (!isAmong(gone, call.documentIds)) return call;
  return {
    ...call,
    about: call.purpose === 'step' ? '' : call.about,
    messages: [],
    reply: '',
    documentIds: remaining(gone, call.documentIds ?? []),
    ...(call.failed !== undefined && { failed: 'It failed.' }),
  };
}

/** Answers made from them, and the questions to which these led. A question that a person typed is the first one's only. */
function forgetActions(actions: readonly DriftAction[], gone: Gone, isRewritten: boolean): readonly DriftAction[] {
  const byId = new Map(actions.map((action) => [action.id, action]));
  const isTold = (action: DriftAction | undefined): boolean =>
    action !== undefined && (isAmong(gone, action.documentIds) || isLed(action));
  const isLed = ({ parent }: DriftAction): boolean => (parent === null ? isRewritten : isTold(byId.get(parent)));
  return actions.map((action) => {
    if (!isTold(action)) return action;
    const isOwn = action.parent === null && !isRewritten;
    const question = isOwn || !(isLed(action) || gone.tells(action.question)) ? action.question : QUESTION_GONE;
    return { ...action, question, answer: '', documentIds: remaining(gone, action.documentIds) };
  });
}
