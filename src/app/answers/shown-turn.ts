import type { Turn } from '../../core/ports/conversations';
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

export function shownLive({ complete: _complete, writer: _writer, ended, ...live }: LiveAnswer): ShownTurn {
  return { ...live, streaming: !ended };
}

export const shownTurn = (turn: Turn): ShownTurn => ({
  ...turn,
  scope: turn.scope ?? [],
  working: '',
  points: turn.answer.trace.points ?? [],
  streaming: false,
});

/** What came of an answer, to be kept; null when nothing did: no evidence, no word, no point of a batch, and no answer to a question on the way. */
export function turnOf(live: LiveAnswer, stopped: boolean): Turn | null {
  if (live.complete) return turnWith(live, live.answer);
  return hasWords(live) || hasEvidence(live) || hasFindings(live)
    ? turnWith(live, { ...brokenOff(live), stopped })
    : null;
}

/** An answer that was stopped before anything of it came, to stand beside the one that it is compared with. */
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
 * How much has come that is worth keeping at once, each time that it grows: 1 for the evidence, with which the question is kept, 2 for its first finished sentence, or something found on the way to it; 0 for nothing.
 */
export function worthKeeping(live: LiveAnswer): 0 | 1 | 2 {
  const isWritten = live.answer.method !== 'evidence';
  if ((isWritten && live.answer.sentences.length > 0) || hasFindings(live)) return 2;
  return (isWritten && hasWords(live)) || hasEvidence(live) ? 1 : 0;
}

const hasWords = ({ answer }: LiveAnswer): boolean => answer.sentences.length > 0 || answer.text !== undefined;

const hasEvidence = ({ answer: { evidence } }: LiveAnswer): boolean =>
  evidence.passages.length + evidence.entities.length + evidence.communities.length + evidence.missing.length > 0;

const hasFindings = ({ answer, points }: LiveAnswer): boolean =>
  points.some((batch) => batch.points.length > 0) ||
  (answer.trace.actions ?? []).some(({ state, answer: found }) => state === 'answered' && found !== '');

/**
 * An answer of which only a part has come, with what it is made from as the engine puts it on the trace at its end: the points, and the
 * questions on the way, none of which is being asked any more.
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
