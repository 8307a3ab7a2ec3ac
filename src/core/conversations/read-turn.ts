import { KEPT_PARTS } from '../ports/storage-parts';
import { NO_EVIDENCE } from '../search/evidence/evidence';
import type { Turn } from './conversations';
import { isTurn } from './turn-schema';

/** A turn from outside. Of a damaged one, the question is left, and its answer says that it is lost. */
export const readTurn = (turn: Partial<Turn> & Pick<Turn, 'id'>): Turn => (isTurn(turn) ? turn : withoutAnswer(turn));

function withoutAnswer({ id, question, asked }: Partial<Turn> & Pick<Turn, 'id'>): Turn {
  return {
    id,
    question: typeof question === 'string' ? question : '',
    asked: typeof asked === 'number' ? asked : 0,
    answer: {
      ...{ mode: 'basic', method: 'evidence', evidence: NO_EVIDENCE, sentences: [], citations: [] },
      ...{ notFound: false, stopped: false, failure: KEPT_PARTS.turns.notice() },
      trace: { mode: 'basic', reason: '', sections: [], milliseconds: 0, modelCalls: 0 },
    },
  };
}
