import { reasonOf } from '../errors';
import { message, isMessage, type Message } from '../message';
import type { Answer } from './answer/answer';
import {
  type BatchPoints,
  type Trace,
  type DriftAction,
  type RelevanceTests,
  type TracedCall,
  traceSections,
} from './trace';
import type { SearchRequest } from './request/search-request';
import type { ChatModelInfo } from '../models/chat-model';
import type { Clock } from '../platform';
import { abortable } from '../async';
import type { EntailmentModel, Reranker } from '../models/encoders';
import { runWork } from '../work';
import type { EditedPrompt } from '../prompts/prompt';
import type { DenseOutcome } from '../retrieval/dense';
import type { SearchIndex } from '../retrieval/index';
import { rankTextUnits } from '../retrieval/text-units';
import type { CovariateRow } from '../tables/tables';
import type { BuiltContext } from './context/context';
import { scopeOf } from './context/scope';
import { buildEvidence } from './evidence/build-evidence';
import { NO_EVIDENCE, type Evidence } from './evidence/evidence';
import type { SearchEvent } from './events';
import {
  type Checker,
  isModelFailure,
  type AskModel,
  type EncoderRun,
  type ModeOutcome,
  type SearchRun,
  type Retrieval,
} from './writer/search-run';
import type { Mode, ReadPassage } from './modes/mode';
import { MODES, planSearch, type Plan } from './modes/modes';
import { FIRST_LOOK } from './request/mode-names';
import { answerChoices, levelOf } from './parameters';
import { hasWords } from './request/question-words';
import { readQuestion, type Question } from './request/question';
import type { Steering } from './request/steering';
import { rewriteQuestion } from './request/rewrite-question';
import { partialAnswer, type SearchProgress } from './writer/write-answer';

/** Environment of a search besides the index. */
export interface SearchEnv {
  readonly clock: Clock;
  readonly claims: readonly CovariateRow[];
  readonly signal: AbortSignal;
  /** Rankings by meaning; null where there are none. */
  readonly dense: (question: string, scope: Retrieval['scope']) => Promise<DenseOutcome | null>;
  /** Reads the best passages together with the question; null without one. */
  readonly reranker: () => Promise<Reranker | null>;
  /** Judges whether a passage says something, where no chat model does; null without one. Missing means none. */
  readonly entailment?: () => Promise<EntailmentModel | null>;
  /** Notes on how the index was read. */
  readonly notes?: readonly Message[];
  /** True where nobody looks at the evidence: passages of a context are not made ready to be shown. */
  readonly isUnseen?: boolean;
  /**
   * Writes the answer, once it is ready; null where nobody does: then the search ends with the evidence. The evidence
   * does not wait for it, and stays where it cannot be had.
   */
  readonly writer: Promise<Writer | null> | null;
}

/** A chat model, and how it is asked. */
export interface Writer {
  readonly model: ChatModelInfo;
  /** A person's own words by prompt name. */
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
  readonly ask: AskModel;
  /** Judges sentences by their meaning; null without one. */
  readonly checker: (emit: (event: SearchEvent) => void, documentIds: readonly string[]) => Promise<Checker | null>;
  readonly steering: Steering;
}

/** Estimated tokens of what is shown to a person (GraphRAG's max_context_tokens). */
const EVIDENCE_TOKENS = 12_000;
/** Text units that a reranker reads at a time, and in all where the mode does not say. */
const RERANKED = 30;

/** Inputs of one search. */
interface Asked {
  readonly index: SearchIndex;
  readonly request: SearchRequest;
  readonly env: SearchEnv;
  readonly scope: Retrieval['scope'];
  readonly emit: (event: SearchEvent) => void;
}

/** Plan and evidence of a search, before any model writes. */
interface Look {
  readonly plan: Plan;
  readonly mode: Mode;
  /** Comparison by meaning, for the trace. */
  readonly meaning: Pick<Trace, 'embeddings' | 'withoutEmbeddings'>;
  readonly retrieval: Retrieval;
  readonly contexts: readonly BuiltContext[];
  readonly evidence: Evidence;
  /** False where nobody looks at the evidence, of which there is some. */
  readonly isBuilt: boolean;
}

