import type { Message } from '../../core/message';
import type { Answer, FollowUps } from '../../core/search/answer/answer';
import type { BatchPoints } from '../../core/search/trace';
import { FIRST_LOOK } from '../../core/search/request/mode-names';
import type { AskedFor, SearchRequest } from '../../core/search/request/search-request';
import type { SearchEvent } from '../../core/search/events';
import { NO_EVIDENCE } from '../../core/search/evidence/evidence';
import type { Turn } from '../../core/conversations/conversations';

/** An answer while it arrives. `complete` once the engine sent the whole of it. */
export interface LiveAnswer {
  readonly id: string;
  readonly question: string;
  /** Ids of the chosen documents; empty when all are asked. */
  readonly scope: readonly string[];
  /** Choices of the request. */
  readonly request: AskedFor;
  /** The turn beside which it is shown. */
  readonly comparedWith?: string;
  readonly answer: Answer;
  /** Title of the model that writes it, as far as it is known. */
  readonly writer: string;
  readonly complete: boolean;
  /** True once no more comes, though another one that it is compared with may still arrive. */
  readonly ended: boolean;
  /** Current work while no words come; empty while they do. */
  readonly working: Message;
  /** The points that batches of reports gave so far (global search). */
  readonly points: readonly BatchPoints[];
}

/** Name of the writer, until it is known. */
const SOME_MODEL = 'a model';

export type TurnRequest = SearchRequest & { readonly id: string };

/** An answer of which nothing is here yet, to be shown beside another turn if one is given. */
export function newLiveAnswer(request: TurnRequest, comparedWith?: string): LiveAnswer {
  const { id, question, documentIds: scope = [] } = request;
  const mode = request.mode === 'auto' ? FIRST_LOOK : request.mode;
  const trace = { mode, reason: '', sections: [], milliseconds: 0, modelCalls: 0 };
  const answer: Answer = {
    mode,
    method: 'evidence',
    evidence: NO_EVIDENCE,
    sentences: [],
    citations: [],
    notFound: false,
    stopped: false,
    trace,
  };
  const linked = comparedWith === undefined ? {} : { comparedWith };
  return {
    id,
    question,
    scope,
    request: askedFor(request),
    ...linked,
    answer,
    writer: SOME_MODEL,
    complete: false,
    ended: false,
    working: '',
    points: [],
  };
}

const askedFor = ({ mode, method, parameters, drift, filters }: SearchRequest): AskedFor => ({
  mode,
  ...(method && { method }),
  ...(parameters && { parameters }),
  ...(drift && { drift }),
  ...(filters && { filters }),
});

type Events = { readonly [K in SearchEvent['kind']]: Extract<SearchEvent, { readonly kind: K }> };
type Change<K extends SearchEvent['kind']> = (live: LiveAnswer, event: Events[K]) => LiveAnswer;

const withAnswer = (live: LiveAnswer, parts: Partial<Answer>): LiveAnswer => ({
  ...live,
  answer: { ...live.answer, ...parts },
});

const withTrace = (live: LiveAnswer, parts: Partial<Answer['trace']>): LiveAnswer =>
  withAnswer(live, { trace: { ...live.answer.trace, ...parts } });

/** Changes by each kind of event. */
const CHANGES: { readonly [K in SearchEvent['kind']]: Change<K> } = {
  plan: (live, { mode, reason, searchedFor, early }) => {
    // Points and questions on the way are of an attempt before this one.
    const { actions: _void, ...before } = live.answer.trace;
    const trace = { ...before, mode, reason, ...(searchedFor !== undefined && { searchedFor }) };
    return { ...withAnswer(live, { mode, trace, ...early }), points: [] };
  },
  writer: (live, { title }) => ({ ...live, writer: title }),
  evidence: (live, { evidence }) => withAnswer(live, { evidence }),
  context: (live, { sections }) => withTrace(live, { sections }),
  working: (live, { words }) => ({ ...live, working: words }),
  text: (live, { text }) => ({
    ...withAnswer(live, { method: live.writer, text: (live.answer.text ?? '') + text }),
    working: '',
  }),
  restart: (live, { reason }) => {
    const { text: _void, ...rest } = live.answer;
    return {
      ...live,
      working: reason,
      answer: { ...rest, method: 'evidence', sentences: [], citations: [] },
    };
  },
  cited: (live, { sentences, citations }) => withAnswer(live, { sentences, citations }),
  told: (live, { documentIds }) => withTrace(live, { told: documentIds }),
  call: (live, { call }) => {
    const calls = [...(live.answer.trace.calls ?? []), call];
    return withTrace(live, { calls, modelCalls: calls.filter(({ remembered }) => !remembered).length });
  },
  points: (live, { points }) => ({ ...live, points: [...live.points, points].sort((a, b) => a.batch - b.batch) }),
  tests: (live, { tests }) => withTrace(live, { tests }),
  action: (live, { action }) => {
    const others = (live.answer.trace.actions ?? []).filter(({ id }) => id !== action.id);
    return withTrace(live, { actions: [...others, action].sort((a, b) => a.id - b.id) });
  },
  answer: (live, { answer }) => ({ ...live, answer, complete: true, working: '' }),
};

const changed = <K extends SearchEvent['kind']>(live: LiveAnswer, kind: K, event: Events[K]): LiveAnswer =>
  CHANGES[kind](live, event);

/** The answer after these events, in their order. */
export function applyEvents(live: LiveAnswer, events: readonly SearchEvent[]): LiveAnswer {
  return events.reduce((before, event) => changed(before, event.kind, event), live);
}

