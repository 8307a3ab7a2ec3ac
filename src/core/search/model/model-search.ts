import type { ChatModelInfo } from '../../models/chat-model';
import type { EditedPrompt } from '../../prompts/prompt';
import type { SearchIndex } from '../../retrieval/index';
import type { CovariateRow } from '../../tables/tables';
import type { Clock } from '../../ports/clock';
import { hasWords } from '../asking-words';
import type { Vectorise } from '../alignment/likeness';
import { scopeOf } from '../context/scope';
import type { DenseOutcome } from '../dense-outcome';
import type { Answer, AnswerSentence, BatchPoints, RunMode, SearchEvent, SearchRequest, Trace } from '../events';
import { answerChoices } from '../parameters/answer-parameters';
import { DEFAULT_LEVEL } from '../parameters/level';
import { planSearch } from '../plan';
import { readQuestion } from '../question';
import { say, WORDS } from '../words';
import { answerBasically } from './answer-basically';
import { answerByDrift } from './answer-by-drift';
import { answerGlobally } from './answer-globally';
import { answerLocally } from './answer-locally';
import type { DriftAction } from './drift-action';
import type { DriftSteering } from './drift-tree';
import type { Found, Keep } from './found';
import { instructionAttempts } from './instruction-attempts';
import type { ModeOutcome } from './mode-outcome';
import { piecesOf } from './pieces';
import { rewriteQuestion } from './rewrite-question';
import type { AskModel, SearchRun } from './search-run';
import { sectionsOf } from './trace-sections';
import type { TracedCall } from './traced-call';

/** What a search with a model is handed. */
export interface ModelSearchEnv {
  readonly clock: Clock;
  readonly claims: readonly CovariateRow[];
  readonly model: ChatModelInfo;
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
  readonly ask: AskModel;
  readonly dense: (question: string) => Promise<DenseOutcome | null>;
  readonly vectorise?: Vectorise | undefined;
  readonly steering: DriftSteering;
  readonly signal: AbortSignal;
}

/**
 * Answers a question with a language model; the last event is the answer. Throws ModelError where the model gave nothing at all, and the
 * signal's reason where it was stopped before any word came.
 */
export async function modelSearch(
  index: SearchIndex,
  request: SearchRequest,
  env: ModelSearchEnv,
  emit: (event: SearchEvent) => void,
): Promise<void> {
  const started = env.clock.now();
  const gathered = gather(emit);
  const choices = answerChoices(request.parameters?.answers);
  const { model, prompts, ask, signal, dense, claims } = env;
  const vectors = env.vectorise && { vectorise: env.vectorise };
  const asking = { model, prompts, ask, signal, choices, emit: gathered.emit, ...vectors };
  const standing = await rewriteQuestion(asking, request);
  const asked = {
    ...request,
    question: standing,
    earlier: standing === request.question ? (request.earlier ?? []) : [],
  };
  const read = readQuestion(index, asked);
  const plan = planSearch(index, asked, read, 'model');
  const searchedFor = standing === request.question ? {} : { searchedFor: standing };
  emit({ kind: 'plan', ...plan, ...searchedFor, writer: model.title });
  await env.clock.yield();
  const outcome = hasWords(standing) ? await dense(read.text) : null;
  const question = outcome?.search ? { ...read, dense: outcome.search } : read;
  const level = request.level ?? DEFAULT_LEVEL;
  const scope = scopeOf(index, request.documentIds);
  const carried = standing === request.question ? [] : gathered.calls.flatMap(({ documentIds }) => documentIds);
  const run: SearchRun = { ...asking, carried, index, claims, request, question, scope, level, dense };
  const found = await outcomeOf(plan.mode, run, env.steering, gathered);
  const trace: Trace = {
    ...plan,
    ...(outcome && { embeddings: outcome.words }),
    ...searchedFor,
    ...traceOf(run, found, gathered),
    milliseconds: env.clock.now() - started,
  };
  emit({ kind: 'answer', answer: answerOf(run, found, trace) });
}

/** What of a trace is known once a mode has ended. */
function traceOf(
  { index, model }: SearchRun,
  found: ModeOutcome,
  { calls, points, actionsNow }: ReturnType<typeof gather>,
): Omit<Trace, 'mode' | 'reason' | 'milliseconds'> {
  const actions = actionsNow();
  return {
    sections: sectionsOf(found.contexts, found.left),
    modelCalls: calls.filter(({ remembered }) => !remembered).length,
    calls,
    ...(actions.length > 0 && { actions }),
    ...(points.length > 0 && { points: points.toSorted((a, b) => a.batch - b.batch) }),
    ...(found.passedOver && { passedOver: found.passedOver }),
    notes: notesOf(found, model.title),
    instructions: instructionAttempts(index, found.contexts),
  };
}