/**
 * The one path of every mode: request → retrieval → context → evidence on the screen → writer → grounding. The evidence comes before any word
 * of a model; where a model reads the question anew, a reranker its passages, or a mode asks before it retrieves, it comes again. The last event is the answer. A model that
 * fails leaves the evidence. Throws the signal's reason where it is stopped before the evidence.
 */
export async function search(
  index: SearchIndex,
  request: SearchRequest,
  env: SearchEnv,
  emit: (event: SearchEvent) => void,
): Promise<void> {
  const started = env.clock.now();
  const gathered = gather(emit);
  const { signal } = env;
  env.writer?.catch(() => undefined); // looked at once the evidence stands
  const scope = scopeOf(index, request);
  const asked: Asked = { index, request, env, scope, emit };
  let found = await look(asked);
  let searchedFor: string | undefined;
  const asides: Message[] = [];
  const traceOf = (outcome: SearchProgress | ModeOutcome | null, notes: readonly Message[]): Trace => ({
    ...found.plan,
    sections: traceSections(outcome?.contexts ?? found.contexts, outcome?.left),
    milliseconds: env.clock.now() - started,
    ...gathered.soFar(),
    ...found.meaning,
    ...(searchedFor !== undefined && { searchedFor }),
    ...(found.retrieval.question.carried.length > 0 && { carried: found.retrieval.question.carried }),
    ...(outcome?.passedOver && { passedOver: outcome.passedOver }),
    notes: [...(env.notes ?? []), ...asides, ...notes],
  });
  const alone = (stopped: boolean, failure?: Message): void => {
    const { evidence, mode } = found;
    const notFound = isEmpty(found) && !stopped && !mode.withoutDocuments;
    const words = { sentences: [], citations: [], notFound, stopped, ...(failure !== undefined && { failure }) };
    const trace = traceOf(null, failure === undefined ? [] : [failure]);
    emit({ kind: 'answer', answer: { mode: mode.name, method: 'evidence', evidence, ...words, trace } });
  };
  const writer = await writerIn(env);
  if (writer === 'stopped') return alone(true);
  if (isMessage(writer)) return alone(false, writer);
  if (writer) emit({ kind: 'writer', title: writer.model.title });
  const asking = writer && {
    ...writer,
    checker: (documentIds: readonly string[]) => writer.checker(gathered.emit, documentIds),
    ...{ choices: answerChoices(request.parameters?.answers), signal, emit: gathered.emit },
  };
  const standing =
    asking && !found.mode.withoutDocuments
      ? await rewriteQuestion(asking, index, request).catch((error: unknown) => {
          if (!signal.aborted) throw error;
          return null;
        })
      : request.question;
  if (standing === null) return alone(true);
  if (standing !== request.question) {
    searchedFor = standing;
    found = await look({ ...asked, request: { ...request, question: standing, history: [] } }, standing);
  }
  const { reranked, note } = await rerank(found, env);
  if (note !== undefined) asides.push(note);
  if (reranked) found = { ...found, ...show(asked, found.mode, { ...found.retrieval.question, reranked }) };
  const readers = { reranker: env.reranker, checker: env.entailment ?? (() => Promise.resolve(null)) };
  if (!asking) {
    const sifted = await sift(found, { readers, signal, emit: gathered.emit });
    if (isMessage(sifted)) asides.push(sifted);
    else if (sifted) found = { ...found, ...show(asked, sifted, found.retrieval.question) };
    if (found.mode.withoutModel) asides.push(found.mode.withoutModel);
    return alone(signal.aborted, found.mode.withoutDocuments && NEEDS_MODEL);
  }
  const carried = searchedFor === undefined ? [] : gathered.calls.flatMap(({ documentIds }) => documentIds);
  const runOf = ({ retrieval }: Look): SearchRun => ({
    ...retrieval,
    ...asking,
    // What was asked, not what it was read as: its history and settings are a person's.
    ...{ request, carried, readers },
    dense: async (words) => env.dense(words, scope),
  });
  const prepared = await prepare(found.mode, runOf(found));
  if (isMessage(prepared)) asides.push(prepared);
  else if (prepared) found = { ...found, mode: prepared, ...show(asked, prepared, found.retrieval.question) };
  const { evidence } = found;
  if (prepared === null || (isEmpty(found) && !found.mode.withoutDocuments)) return alone(signal.aborted);
  const run = runOf(found);
  const outcome = await outcomeOf(found.mode, run, gathered).catch((error: unknown) => {
    if (signal.aborted && !isModelFailure(signal.reason)) return null;
    if (!isModelFailure(error)) throw error;
    emit({ kind: 'restart', reason: reasonOf(error) });
    return message`${asking.model.title} did not answer: ${reasonOf(error)}`;
  });
  if (outcome === null) return alone(true);
  if (isMessage(outcome)) return alone(false, outcome);
  const trace = traceOf(outcome, notesOf(outcome, asking.model.title));
  emit({ kind: 'answer', answer: answerOf(run, evidence, outcome, trace) });
}

