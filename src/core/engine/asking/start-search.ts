import { message } from '../../message';
import type { AskedEarly } from '../../search/answer/answer';
import type { SearchRequest } from '../../search/request/search-request';
import { abortable, anySignal, onAbort, streamFromCallback } from '../../async';
import type { CallOptions } from '../../platform';
import { hasWords } from '../../search/request/question-words';
import type { SearchEvent } from '../../search/events';
import type { Steering } from '../../search/request/steering';
import { search, showAhead, type Writer } from '../../search/search';
import { searchReaders, sentenceChecker } from './search-models';
import { createAsker } from './ask-model';
import { editedPrompts } from '../session/setting-calls';
import type { OpenCollection } from '../collections/open-collection';
import { countAsked, countUnread } from '../collections/reach';
import { fetchWait, type Fetched } from '../hosted/fill-collection';
import type { Session } from '../session/session';

/** Milliseconds of waiting for a model after which this is shown. */
const NOTICE_AFTER = 1000;
/** Milliseconds that a host may take before the passages that are here are shown meanwhile. */
const AHEAD_AFTER = 300;

/** Note on a search that begins while documents are still being read. */
const WHILE_READING = message`Passages first, while names and connections are still being read.`;
const WHILE_FETCHING = message`Passages that are here first, while more is fetched.`;

/** Controls of a running search. */
interface Beside {
  /** May change while a DRIFT search runs. */
  readonly steering: Steering;
  /** The end of a running search that is asked first; null for none. */
  readonly before: (signal: AbortSignal) => Promise<void> | null;
  /** Called once no event comes any more. */
  readonly ended: () => void;
}

/** A search that is under way. */
interface Running extends Beside {
  readonly session: Session;
  readonly open: OpenCollection;
  readonly request: SearchRequest;
  readonly signal: AbortSignal;
  readonly emit: (event: SearchEvent) => void;
}

/**
 * Searches the open collection as it is now. The chosen model writes the answer, unless the request wants evidence only. A model that
 * takes one call at a time finishes the compared answer first.
 */
export function startSearch(
  session: Session,
  request: SearchRequest,
  beside: Beside,
  call: CallOptions = {},
): AsyncIterable<SearchEvent> {
  const open = session.current();
  const about = { session, open, request, ...beside };
  const { snapshot } = open.store;
  const asked = request.documentIds;
  const early = { unread: countUnread(snapshot, open.index, asked), among: countAsked(snapshot, asked) };
  const run = (emit: Running['emit'], signal: AbortSignal): Promise<void> =>
    runSearch({ ...about, signal, emit: early.unread > 0 ? (event) => emit(withEarly(event, early)) : emit }).finally(
      beside.ended,
    );
  const merge = (last: SearchEvent, next: SearchEvent): SearchEvent | undefined =>
    last.kind === 'working' && next.kind === 'working' ? next : undefined;
  return streamFromCallback(run, { signal: call.signal, merge, detached: true });
}

/** Adds the sources that could not be asked yet. */
function withEarly(event: SearchEvent, early: AskedEarly): SearchEvent {
  if (event.kind === 'plan') return { ...event, early };
  return event.kind === 'answer' ? { ...event, answer: { ...event.answer, ...early } } : event;
}

async function runSearch(running: Running): Promise<void> {
  const { session, open, request, signal, emit } = running;
  const { env } = session;
  if (!open.store.isWhole) {
    await showAhead(open.index, request, { clock: env.clock, claims: [], reason: WHILE_READING }, emit);
    await abortable(open.store.whole, signal);
  }
  const fetched = await fetchFor(running);
  const tell = fetched.isWhole ? emit : (event: SearchEvent): void => emit(withUnfetched(event, fetched));
  const { index } = open;
  const isAskable = hasWords(request.question) && index.unitAt.size > 0;
  const over = new AbortController();
  const writer = isAskable && request.method !== 'evidence' ? chosenWriter(running, over) : null;
  await search(
    index,
    request,
    {
      ...searchReaders(open, request, { env, signal }),
      signal: anySignal(signal, over.signal),
      writer,
      notes: fetched.note === undefined ? [] : [fetched.note],
    },
    tell,
  );
}

/** Adds a note to an answer that rests on a part of the rows that could have been fetched. */
const withUnfetched = (event: SearchEvent, { note }: Fetched): SearchEvent =>
  event.kind === 'answer' && note !== undefined ? { ...event, answer: { ...event.answer, unfetched: note } } : event;

/** Fetches what the question needs of a hosted collection, as far as that can be done in time. */
async function fetchFor({ session, open, request, signal, emit }: Running): Promise<Fetched> {
  const filling = session.filling();
  if (!filling || !hasWords(request.question)) return { isWhole: true };
  await abortable(open.store.whole, signal);
  const seconds = fetchWait(open.tables) / 1000;
  emit({ kind: 'working', words: message`Fetching what bears on the question, for ${seconds} seconds at most.` });
  // A host that is quick brings more before anybody has read what is here.
  let shown: Promise<void> = Promise.resolve();
  const call = { clock: session.env.clock, claims: open.tables.covariates, reason: WHILE_FETCHING };
  const cancel = session.env.timer.after(AHEAD_AFTER, () => {
    shown = showAhead(open.index, request, call, emit);
    shown.catch(() => undefined); // told below
  });
  try {
    return await filling.forQuestion(request, { signal });
  } finally {
    cancel();
    await shown;
  }
}

/**
 * The chosen model as the writer of an answer, once it is ready: a server is asked for it, which may take long or fail. Null where none is
 * chosen. `over` is aborted once no further call can help.
 */
async function chosenWriter(running: Running, over: AbortController): Promise<Writer | null> {
  const { session, open, request, before, steering, signal, emit } = running;
  const { models, settings, timer } = session.env;
  const cancelNotice = timer.after(NOTICE_AFTER, () =>
    emit({ kind: 'working', words: message`Waiting for the model.` }),
  );
  const chosen = await models.chat('answers').finally(cancelNotice);
  if (!chosen) return null;
  const { info: model } = chosen;
  const other = model.capabilities.parallel <= 1 ? before(signal) : null;
  if (other) {
    emit({ kind: 'working', words: message`Comes after the answer beside it.` });
    await other;
  }
  const prompts = await editedPrompts(settings);
  const { ask, over: ended } = createAsker(session, open.record.id, model, { signal, anew: request.anew });
  onAbort(ended, () => over.abort(ended.reason));
  const checker: Writer['checker'] = (emit, documentIds) =>
    sentenceChecker(session, { documentIds, model, ask, signal, emit });
  return { model, prompts, ask, checker, steering };
}
