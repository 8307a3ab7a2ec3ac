import type { Answer, AskedFor, BatchPoints, SearchEvent, SearchRequest } from '../core/search/events';
import { NO_EVIDENCE } from '../core/search/evidence/evidence';

/** An answer while it arrives. `complete` once the engine sent the whole of it. */
export interface LiveAnswer {
  readonly id: string;
  readonly question: string;
  /** Ids of the chosen documents; empty when all are asked. */
  readonly scope: readonly string[];
  /** How it was asked. */
  readonly request: AskedFor;
  /** The turn beside which it is shown. */
  readonly comparedWith?: string;
  readonly answer: Answer;
  /** Title of the model that writes it, as far as it is known. */
  readonly writer: string;
  readonly complete: boolean;
  /** Nothing more comes, though another one that it is compared with may still arrive. */
  readonly ended: boolean;
  /** What goes on while no words come; empty while they do. */
  readonly working: string;
  /** What batches of reports said so far (global search). */
  readonly points: readonly BatchPoints[];
}

/** Who writes, until it is known which. */
const SOME_MODEL = 'a model';

export type NamedRequest = SearchRequest & { readonly id: string };

/** An answer of which nothing is here yet, to be shown beside another turn if one is given. */
export function started(request: NamedRequest, comparedWith?: string): LiveAnswer {
  const { id, question, documentIds: scope = [] } = request;
  const mode = request.mode === 'auto' ? 'basic' : request.mode;
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

const askedFor = ({ mode, level, method, parameters, drift, filters }: SearchRequest): AskedFor => ({
  mode,
  ...(level !== undefined && { level }),
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

/** What each kind of event changes. */
const CHANGES: { readonly [K in SearchEvent['kind']]: Change<K> } = {
  plan: (live, { mode, reason, searchedFor, writer = SOME_MODEL, early }) => {
    // Points and questions on the way are of an attempt before this one.
    const { actions: _void, ...before } = live.answer.trace;
    const trace = { ...before, mode, reason, ...(searchedFor !== undefined && { searchedFor }) };
    return { ...withAnswer(live, { mode, trace, ...early }), writer, points: [] };
  },
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
  action: (live, { action }) => {
    const others = (live.answer.trace.actions ?? []).filter(({ id }) => id !== action.id);
    return withTrace(live, { actions: [...others, action].sort((a, b) => a.id - b.id) });
  },
  answer: (live, { answer }) => ({ ...live, answer, complete: true, working: '' }),
};

const changed = <K extends SearchEvent['kind']>(live: LiveAnswer, kind: K, event: Events[K]): LiveAnswer =>
  CHANGES[kind](live, event);

/** The answer after these events, in their order. */
export function withEvents(live: LiveAnswer, events: readonly SearchEvent[]): LiveAnswer {
  return events.reduce((before, event) => changed(before, event.kind, event), live);
}
