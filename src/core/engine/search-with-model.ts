import type { ChatModelInfo } from '../models/chat-model';
import type { CallOptions } from '../ports/call-options';
import type { SearchIndex } from '../retrieval/index';
import { hasWords } from '../search/asking-words';
import type { Answer, SearchEvent, SearchRequest } from '../search/events';
import type { DriftSteering } from '../search/model/drift-tree';
import { isModelFailure } from '../search/model/model-failure';
import { modelSearch } from '../search/model/model-search';
import type { TracedCall } from '../search/model/traced-call';
import { search } from '../search/search';
import { askDense } from './ask-dense';
import { createAsker } from './ask-model';
import { stream } from './event-stream';
import { editedPrompts } from './model/asking/reading-options';
import type { OpenCollection } from './open-collection';
import { sentenceVectors } from './sentence-vectors';
import type { Session } from './session';

/** What goes on beside a search. */
export interface Beside {
  /** May change while a DRIFT search runs. */
  readonly steering: DriftSteering;
  /** The end of a running search that is asked first; null for none. */
  readonly before: (signal: AbortSignal) => Promise<void> | null;
}

/** A search that is under way: what it is about, and where its events go. */
interface Running extends Beside {
  readonly session: Session;
  readonly open: OpenCollection;
  /** The index as it was when the question was asked. */
  readonly index: SearchIndex;
  readonly request: SearchRequest;
  readonly signal: AbortSignal;
  readonly emit: (event: SearchEvent) => void;
}

/**
 * Answers with the chosen model; without one, where a person wants it so, and where the model fails before its first word, with sentences of
 * the documents alone. A model that answers one call at a time ends the answer that it is compared with first.
 */
export function searchWithModel(
  session: Session,
  request: SearchRequest,
  beside: Beside,
  call: CallOptions = {},
): AsyncIterable<SearchEvent> {
  const own = new AbortController();
  const signal = AbortSignal.any([own.signal, ...(call.signal ? [call.signal] : [])]);
  const open = session.current();
  const about = { session, open, index: open.index, request, signal, ...beside };
  return stream((emit) => run({ ...about, emit }), { signal, abort: () => own.abort() }, isPassing);
}

const isPassing = (event: SearchEvent): boolean => event.kind === 'working';

async function run(running: Running): Promise<void> {
  const { session, index, request, before, signal, emit } = running;
  const isAskable = hasWords(request.question) && index.unitAt.size > 0;
  const model = isAskable && request.method !== 'extractive' ? await session.env.models.chat('answers') : null;
  if (!model) return searchWithout(running);
  const other = model.info.capabilities.parallel > 1 ? null : before(signal);
  if (other) {
    emit({ kind: 'working', words: 'Comes after the answer beside it.' });
    await other;
  }
  const calls: TracedCall[] = [];
  const gathering = (event: SearchEvent): void => {
    if (event.kind === 'call') calls.push(event.call);
    emit(event);
  };
  try {
    await searchWith(model.info, { ...running, emit: gathering });
  } catch (error) {
    if (signal.aborted || !isModelFailure(error)) throw error;
    emit({ kind: 'restart', reason: error.message });
    await searchWithout(running, (answer) => failedOver(answer, model.info, error, calls));
  }
}

async function searchWith(model: ChatModelInfo, running: Running): Promise<void> {
  const { session, open, index, request, steering, signal, emit } = running;
  const { env } = session;
  const prompts = await editedPrompts(env.settings);
  const { ask, over } = createAsker(session, open, model, { signal, anew: request.anew });
  const vectorise = sentenceVectors(open, { env, signal });
  const own = { claims: open.tables.covariates, dense: denseOf(running), steering, clock: env.clock };
  const asked = { model, prompts, ask, vectorise, signal: AbortSignal.any([signal, over]) };
  await modelSearch(index, request, { ...own, ...asked }, emit);
}

/** `told` changes its answer before that is told. */
async function searchWithout(running: Running, told = (answer: Answer): Answer => answer): Promise<void> {
  const { session, index, request, signal, emit } = running;
  const env = { clock: session.env.clock, dense: denseOf(running), signal };
  for await (const event of search(index, request, env)) {
    emit(event.kind === 'answer' ? { kind: 'answer', answer: told(event.answer) } : event);
  }
}

/** Looks up by vectors, where there are some. */
const denseOf =
  ({ session, open, index, request, signal }: Running) =>
  (question: string) =>
    askDense(open, index, request, question, { signal, env: session.env });

/** An answer without the model that was asked, saying so. */
function failedOver(answer: Answer, { title }: ChatModelInfo, error: Error, calls: readonly TracedCall[]): Answer {
  const note = `${title} did not answer: ${error.message} These are sentences of your documents instead.`;
  const trace = { ...answer.trace, calls, notes: [note, ...(answer.trace.notes ?? [])] };
  return { ...answer, trace: { ...trace, modelCalls: calls.filter(({ remembered }) => !remembered).length } };
}