/** Reason why a mode that shows no documents gives no answer without a model. */
const NEEDS_MODEL = message`This method asks a chat model and shows it none of your documents. Choose a model and let it answer, or choose another method.`;

/**
 * The passages with the words of a question, before names and connections are in memory. The search itself comes after
 * them, with evidence that replaces them.
 */
export async function showAhead(
  index: SearchIndex,
  request: SearchRequest,
  env: Pick<SearchEnv, 'clock' | 'claims'> & { readonly reason: Message },
  emit: (event: SearchEvent) => void,
): Promise<void> {
  const isByEntity = (request.filters?.entityIds ?? []).length > 0;
  if (request.mode !== 'auto' && MODES[request.mode].withoutDocuments) return;
  if (index.unitAt.size === 0 || isByEntity || !hasWords(request.question)) return;
  const scope = scopeOf(index, request);
  const question = readQuestion(index, request, (slot) => scope.document(index.unitAt.get(slot)?.document_id ?? ''));
  emit({ kind: 'plan', mode: FIRST_LOOK, reason: env.reason });
  await env.clock.yield();
  show({ index, request, env, scope, emit }, MODES[FIRST_LOOK], question);
}

/** The mode with passages that small models chose, or why they did not; undefined where they choose none. */
async function sift(
  { mode, retrieval }: Look,
  run: Omit<EncoderRun, keyof Retrieval>,
): Promise<Mode | Message | undefined> {
  if (!hasWords(retrieval.question.text)) return undefined;
  try {
    const retrieve = await mode.sift?.({ ...retrieval, ...run });
    return retrieve ? { ...mode, retrieve } : undefined;
  } catch (error) {
    if (run.signal.aborted) return undefined;
    if (!isModelFailure(error)) throw error;
    return message`The passages were not tested: ${reasonOf(error)}`;
  }
}

/** The writer once it is ready, why it cannot be had, or that the search was stopped before. */
async function writerIn({ writer, signal }: Pick<SearchEnv, 'writer' | 'signal'>) {
  try {
    return await abortable(Promise.resolve(writer), signal);
  } catch (error) {
    if (signal.aborted) return 'stopped';
    if (!isModelFailure(error)) throw error;
    return message`The model did not answer: ${reasonOf(error)}`;
  }
}

/** Reads a question, finds its evidence and emits both; `searchedFor` where these are not the typed words. */
async function look(asked: Asked, searchedFor?: string): Promise<Look> {
  const { index, request, env, scope, emit } = asked;
  // What is missing is a fact about the documents, not about a filter.
  const inDocuments = (slot: number): boolean => scope.document(index.unitAt.get(slot)?.document_id ?? '');
  const read = readQuestion(index, request, inDocuments);
  const plan = planSearch(index, request, read);
  emit({ kind: 'plan', ...plan, ...(searchedFor && { searchedFor }) });
  await env.clock.yield();
  const mode = MODES[plan.mode];
  if (mode.ready) await runWork(mode.ready(index), env);
  const isCompared = hasWords(read.text) && !mode.withoutDocuments;
  const dense = isCompared ? await env.dense(read.text, scope) : null;
  const shown = show(asked, mode, dense?.search ? { ...read, dense: dense.search } : read);
  const meaning = dense ? { embeddings: dense.words, ...(!dense.search && { withoutEmbeddings: true as const }) } : {};
  return { plan, mode, meaning, ...shown };
}

