import type { ChatModelInfo } from '../models/chat-model';
import type { CallOptions } from '../ports/call-options';
import type { SearchIndex } from '../retrieve/index';
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
import { sentenceVectors } from './sentence-vectors';
import type { Session } from './session';

/** What goes on beside a search. */
export interface Beside {
  /** May change while a DRIFT search runs. */
  readonly steering: DriftSteering;
  /** The end of a running search that is asked first; null for none. */
  readonly before: (signal: AbortSignal) => Promise<void> | null;
}

/**
 * Answers with the chosen model; without one, where a person wants it so, and where the model fails before its first word, with sentences of
 * the documents alone. A model that answers one call at a time ends the answer that it is compared with first.
 */
export function searchWithModel(
  session: Session,
  request: SearchRequest,
  { steering, before }: Beside,
  call: CallOptions = {},
): AsyncIterable<SearchEvent> {
  const own = new AbortController();
  const signal = AbortSignal.any([own.signal, ...(call.signal ? [call.signal] : [])]);
  const open = session.current();
  const { index } = open;
  const isAskable = hasWords(request.question) && index.unitAt.size > 0;
  const run = async (emit: (event: SearchEvent) => void): Promise<void> => {
    const dense = (question: string) => askDense(open, index, request, question, { signal, env: session.env });
    const model = isAskable && request.method !== 'extractive' ? await session.env.models.chat('answers') : null;
    const without = (told: (answer: Answer) => Answer) =>
      searchWithout(index, request, { clock: session.env.clock, dense, signal }, told, emit);
    if (!model) return without((answer) => answer);
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
      const prompts = await editedPrompts(session.env.settings);
      const { ask, over } = createAsker(session, open, model.info, { signal, anew: request.anew });
      const { clock } = session.env;
      const vectorise = sentenceVectors(open, { env: session.env, signal });
      const claims = open.tables.covariates;
      await modelSearch(
        index,
        request,
        {
          clock,
          claims,
          model: model.info,
          prompts,
          ask,
          dense,
          vectorise,
          steering,
          signal: AbortSignal.any([signal, over]),
        },
        gathering,
      );
    } catch (error) {
      if (signal.aborted || !isModelFailure(error)) throw error;
      emit({ kind: 'restart', reason: error.message });
      await without((answer) => failedOver(answer, model.info, error, calls));
    }
  };
  return stream(run, { signal, abort: () => own.abort() }, (event) => event.kind === 'working');
}

async function searchWithout(
  index: SearchIndex,
  request: SearchRequest,
  env: Parameters<typeof search>[2],
  told: (answer: Answer) => Answer,
  emit: (event: SearchEvent) => void,
): Promise<void> {
  for await (const event of search(index, request, env)) {
    emit(event.kind === 'answer' ? { kind: 'answer', answer: told(event.answer) } : event);
  }
}

/** An answer without the model that was asked, saying so. */
function failedOver(answer: Answer, { title }: ChatModelInfo, error: Error, calls: readonly TracedCall[]): Answer {
  const note = `${title} did not answer: ${error.message} These are sentences of your documents instead.`;
  const trace = { ...answer.trace, calls, notes: [note, ...(answer.trace.notes ?? [])] };
  return { ...answer, trace: { ...trace, modelCalls: calls.filter(({ remembered }) => !remembered).length } };
}
