import type { Turn } from '../../core/ports';
import type { Answer, AskedFor, BatchPoints, FollowUps } from '../../core/search/events';
import type { LiveAnswer } from '../live-answer';

/** A question with its answer, finished or still arriving. */
export interface ShownTurn {
  readonly id: string;
  readonly question: string;
  /** Ids of the chosen documents; empty when all were asked. */
  readonly scope: readonly string[];
  readonly answer: Answer;
  /** When it was asked, in milliseconds since 1970; missing while it is answered. */
  readonly asked?: number;
  /** How it was asked; missing in turns of earlier versions. */
  readonly request?: AskedFor;
  /** The turn beside which it is shown. */
  readonly comparedWith?: string;
  readonly followUps?: FollowUps;
  /** True where the page or the engine ended before the answer did. */
  readonly unfinished?: true;
  readonly streaming: boolean;
  /** What goes on while no words come. */
  readonly working: string;
  /** What batches of reports said so far. */
  readonly points: readonly BatchPoints[];
}

export function shownLive({ complete: _complete, ended, ...live }: LiveAnswer): ShownTurn {
  return { ...live, streaming: !ended };
}

export const shownTurn = (turn: Turn): ShownTurn => ({
  ...turn,
  scope: turn.scope ?? [],
  working: '',
  points: turn.answer.trace.points ?? [],
  streaming: false,
});

/** What came of an answer, to be kept; null when nothing did. */
export function turnOf(live: LiveAnswer, stopped: boolean): Turn | null {
  const { id, question, scope, request, comparedWith, complete, points } = live;
  if (!complete && live.answer.sentences.length === 0 && live.answer.text === undefined) return null;
  return {
    id,
    question,
    asked: Date.now(),
    request,
    ...(scope.length > 0 && { scope }),
    ...(comparedWith !== undefined && { comparedWith }),
    answer: complete ? live.answer : { ...withPoints(live.answer, points), stopped },
  };
}

/** An answer of which only a part has come, with the points that it is made from: the engine puts them on the trace at its end. */
function withPoints(answer: Answer, points: readonly BatchPoints[]): Answer {
  return points.length === 0 ? answer : { ...answer, trace: { ...answer.trace, points } };
}
