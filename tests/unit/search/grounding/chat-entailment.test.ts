import { describe, expect, it } from 'vitest';
import type { Ask, ModelCall } from '../../../../src/core/models/model-call';
import { chatEntailment } from '../../../../src/core/search/grounding';

const PAIRS = ['The mill burned.', 'The mill was sold.', 'The mill is old.'].map((hypothesis) => ({
  premise: 'Torsund\nThe mill burned in 1840.',
  hypothesis,
}));

function scripted(...replies: readonly string[]) {
  const calls: ModelCall[] = [];
  const ask: Ask = (call) => {
    const text = replies[calls.length] ?? '';
    calls.push(call);
    const usage = { promptTokens: 1, completionTokens: 1, seconds: 0, exact: false };
    return Promise.resolve({ text, finish: 'stop', usage });
  };
  return { calls, model: chatEntailment(ask, { model: 'm', title: 'M', form: 'lines', documentIds: ['d'] }) };
}

describe('a chat model as a checker', () => {
  it('is asked of several statements in one call and answers with a token each', async () => {
    const { calls, model } = scripted('says|1\ndenies|2\nopen|3');
    const [first, second, third] = await model.judge(PAIRS);
    expect([first?.entailment, second?.contradiction, third?.neutral]).toEqual([0.9, 0.9, 0.9]);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ temperature: 0, documentIds: ['d'], shape: { kind: 'lines', max: 3 } });
    expect(calls[0]?.messages.at(-1)?.content).toContain(
      '2. Text: Torsund The mill burned in 1840.\nStatement: The mill was sold.',
    );
  });

  it('reads the same as JSON', async () => {
    const { model } = scripted('{"says":[{"number":2}],"denies":[{"number":1}],"open":[{"number":3}]}');
    const scores = await model.judge(PAIRS);
    expect(scores.map(({ entailment }) => entailment)).toEqual([0.05, 0.9, 0.05]);
  });

  it('is asked once more of what it left out or said two things of, which is open after that', async () => {
    const { calls, model } = scripted('says|1\ndenies|1\nsays|2', 'denies|1');
    const scores = await model.judge(PAIRS);
    expect(scores.map(({ entailment, contradiction }) => [entailment, contradiction])).toEqual([
      [0.05, 0.9],
      [0.9, 0.05],
      [0.05, 0.05],
    ]);
    expect(calls).toHaveLength(2);
  });

  it('is open on everything where it answers in no form', async () => {
    const { model } = scripted('I think so.', 'Perhaps.');
    expect((await model.judge(PAIRS)).every(({ neutral }) => neutral === 0.9)).toBe(true);
  });

  it('is named by the model and the prompt, and stops when aborted', async () => {
    const { calls, model } = scripted();
    expect(model.id).toMatch(/^m entailment \d+$/u);
    await expect(model.judge(PAIRS, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
    expect(calls).toHaveLength(0);
  });
});