/** A question with its answer, finished or still arriving. */
export interface ShownTurn {
  readonly id: string;
  readonly question: string;
  /** Ids of the chosen documents; empty when all were asked. */
  readonly scope: readonly string[];
  readonly answer: Answer;
  /** Time of the question, in milliseconds since 1970; missing while it is answered. */
  readonly asked?: number;
  /** Choices of the request. */
  readonly request?: AskedFor;
  /** The turn beside which it is shown. */
  readonly comparedWith?: string;
  readonly followUps?: FollowUps;
  /** True where the page or the engine ended before the answer did. */
  readonly unfinished?: true;
  readonly streaming: boolean;
  /** Current work while no words come. */
  readonly working: Message;
  /** The points that batches of reports gave so far. */
  readonly points: readonly BatchPoints[];
}

/** The same object for the same answer, so that the screen redraws only changes. */
const shown = new WeakMap<LiveAnswer | Turn, ShownTurn>();

function once<T extends LiveAnswer | Turn>(one: T, show: (one: T) => ShownTurn): ShownTurn {
  const known = shown.get(one) ?? show(one);
  shown.set(one, known);
  return known;
}

export const shownLive = (live: LiveAnswer): ShownTurn =>
  once(live, ({ complete: _complete, writer: _writer, ended, ...rest }) => ({ ...rest, streaming: !ended }));

export const shownTurn = (kept: Turn): ShownTurn =>
  once(kept, (turn) => ({
    ...turn,
    scope: turn.scope ?? [],
    working: '',
    points: turn.answer.trace.points ?? [],
    streaming: false,
  }));

/**
 * Makes the turn to be kept; null for an empty answer: no evidence, no word, no point of a batch, and no answer to a
 * follow-up question.
 */
export function turnOf(live: LiveAnswer, stopped: boolean): Turn | null {
  if (live.complete) return turnWith(live, live.answer);
  return hasWords(live) || hasEvidence(live) || hasFindings(live)
    ? turnWith(live, { ...brokenOff(live), stopped })
    : null;
}

/** An answer that was stopped before anything of it came, to be shown beside the one that it is compared with. */
export const stoppedTurn = (live: LiveAnswer): Turn =>
  turnWith(live, {
    ...brokenOff(live),
    stopped: true,
  });

const turnWith = ({ id, question, scope, request, comparedWith }: LiveAnswer, answer: Answer): Turn => ({
  id,
  question,
  asked: Date.now(),
  request,
  ...(scope.length > 0 && { scope }),
  ...(comparedWith !== undefined && { comparedWith }),
  answer,
});

/**
 * Ranks the parts worth keeping at once: 1 for the evidence, with which the question is kept, 2 for its first finished
 * sentence or a finding, 0 for nothing. Keeps again each time that it grows.
 */
export function worthKeeping(live: LiveAnswer): 0 | 1 | 2 {
  const isWritten = live.answer.method !== 'evidence';
  if ((isWritten && live.answer.sentences.length > 0) || hasFindings(live)) return 2;
  return (isWritten && hasWords(live)) || hasEvidence(live) ? 1 : 0;
}

const hasWords = ({ answer }: LiveAnswer): boolean => answer.sentences.length > 0 || answer.text !== undefined;

const hasEvidence = ({ answer: { evidence } }: LiveAnswer): boolean =>
  evidence.passages.length +
    evidence.entities.length +
    evidence.communities.length +
    (evidence.summaries?.length ?? 0) +
    evidence.missing.length >
  0;

const hasFindings = ({ answer, points }: LiveAnswer): boolean =>
  points.some((batch) => batch.points.length > 0) ||
  (answer.trace.actions ?? []).some(({ state, answer: found }) => state === 'answered' && found !== '');

/**
 * An answer of which only a part has come. Its trace gets what the engine adds at the end: the points, and the questions on the way, none of
 * which is being asked any more.
 */
function brokenOff(live: LiveAnswer): Answer {
  const { answer, points } = live;
  const { actions, calls = [] } = answer.trace;
  const asked = actions?.map((one) => (one.state === 'asking' ? { ...one, state: 'waiting' as const } : one));
  return {
    ...answer,
    ...(!hasWords(live) && calls.length > 0 && { method: live.writer }),
    trace: { ...answer.trace, ...(points.length > 0 && { points }), ...(asked && { actions: asked }) },
  };
}

/** A question with its answer, or with two that are compared. */
export interface Exchange {
  readonly first: ShownTurn;
  /** The same question, asked another way. */
  readonly beside: ShownTurn | null;
}

/** Turns in order, those that are compared together; a second answer whose first is gone is shown alone. */
export function groupExchanges(turns: readonly ShownTurn[]): readonly Exchange[] {
  const ids = new Set(turns.map(({ id }) => id));
  const besideOf = new Map<string, ShownTurn>();
  const firsts: ShownTurn[] = [];
  for (const turn of turns) {
    const { comparedWith } = turn;
    if (comparedWith !== undefined && ids.has(comparedWith) && !besideOf.has(comparedWith))
      besideOf.set(comparedWith, turn);
    else firsts.push(turn);
  }
  return firsts.map((first) => exchangeOf(first, besideOf.get(first.id) ?? null));
}

const exchanges = new WeakMap<ShownTurn, Exchange>();

/** The same object for the same turns. */
function exchangeOf(first: ShownTurn, beside: ShownTurn | null): Exchange {
  const known = exchanges.get(first);
  if (known?.beside === beside) return known;
  const exchange = { first, beside };
  exchanges.set(first, exchange);
  return exchange;
}
