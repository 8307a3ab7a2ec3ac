import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/core/errors';
import { DRIFT_HYPOTHESIS } from '../../../../src/core/prompts/answers';
import type { ModelCall } from '../../../../src/core/models/model-call';
import type { DenseOutcome } from '../../../../src/core/retrieval/dense';
import { indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { FOUNDED, purposeOf, ROWED, stepReply } from './mode-replies';
import { searched } from './scripted-asker';
import { notesOf } from '../../../helpers/notes';

const harbour = indexOf(smallWorld(HARBOUR_WORLD));
const question = 'Who founded the Harbour Company?';
const IMAGINED = 'Some captain founded it, the report might say.';

const isHypothesis = ({ messages }: ModelCall): boolean =>
  messages[0]?.content.slice(0, 40) === DRIFT_HYPOTHESIS.system.slice(0, 40);

interface Given {
  readonly imagined?: string | Error;
  readonly hypothesis?: boolean;
  readonly withVectors?: boolean;
}

/** A DRIFT search with what was compared by meaning, in order, and how often an answer was imagined. */
async function asked({ imagined = IMAGINED, hypothesis = true, withVectors = true }: Given = {}) {
  const compared: string[] = [];
  const none = {
    weight: 1,
    units: () => [],
    entities: () => [],
    relationships: () => [],
    reports: () => [],
    summaries: () => [],
  };
  const dense = async (text: string): Promise<DenseOutcome | null> => {
    compared.push(text);
    return withVectors ? { search: none, words: 'By meaning, too.' } : null;
  };
  const request = { question, mode: 'drift' as const, parameters: { drift: { hypothesis, depth: 1, follow_ups: 1 } } };
  const { answer, calls } = await searched(
    harbour,
    request,
    (call) => {
      if (isHypothesis(call)) return imagined;
      const purpose = purposeOf(call);
      if (purpose === 'primer') return stepReply(FOUNDED, ['Who was Tobias Fenn?']);
      return purpose === 'step' ? stepReply(ROWED) : `${FOUNDED} [Data: Reports (1)]`;
    },
    { dense },
  );
  return { compared, answer, times: calls.filter(isHypothesis).length };
}

describe('an answer that is imagined to search by', () => {
  it('is compared by meaning in place of the question where there are vectors', async () => {
    const { compared, times, answer } = await asked();
    expect(times).toBe(1);
    expect(compared.slice(0, 2)).toEqual([question, IMAGINED]);
    expect(answer.trace.calls?.map(({ purpose }) => purpose)).toContain('hypothesis');
  });

  it.each([
    ['there are no vectors', { withVectors: false }],
    ['it is switched off', { hypothesis: false }],
  ])('is not asked for where %s', async (_, given) => {
    const { compared, times } = await asked(given);
    expect(times).toBe(0);
    expect(compared).not.toContain(IMAGINED);
  });

  it.each([
    ['fails', new ModelError('The server is away.')],
    ['says nothing', ' '],
  ])('is gone without where the call %s', async (_, imagined) => {
    const { compared, answer } = await asked({ imagined });
    expect(compared).not.toContain(IMAGINED);
    expect(answer.text).toBe(FOUNDED);
    if (imagined instanceof Error) expect(notesOf(answer).join(' ')).toContain('No answer was imagined');
  });
});
