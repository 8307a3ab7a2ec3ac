import { withTimeout } from '../../async';
import type { EmbedderInfo, EntailmentModel, Reranker } from '../../models/encoders';
import type { CallOptions } from '../../platform';
import { denseSearch, type DenseOutcome } from '../../retrieval/dense';
import type { SearchIndex } from '../../retrieval';
import type { Scope } from '../../search/context/scope';
import type { EngineEnv } from '../env';
import type { CollectionStore } from '../collections/collection-store';
import type { OpenCollection } from '../collections/open-collection';
import type { EmbeddedCollection } from '../collections/projections/vectors';
import { ModelError, reasonOf } from '../../errors';
import { joinMessages, message, type Message } from '../../message';
import type { Ask } from '../../models/model-call';
import type { ChatModelInfo } from '../../models/chat-model';
import { chatEntailment, type Thresholds } from '../../search/grounding';
import type { SearchEvent } from '../../search/events';
import { answerChoices } from '../../search/parameters';
import type { SearchRequest } from '../../search/request/search-request';
import type { SearchEnv } from '../../search/search';
import { tracedCall } from '../../search/model-call/call-model';
import type { AskModel, Checker } from '../../search/writer/search-run';
import type { Session } from '../session/session';

/** Milliseconds that an answer waits for the embedder at most. */
const EMBEDDER_WAIT = 3000;

/**
 * Explains why this embedder has no vectors here. The vectors that exist may be of another model with the same name.
 */
function noneOf({ title, dims }: EmbedderInfo, { state }: CollectionStore): Message {
  const before = state.embedding;
  if (before?.title !== title) {
    return message`Searched by words only: this collection has not been embedded with ${title} yet.`;
  }
  return joinMessages(
    message`Searched by words only: this collection was embedded with another version of ${title}.`,
    before.dims === dims ? '' : message`Its vectors have ${dims} numbers now, and had ${before.dims}.`,
    message`Embed this collection again in Settings, under Models.`,
  );
}

/**
 * Ranks by meaning, or returns a sentence on why it cannot. Null where nothing is embedded or no embedder is chosen. An
 * embedder that is still loading continues for the next question.
 */
export async function askDense(
  open: EmbeddedCollection,
  index: SearchIndex,
  scope: Scope,
  question: string,
  {
    env,
    weight,
    ...options
  }: CallOptions & { readonly env: Pick<EngineEnv, 'models' | 'clock' | 'timer'>; readonly weight: number },
): Promise<DenseOutcome | null> {
  if (open.store.files.vectors.sets().length === 0) return null;
  const rank = async (): Promise<DenseOutcome | null> => {
    const embedder = await env.models.embedder();
    if (!embedder) return null;
    const { id, title } = embedder.info;
    if (!open.store.files.vectors.sets().some(({ model }) => model === id)) {
      // What can be compared in a hosted index is told by what fetches of it.
      return open.store.state.hosted ? null : { words: noneOf(embedder.info, open.store) };
    }
    const [vectors, vector] = await Promise.all([
      open.vectors.of(id, { clock: env.clock }),
      embedder.embed([question], 'question', options),
    ]);
    return {
      words: message`Compared by meaning with ${title}.`,
      search: denseSearch(index, vectors.fields, vector, { weight, ...(!scope.everything && { allow: scope.unit }) }),
    };
  };
  const refused = (error: unknown): DenseOutcome => ({
    words: message`Searched by words only: ${reasonOf(error)}`,
  });
  const { timer } = env;
  const error = new ModelError(message`the embedding model took too long.`);
  return withTimeout(rank(), EMBEDDER_WAIT, { timer, signal: options.signal, error }).catch(refused);
}

/** Milliseconds that an answer waits for a reranker to load, and again for it to read. */
const RERANKER_WAIT = 10_000;
/** Milliseconds that verdicts wait for a checker to load, and again for each of its calls. The answer is shown meanwhile. */
const CHECKER_WAIT = 60_000;

type Waiting = Pick<EngineEnv, 'models' | 'timer'>;

/**
 * The chosen reranker, null without one. Throws ModelError where it takes too long; it continues loading for the next
 * question.
 */
export async function rerankerInTime({ models, timer }: Waiting, signal: AbortSignal): Promise<Reranker | null> {
  const inTime = waitsFor(timer, RERANKER_WAIT, signal);
  const model = await inTime(models.reranker());
  return model && { ...model, rank: (...asked) => inTime(model.rank(...asked)) };
}

