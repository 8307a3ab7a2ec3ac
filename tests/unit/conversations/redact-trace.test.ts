import type { Answer } from '../../../src/core/search/answer/answer';
import { describe, expect, it } from 'vitest';
import { NO_EVIDENCE } from '../../../src/core/search/evidence/evidence';
import { redactAnswer } from '../../../src/core/conversations/redact-answer';

const rated = (id: string) => ({ kind: 'report' as const, id, title: `Report ${id}`, score: 0, used: false });
const answer: Answer = {
  mode: 'global',
  method: 'Small model',
  evidence: NO_EVIDENCE,
  text: 'The mill stood.',
  sentences: [],
  citations: [],
  notFound: false,
  stopped: false,
  trace: {
    ...{ mode: 'global', reason: '', sections: [], milliseconds: 1, modelCalls: 0, calls: [] },
    passedOver: [rated('diary'), rated('ledger')],
  },
};
const gone = {
  documents: new Set(['d']),
  includes: () => false,
  spares: ({ kind }: { kind: string }) => kind !== 'report',
  remains: () => true,
  mentions: () => false,
};

describe('a trace after a document was deleted', () => {
  it('names no report that was rated and may tell of it', () => {
    expect(redactAnswer(answer, gone).trace.passedOver).toEqual([]);
  });

  it('names those that were surely made without it', () => {
    const spares = (thing: object): boolean => !('id' in thing) || thing.id !== 'diary';
    expect(redactAnswer(answer, { ...gone, spares }).trace.passedOver?.map(({ id }) => id)).toEqual(['ledger']);
  });
});
