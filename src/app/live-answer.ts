import type { Answer, AskedFor, BatchPoints, SearchEvent, SearchRequest } from '../core/search/events';
import { withinScope } from './answer-scope';

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
  readonly complete: boolean;
  /** Nothing more comes, though another one that it is compared with may still arrive. */
  readonly ended: boolean;
  /** What goes on while no words come; empty while they do. */
  readonly working: string;
  /** What batches of reports said so far (global search). */
  readonly points: readonly BatchPoints[];
}

export type NamedRequest = SearchRequest & { readonly id: string };

/** An answer of which nothing is here yet, to be shown beside another turn if one is given. */
export function started(request: NamedRequest, comparedWith?: string): LiveAnswer {
  const { id, question, documentIds: scope = [] } = request;
  const mode = request.mode === 'auto' ? 'basic' : request.mode;
  const trace = { mode, reason: '', sections: [], milliseconds: 0, modelCalls: 0 };
  const answer: Answer = {
    mode,
    method: 'extractive',
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
    complete: false,
    ended: false,
    working: '',
    points: [],
  };
}

const askedFor = ({ mode, level, method, parameters, drift }: SearchRequest): AskedFor => ({
  mode,
  ...(level !== undefined && { level }),
  ...(method && { method }),
  ...(parameters && { parameters }),
  ...(drift && { drift }),
});

function answerWithin(answer: Answer, scope: readonly string[]): Answer {
  return { ...answer, sentences: answer.sentences.map((sentence) => withinScope(sentence, scope)) };
}

/** Who writes, until the whole answer says which. */
export const SOME_MODEL = 'a model';

function withEvent(live: LiveAnswer, event: SearchEvent): LiveAnswer {
  const { answer } = live;
  switch (event.kind) {
    case 'plan': {
      const { mode, reason, searchedFor } = event;
      // Points and questions on the way are of an attempt before this one.
      const { actions: _void, ...before } = answer.trace;
      const trace = { ...before, mode, reason, ...(searchedFor !== undefined && { searchedFor }) };
      return { ...live, answer: { ...answer, mode, trace }, points: [] };
    }
    case 'context':
      return { ...live, answer: { ...answer, trace: { ...answer.trace, sections: event.sections } } };
    case 'working':
      return { ...live, working: event.words };
    case 'text':
      return {
        ...live,
        working: '',
        answer: { ...answer, method: SOME_MODEL, text: (answer.text ?? '') + event.text },
      };
    case 'restart': {
      const { text: _void, ...rest } = answer;
      return {
        ...live,
        working: event.reason,
        answer: { ...rest, method: 'extractive', sentences: [], citations: [] },
      };
    }
    case 'cited':
      return { ...live, answer: { ...answer, sentences: event.sentences, citations: event.citations } };
    case 'told':
      return { ...live, answer: { ...answer, trace: { ...answer.trace, told: event.documentIds } } };
    case 'call': {
      const calls = [...(answer.trace.calls ?? []), event.call];
      const modelCalls = calls.filter(({ remembered }) => !remembered).length;
      return { ...live, answer: { ...answer, trace: { ...answer.trace, calls, modelCalls } } };
    }
    case 'points':
      return { ...live, points: [...live.points, event.points].sort((a, b) => a.batch - b.batch) };
    case 'action': {
      const { action } = event;
      const others = (answer.trace.actions ?? []).filter(({ id }) => id !== action.id);
      const actions = [...others, action].sort((a, b) => a.id - b.id);
      return { ...live, answer: { ...answer, trace: { ...answer.trace, actions } } };
    }
    case 'citation':
      return { ...live, answer: { ...answer, citations: [...answer.citations, event.citation] } };
    case 'sentence':
      return {
        ...live,
        answer: { ...answer, sentences: [...answer.sentences, withinScope(event.sentence, live.scope)] },
      };
    case 'answer':
      return { ...live, answer: answerWithin(event.answer, live.scope), complete: true, working: '' };
  }
}

/** The answer after these events, in their order. */
export function withEvents(live: LiveAnswer, events: readonly SearchEvent[]): LiveAnswer {
  return events.reduce(withEvent, live);
}
