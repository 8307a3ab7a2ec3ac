import type { Answer, SearchEvent } from '../core/search/events';
import { withinScope } from './answer-scope';

/** An answer while it arrives. `complete` once the engine sent the whole of it. */
export interface LiveAnswer {
  readonly id: string;
  readonly question: string;
  /** Ids of the chosen documents; empty when all are asked. */
  readonly scope: readonly string[];
  readonly answer: Answer;
  readonly complete: boolean;
}

export function started(id: string, question: string, scope: readonly string[]): LiveAnswer {
  const trace = { mode: 'basic', reason: '', sections: [], milliseconds: 0, modelCalls: 0 } as const;
  const answer: Answer = {
    mode: 'basic',
    method: 'extractive',
    sentences: [],
    citations: [],
    notFound: false,
    stopped: false,
    trace,
  };
  return { id, question, scope, answer, complete: false };
}

function answerWithin(answer: Answer, scope: readonly string[]): Answer {
  return { ...answer, sentences: answer.sentences.map((sentence) => withinScope(sentence, scope)) };
}

function withEvent(live: LiveAnswer, event: SearchEvent): LiveAnswer {
  const { answer } = live;
  switch (event.kind) {
    case 'plan': {
      const { mode, reason } = event;
      return { ...live, answer: { ...answer, mode, trace: { ...answer.trace, mode, reason } } };
    }
    case 'context':
      return { ...live, answer: { ...answer, trace: { ...answer.trace, sections: event.sections } } };
    case 'citation':
      return { ...live, answer: { ...answer, citations: [...answer.citations, event.citation] } };
    case 'sentence':
      return {
        ...live,
        answer: { ...answer, sentences: [...answer.sentences, withinScope(event.sentence, live.scope)] },
      };
    case 'answer':
      return { ...live, answer: answerWithin(event.answer, live.scope), complete: true };
  }
}

export function withEvents(live: LiveAnswer, events: readonly SearchEvent[]): LiveAnswer {
  return events.reduce(withEvent, live);
}