/** The chosen or stored checker of sentences, null without one. Throws ModelError where it takes too long. */
export async function checkerInTime({ models, timer }: Waiting, signal: AbortSignal): Promise<EntailmentModel | null> {
  const inTime = waitsFor(timer, CHECKER_WAIT, signal);
  const model = await inTime(models.checker());
  return model && { ...model, judge: (...asked) => inTime(model.judge(...asked)) };
}

/** The same, but null where a person wants none. */
export const chosenChecker = async (env: Waiting, signal: AbortSignal): Promise<EntailmentModel | null> =>
  (await env.models.checkerChoice()) === 'none' ? null : checkerInTime(env, signal);

/** Environment of a search besides its writer, by the models that are chosen. */
export function searchReaders(
  open: OpenCollection,
  { parameters }: SearchRequest,
  { env, signal }: { readonly env: Waiting & Pick<EngineEnv, 'clock'>; readonly signal: AbortSignal },
): Omit<SearchEnv, 'writer' | 'notes'> {
  const { meaningWeight: weight } = answerChoices(parameters?.answers);
  const { index, tables } = open;
  return {
    ...{ clock: env.clock, claims: tables.covariates, signal },
    dense: (question, scope) => askDense(open, index, scope, question, { signal, env, weight }),
    reranker: () => rerankerInTime(env, signal),
    entailment: () => chosenChecker(env, signal),
  };
}

/** Waits for a result for so many milliseconds, or until the signal aborts. */
function waitsFor(timer: EngineEnv['timer'], milliseconds: number, signal: AbortSignal) {
  const error = new ModelError(message`It took too long.`);
  return <T>(result: Promise<T>): Promise<T> => withTimeout(result, milliseconds, { timer, signal, error });
}

/** Name of the setting that keeps thresholds by model. */
const NAME = 'entailment-thresholds';

/** Search whose sentences a checker judges. */
interface CheckedSearch {
  /** Documents whose words the sentences and their premises may have. */
  readonly documentIds: readonly string[];
  readonly model: ChatModelInfo;
  readonly ask: AskModel;
  readonly signal: AbortSignal;
  readonly emit: (event: SearchEvent) => void;
}

/**
 * The checker of an answer's sentences: the chosen or stored entailment model, else, under the automatic choice, the chat model that
 * writes. Null where neither may check. Its thresholds are calibrated once and kept.
 */
export async function sentenceChecker(session: Session, search: CheckedSearch): Promise<Checker | null> {
  const { env, verdicts } = session;
  const choice = await env.models.checkerChoice();
  if (choice === 'none') return null;
  const own = await checkerInTime(env, search.signal);
  if (own) return { model: own, thresholds: await thresholdsOf(session, own, search.signal), verdicts };
  if (choice !== 'auto') return null;
  // Its trials on the labelled pairs hold no words of a document and are no part of this answer.
  const tried = chatChecker({ ...search, documentIds: [], emit: () => undefined });
  return { model: chatChecker(search), thresholds: await thresholdsOf(session, tried, search.signal), verdicts };
}

/** The chat model, asked for one enumerated token a sentence; its calls are emitted. */
function chatChecker({ documentIds, model, ask, emit }: CheckedSearch): EntailmentModel {
  const asked: Ask = async (call) => {
    const { reply, remembered } = await ask(call, () => undefined);
    emit({ kind: 'call', call: tracedCall('check', call, reply, remembered) });
    return reply;
  };
  const { shapes } = model.capabilities;
  return chatEntailment(asked, {
    model: `${model.choice.provider} ${model.choice.model}`,
    title: model.title,
    form: shapes === 'json schema' ? 'json' : 'lines',
    documentIds,
  });
}

/** The thresholds of an entailment model that were found before; null where it was not calibrated yet. */
export async function keptThresholds(
  { settings }: Pick<EngineEnv, 'settings'>,
  { id }: EntailmentModel,
): Promise<Thresholds | null> {
  const kept = ((await settings.get(NAME)) ?? {}) as Readonly<Record<string, Thresholds>>;
  return kept[id] ?? null;
}

/** The same, found where they were not. */
export async function thresholdsOf(
  { env, calibrate }: Pick<Session, 'env' | 'calibrate'>,
  model: EntailmentModel,
  signal: AbortSignal,
): Promise<Thresholds> {
  const known = await keptThresholds(env, model);
  if (known) return known;
  const found = await calibrate(model, { signal });
  await env.settings.change(NAME, { [model.id]: found });
  return found;
}