/** Hands events on, and keeps for the trace what is told of calls, points and questions on the way. */
function gather(emit: (event: SearchEvent) => void) {
  const calls: TracedCall[] = [];
  const points: BatchPoints[] = [];
  const actions = new Map<number, DriftAction>();
  return {
    calls,
    points,
    actions,
    /** What was being asked when the search ended was not asked to the end. */
    actionsNow: (): readonly DriftAction[] =>
      [...actions.values()].map((one) => (one.state === 'asking' ? { ...one, state: 'waiting' } : one)),
    emit: (event: SearchEvent): void => {
      if (event.kind === 'call') calls.push(event.call);
      if (event.kind === 'points') points.push(event.points);
      if (event.kind === 'action') actions.set(event.action.id, event.action);
      emit(event);
    },
  };
}

/** What a mode found and wrote; where it was stopped or its model failed, what it had found until then. */
async function outcomeOf(
  mode: RunMode,
  run: SearchRun,
  steering: DriftSteering,
  { points, actions }: ReturnType<typeof gather>,
): Promise<ModeOutcome> {
  let found: Found = { contexts: [], findings: [], notes: [] };
  const keep: Keep = (now) => (found = now);
  try {
    return await modeOf(mode, run, steering, keep);
  } catch (error) {
    const anything = actions.size > 1 || points.some((batch) => batch.points.length > 0);
    const pieces = piecesOf(run, found, error, anything);
    if (!pieces) throw error;
    return pieces;
  }
}

function modeOf(mode: RunMode, run: SearchRun, steering: DriftSteering, keep: Keep): Promise<ModeOutcome> {
  switch (mode) {
    case 'local':
      return answerLocally(run);
    case 'global':
      return answerGlobally(run, keep);
    case 'drift':
      return answerByDrift(run, steering, keep);
    case 'basic':
      return answerBasically(run);
  }
}

function notesOf({ notes, written }: ModeOutcome, title: string): readonly string[] {
  const { wrongHints, uncompared } = written;
  return [
    ...notes,
    ...(uncompared === undefined ? [] : [uncompared]),
    ...endingOf(written, title),
    ...(wrongHints > 0
      ? [
          `${title} pointed ${String(wrongHints)} ${wrongHints === 1 ? 'time' : 'times'} at something that does not say so; the citations were found without it.`,
        ]
      : []),
  ];
}

/** Why an answer ends early by itself, in a sentence; none where it does not. */
function endingOf({ broken, cut }: ModeOutcome['written'], title: string): readonly string[] {
  if (broken instanceof Error && broken.name !== 'AbortError') return [`${title} broke off: ${broken.message}`];
  return cut ? [`${title} reached the length set for an answer, so the end is missing.`] : [];
}

function answerOf(run: SearchRun, { written, lead }: ModeOutcome, trace: Trace): Answer {
  const { text, sentences, citations, broken } = written;
  const isEmpty = text.trim() === '';
  const stopped = broken !== undefined;
  const own = say(run.question, stopped ? WORDS.nothingYet : WORDS.nothing);
  const [ending] = endingOf(written, run.model.title);
  const before = !stopped && isUnsaid(sentences) && !written.baseless ? WORDS.otherWords : lead;
  return {
    mode: trace.mode,
    // Where nothing was found, no model was asked.
    method: isEmpty && trace.calls?.length === 0 ? 'extractive' : run.model.title,
    sentences: isEmpty ? [{ text: own, role: 'plain', citations: [] }] : sentences,
    citations: isEmpty ? [] : citations,
    notFound: written.notFound || (!stopped && written.baseless),
    stopped,
    ...(ending !== undefined && { ending }),
    ...(before && { lead: say(run.question, before) }),
    ...(!isEmpty && { text }),
    trace,
  };
}

/** Whether nothing of what was written is said like that by what was looked at. */
const isUnsaid = (sentences: readonly AnswerSentence[]): boolean =>
  sentences.some(({ support }) => support === 'unsupported') &&
  !sentences.some(({ support }) => support === 'supported' || support === 'partly');