/** Finds the evidence of a mode on a question, and emits it. */
function show(
  { index, request, env, scope, emit }: Omit<Asked, 'env'> & { readonly env: Pick<SearchEnv, 'claims' | 'isUnseen'> },
  mode: Mode,
  question: Question,
): Pick<Look, 'retrieval' | 'contexts' | 'evidence' | 'isBuilt'> {
  const level = levelOf(request, mode.name);
  const retrieval: Retrieval = { index, request, claims: env.claims, level, question, scope };
  const isSearched = hasWords(question.typed) && !mode.withoutDocuments;
  const contexts = isSearched ? mode.retrieve(retrieval, EVIDENCE_TOKENS) : [];
  const isBuilt = !(env.isUnseen && hasPassages(contexts));
  const evidence = isSearched && isBuilt ? buildEvidence(retrieval, mode, contexts) : NO_EVIDENCE;
  emit({ kind: 'evidence', evidence });
  emit({ kind: 'context', sections: traceSections(contexts) });
  return { retrieval, contexts, evidence, isBuilt };
}

/**
 * The mode with what a model told it before retrieval, or why it was not told; undefined where it asks none. Null where the search was stopped
 * meanwhile.
 */
async function prepare(mode: Mode, run: SearchRun): Promise<Mode | Message | null | undefined> {
  try {
    const searcher = await mode.prepare?.(run);
    return searcher ? { ...mode, ...searcher } : undefined;
  } catch (error) {
    // A search that its model ended for good is aborted, too: writing tells of that.
    if (!isModelFailure(run.signal.aborted ? run.signal.reason : error)) {
      if (run.signal.aborted) return null;
      throw error;
    }
    return message`The search went on without asking the model first: ${reasonOf(error)}`;
  }
}

/** Scores the best text units with a reranker, where there is one; else, or where it did not read all, a note says why. */
async function rerank(
  { retrieval, mode }: Pick<Look, 'retrieval' | 'mode'>,
  { reranker, signal }: Pick<SearchEnv, 'reranker' | 'signal'>,
): Promise<{ readonly reranked?: ReadonlyMap<number, number>; readonly note?: Message }> {
  const { text: question } = retrieval.question;
  if (!hasWords(question) || mode.withoutDocuments) return {};
  const reranked = new Map<number, number>();
  try {
    const model = await reranker();
    if (!model) return {};
    const passages = mode.reranks?.(retrieval) ?? bestPassages(retrieval);
    for (let from = 0; from < passages.length; from += RERANKED) {
      const some = passages.slice(from, from + RERANKED);
      const texts = some.map(({ text }) => text);
      const scores = await model.rank(question, texts, { signal });
      some.forEach(({ slot }, at) => reranked.set(slot, scores[at] ?? 0));
    }
    return { reranked };
  } catch (error) {
    if (signal.aborted) return {};
    if (reranked.size === 0) return { note: message`The reranker did not read the passages: ${reasonOf(error)}` };
    return { reranked, note: message`The reranker read ${reranked.size} passages only: ${reasonOf(error)}` };
  }
}

const bestPassages = ({ index, question, scope }: Retrieval): readonly ReadPassage[] =>
  rankTextUnits(index, question, scope.unit)
    .hits.slice(0, RERANKED)
    .map(({ id }) => ({ slot: id, text: index.unitAt.get(id)?.text ?? '' }));

