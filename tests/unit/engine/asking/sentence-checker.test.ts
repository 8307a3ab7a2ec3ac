import { describe, expect, it } from 'vitest';
import { sentenceChecker } from '../../../../src/core/engine/asking/search-models';
import { Session } from '../../../../src/core/engine/session/session';
import type { CheckerChoice } from '../../../../src/core/models/settings';
import { ModelError } from '../../../../src/core/errors';
import type { EntailmentModel } from '../../../../src/core/models/encoders';
import type { SearchEvent } from '../../../../src/core/search/events';
import { CALIBRATION_PAIRS } from '../../../../src/core/search/grounding';
import { testEnv } from '../../../helpers/engine-env';
import { sayingModel, type PairLabel } from '../../../helpers/judging-checker';
import { memorySettings } from '../../../helpers/memory-replies';
import { MODEL, scripted } from '../../search/modes/scripted-asker';

const labels = new Map(CALIBRATION_PAIRS.map(({ premise, hypothesis, label }) => [`${premise}\n${hypothesis}`, label]));
const knows = (id = 'own'): EntailmentModel =>
  sayingModel(({ premise, hypothesis }): PairLabel => labels.get(`${premise}\n${hypothesis}`) ?? 'neutral', id);

/** A session in which a checker is chosen so; `asked` counts what the chat model is asked. */
function begin(choice: CheckerChoice, own: EntailmentModel | null, settings = memorySettings()) {
  const models = { checkerChoice: async () => choice, checker: async () => own };
  const session = new Session(testEnv({ models, settings }));
  const { ask, calls } = scripted(() => '{"choice":"yes"}');
  const events: SearchEvent[] = [];
  const { signal } = new AbortController();
  const search = {
    documentIds: ['a'],
    model: MODEL,
    ask,
    signal,
    emit: (event: SearchEvent) => void events.push(event),
  };
  return { check: () => sentenceChecker(session, search), settings, calls, events };
}

describe('what checks the sentences of an answer', () => {
  it('is nobody where a person wants nobody, whatever is stored', async () => {
    const { check, calls } = begin('none', knows());
    expect(await check()).toBeNull();
    expect(calls).toEqual([]);
  });

  it.each<CheckerChoice>(['auto', { model: 'own' }])('is the entailment model that is there: %s', async (choice) => {
    const { check, calls } = begin(choice, knows());
    expect((await check())?.model.id).toBe('own');
    expect(calls).toEqual([]);
  });

  it('is nobody where the chosen one is not there: the chat model takes no other’s place', async () => {
    const { check, calls } = begin({ model: 'own' }, null);
    expect(await check()).toBeNull();
    expect(calls).toEqual([]);
  });

  it('is the chat model where the choice is left to Burrow and no other is there; its trials are no part of the answer', async () => {
    const { check, calls, events } = begin('auto', null);
    const checker = await check();
    expect(checker?.model.title).toContain('Scripted 1B');
    expect(calls.length).toBeGreaterThan(0);
    expect(events).toEqual([]);
    expect(calls.flatMap(({ documentIds }) => documentIds)).toEqual([]);
    await checker?.model.judge([{ premise: 'The dam leaked.', hypothesis: 'It leaked.' }]);
    expect(calls.at(-1)?.documentIds).toEqual(['a']);
    const reported = events.flatMap((event) => (event.kind === 'call' ? event.call.documentIds : []));
    expect(new Set(reported)).toEqual(new Set(['a']));
  });
});

describe('the thresholds of a checker', () => {
  it('are found on the labelled pairs once, and kept for later sessions by its id', async () => {
    let judged = 0;
    const model = knows();
    const counting: EntailmentModel = {
      ...model,
      judge: (pairs, options) => {
        judged += pairs.length;
        return model.judge(pairs, options);
      },
    };
    const first = begin('auto', counting);
    const checker = await first.check();
    expect(judged).toBe(CALIBRATION_PAIRS.length);
    expect(checker?.thresholds.entailment).toBeLessThanOrEqual(1);
    await first.check();
    const later = begin('auto', counting, first.settings);
    expect((await later.check())?.thresholds).toEqual(checker?.thresholds);
    expect(judged).toBe(CALIBRATION_PAIRS.length);
    const other = begin('auto', { ...counting, id: 'other' }, first.settings);
    await other.check();
    expect(judged).toBe(2 * CALIBRATION_PAIRS.length);
  });

  it('are none for a model that knows nothing: on its word nothing is taken', async () => {
    const checker = await begin(
      'auto',
      sayingModel(() => 'neutral', 'ignorant'),
    ).check();
    expect(checker?.thresholds.entailment).toBeGreaterThan(1);
    expect(checker?.thresholds.contradiction).toBeGreaterThan(1);
  });

  it('are looked for anew after a try that failed', async () => {
    let fails = true;
    const model = knows();
    const judge: EntailmentModel['judge'] = (pairs, options) =>
      fails ? Promise.reject(new ModelError('Away.')) : model.judge(pairs, options);
    const { check } = begin('auto', { ...model, judge });
    await expect(check()).rejects.toThrow('Away.');
    fails = false;
    expect((await check())?.thresholds.entailment).toBeLessThanOrEqual(1);
  });
});
