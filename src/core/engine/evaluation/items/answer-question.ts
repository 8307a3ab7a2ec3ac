import { abortable } from '../../../async';
import { ModelError } from '../../../errors';
import type { Contestant, EvaluationQuestion } from '../../../evaluation/evaluation';
import type { ChatModelInfo, ChatReply } from '../../../models/chat-model';
import { createCallCounter, type Ask, type CallCounter, type ModelCall } from '../../../models/model-call';
import { message } from '../../../message';
import type { EditedPrompt } from '../../../prompts/prompt';
import type { SearchIndex } from '../../../retrieval';
import type { Answer } from '../../../search/answer/answer';
import { unitOfSpan } from '../../../search/evidence/sentences';
import type { SearchRequest } from '../../../search/request/search-request';
import { NO_STEERING } from '../../../search/request/steering';
import { search } from '../../../search/search';
import type { ContextSection } from '../../../search/trace';
import type { AskModel } from '../../../search/writer/search-run';
import type { EvaluationResultRow } from '../../../tables/tables';
import { tryParseReply } from '../../../shapes/parse-reply';
import { searchReaders } from '../../asking/search-models';
import type { OpenCollection } from '../../collections/open-collection';
import type { EngineEnv } from '../../env';

/** With what questions are answered. */
export interface Answering {
  readonly open: OpenCollection;
  readonly env: EngineEnv;
  readonly signal: AbortSignal;
  /** Null where passages alone are found. */
  readonly model: ChatModelInfo | null;
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
}

/** An answer as it is kept, without the names of its row. */
export type MadeAnswer = Pick<
  EvaluationResultRow,
  'text' | 'found' | 'context' | 'calls' | 'tokens' | 'seconds' | 'document_ids'
>;

/** Passages of which the rank is kept. */
const MOST_FOUND = 50;

/** The request by which a question is asked in an evaluation. */
export const requestOf = ({ question }: EvaluationQuestion, { mode }: Contestant, model: ChatModelInfo | null) =>
  ({ question, mode, method: model ? 'model' : 'evidence' }) satisfies SearchRequest;

/**
 * Answers a question as a person would have it answered, without a conversation and without checks of its sentences. Throws ModelError where
 * the model fails, and the signal's reason.
 */
export async function answerQuestion(answering: Answering, request: SearchRequest, ask: Ask): Promise<MadeAnswer> {
  const { open, env, model } = answering;
  const counter = createCallCounter();
  const began = env.clock.now();
  const { answer, failure } = await searchFor(answering, request, { ask, counter });
  // Half an answer is none to compare.
  if (failure) throw failure;
  return {
    ...passagesOf(open.index, answer, answer.trace.sections),
    text: answer.text ?? '',
    ...costOf(counter),
    ...(!model && { seconds: (env.clock.now() - began) / 1000 }),
  };
}

/** Text units that a model would be shown, and whether `ask` answered all of the calls that led to an answer. */
export async function shownTo(
  answering: Answering,
  request: SearchRequest,
  ask: Ask,
): Promise<{ readonly context: readonly string[]; readonly isAnswered: boolean }> {
  const { answer, sections, failure } = await searchFor(answering, request, { ask, counter: createCallCounter() });
  const { context } = passagesOf(answering.open.index, answer, sections);
  return { context, isAnswered: failure === undefined };
}

interface Searched {
  readonly answer: Answer;
  /** Rows that the model was shown last. */
  readonly sections: readonly ContextSection[];
  /** Reason why there is no whole answer. */
  readonly failure?: Error;
}

async function searchFor(
  { open, env, signal, model, prompts }: Answering,
  request: SearchRequest,
  { ask, counter }: { readonly ask: Ask; readonly counter: CallCounter },
): Promise<Searched> {
  let failure: unknown;
  let answer: Answer | undefined;
  let sections: readonly ContextSection[] = [];
  const asking = askingBy(ask, counter, (error) => (failure ??= error));
  const writer = model && { model, prompts, ask: asking, checker: async () => null, steering: NO_STEERING };
  await search(
    open.index,
    request,
    {
      ...searchReaders(open, request, { env, signal }),
      writer: writer && Promise.resolve(writer),
      isUnseen: true,
    },
    (event) => {
      if (event.kind === 'answer') ({ answer } = event);
      else if (event.kind === 'context') ({ sections } = event);
    },
  );
  signal.throwIfAborted();
  if (!answer) throw new ModelError(message`The model ended without a reply.`);
  if (answer.failure === undefined && !answer.stopped) return { answer, sections };
  const reason = answer.failure ?? message`The model ended without a reply.`;
  return { answer, sections, failure: failure instanceof Error ? failure : new ModelError(reason) };
}

/**
 * Makes calls of a search by the calls of a run. A kept reply counts as a new one, so that a run which goes on ends as a whole one. In place of
 * one that an earlier run could not read, the model is asked once more.
 */
function askingBy(ask: Ask, counter: CallCounter, onFailure: (error: unknown) => void): AskModel {
  return async (call, _, signal) => {
    try {
      const first = await abortable(ask(call), signal);
      const isUseless = first.stale && !isReadable(call, first);
      const reply = isUseless ? await abortable(ask({ ...call, anew: 0 }), signal) : first;
      counter.count(reply);
      return { reply, remembered: false };
    } catch (error) {
      onFailure(error);
      throw error;
    }
  };
}

const isReadable = ({ shape }: ModelCall, { text }: ChatReply): boolean =>
  shape ? tryParseReply(shape, text) !== null : text.trim() !== '';

const costOf = ({ tally: { calls, promptTokens, completionTokens, seconds } }: CallCounter) => ({
  calls,
  tokens: promptTokens + completionTokens,
  seconds,
});

/** Passages that were found and shown. A mode without passages in its context has those on which its reports or summaries rest. */
function passagesOf(
  index: SearchIndex,
  { evidence, trace }: Answer,
  sections: readonly ContextSection[],
): Pick<MadeAnswer, 'found' | 'context' | 'document_ids'> {
  const sources = sections.find(({ name }) => name === 'Sources')?.items ?? [];
  const beneath = [...evidence.communities, ...(evidence.summaries ?? [])].flatMap((card) => card.sources);
  const shown = [
    ...evidence.passages.map(({ textUnitId }) => textUnitId),
    ...beneath.flatMap((span) => unitOfSpan(index, span)?.id ?? []),
  ];
  const ids = sources.length > 0 ? sources.map(({ id }) => id) : shown;
  const used = sources.length > 0 ? sources.filter((item) => item.used).map(({ id }) => id) : shown;
  const [found, context] = [[...new Set(ids)].slice(0, MOST_FOUND), [...new Set(used)]];
  const called = (trace.calls ?? []).flatMap(({ documentIds }) => documentIds);
  const owners = [...found, ...context].flatMap((id) => index.unitOf(id)?.document_id ?? []);
  return { found, context, document_ids: [...new Set([...owners, ...called])] };
}