const isEmpty = ({ evidence, isBuilt }: Pick<Look, 'evidence' | 'isBuilt'>): boolean => {
  const { passages, entities, communities, summaries = [] } = evidence;
  return isBuilt && passages.length + entities.length + communities.length + summaries.length === 0;
};

const hasPassages = (contexts: readonly BuiltContext[]): boolean =>
  contexts.some(({ tables }) => tables.some(({ dataset, rows }) => dataset === 'Sources' && rows.length > 0));

/** Forwards events, and collects calls, points and follow-up questions for the trace. */
function gather(emit: (event: SearchEvent) => void) {
  const calls: TracedCall[] = [];
  const points: BatchPoints[] = [];
  const actions = new Map<number, DriftAction>();
  let tests: RelevanceTests | undefined;
  /** Returns the actions, with those that were cut off as waiting again. */
  const actionsNow = (): readonly DriftAction[] =>
    [...actions.values()].map((one) => (one.state === 'asking' ? { ...one, state: 'waiting' } : one));
  return {
    calls,
    hasFindings: (): boolean => actions.size > 1 || points.some((batch) => batch.points.length > 0),
    soFar: (): Pick<Trace, 'modelCalls' | 'calls' | 'points' | 'actions' | 'tests'> => ({
      modelCalls: calls.filter(({ remembered }) => !remembered).length,
      ...(calls.length > 0 && { calls }),
      ...(actions.size > 0 && { actions: actionsNow() }),
      ...(tests && { tests }),
      ...(points.length > 0 && { points: points.toSorted((a, b) => a.batch - b.batch) }),
    }),
    emit: (event: SearchEvent): void => {
      if (event.kind === 'call') calls.push(event.call);
      if (event.kind === 'tests') tests = event.tests;
      if (event.kind === 'points') points.push(event.points);
      if (event.kind === 'action') actions.set(event.action.id, event.action);
      emit(event);
    },
  };
}

/** Runs a mode. Where it was stopped or its model failed, returns the findings until then. */
async function outcomeOf(mode: Mode, run: SearchRun, { hasFindings }: ReturnType<typeof gather>): Promise<ModeOutcome> {
  let found: SearchProgress = { contexts: [], findings: [], notes: [] };
  try {
    return await mode.write(run, (now) => (found = now));
  } catch (error) {
    const partial = partialAnswer(run, found, error, hasFindings());
    if (!partial) throw error;
    return partial;
  }
}

function notesOf({ notes, written }: ModeOutcome, title: string): readonly Message[] {
  const { wrongHints, uncheckedFor } = written;
  const ending = endingOf(written, title);
  const times = wrongHints === 1 ? message`${wrongHints} reference` : message`${wrongHints} references`;
  return [
    ...notes,
    ...(ending === null ? [] : [ending]),
    ...(uncheckedFor === undefined ? [] : [message`The sentence checker did not read to the end: ${uncheckedFor}`]),
    ...(wrongHints > 0
      ? [message`${title} gave ${times} to sources that do not exist; citations were found without them.`]
      : []),
  ];
}

/** Returns the reason why an answer ends early by itself, in a sentence; null where it does not. */
function endingOf({ broken, cut }: ModeOutcome['written'], title: string): Message | null {
  if (broken instanceof Error && broken.name !== 'AbortError') {
    return message`${title} broke off: ${reasonOf(broken)}`;
  }
  return cut ? message`${title} reached the length set for an answer, so the end is missing.` : null;
}

function answerOf(run: SearchRun, evidence: Evidence, { written, lead }: ModeOutcome, trace: Trace): Answer {
  const { text, sentences, citations, broken, notFound } = written;
  const hasText = text.trim() !== '';
  const ending = endingOf(written, run.model.title);
  return {
    mode: trace.mode,
    // Where nothing was shown, no model was asked.
    method: hasText || trace.calls ? run.model.title : 'evidence',
    evidence,
    sentences,
    citations,
    notFound,
    stopped: broken !== undefined,
    ...(ending !== null && { ending }),
    ...(lead !== undefined && { lead }),
    ...(hasText && { text }),
    trace,
  };
}
