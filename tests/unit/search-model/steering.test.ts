import { describe, expect, it } from 'vitest';
import type { ModelCall } from '../../../src/core/models/ask';
import { indexOf } from '../search/ask';
import { HARBOUR_WORLD } from '../search/harbour';
import { smallWorld } from '../search/small-world';
import { FOUNDED, purposeOf, ROWED, stepQuestion, stepReply } from './mode-replies';
import { MODEL, searched, type Script } from './scripted-asker';

const harbour = indexOf(smallWorld(HARBOUR_WORLD));
const ASKED = ['Who was Tobias Fenn?', 'What is the Halcyon?', 'Who was Jonas Pell?', 'Where is Corran?'];

interface Pressed {
  /** Called at the beginning of each step with its number from 1. */
  readonly press: (step: number, steering: { stopped: Set<string>; pursued: Set<string> }, asked: string) => void;
  readonly parallel?: number;
  readonly rounds?: number;
  readonly inRound?: number;
}

/** The questions that were asked on the way, in their order, and the answer. */
async function steered({ press, parallel = 1, rounds = 1, inRound = 3 }: Pressed) {
  const steering = { stopped: new Set<string>(), pursued: new Set<string>() };
  const asked: string[] = [];
  const answerTo = (call: ModelCall): string => {
    asked.push(stepQuestion(call));
    press(asked.length, steering, asked.at(-1) ?? '');
    return stepReply(ROWED);
  };
  const script: Script = (call) => {
    const purpose = purposeOf(call);
    if (purpose === 'primer') return stepReply(FOUNDED, ASKED);
    return purpose === 'step' ? answerTo(call) : `${FOUNDED} [Data: Reports (1)]`;
  };
  const model = { ...MODEL, capabilities: { ...MODEL.capabilities, parallel } };
  const parameters = { drift: { depth: rounds, follow_ups: inRound } };
  const question = 'Who founded the Harbour Company?';
  const { answer } = await searched(harbour, { question, mode: 'drift', parameters }, script, { model, steering });
  const states = new Map(answer.trace.actions?.map((action) => [action.question, action.state]));
  return { asked, states };
}

describe('a DRIFT search that is steered in the middle of a round', () => {
  it('asks in the order of their promise what nobody steers', async () => {
    const { asked } = await steered({ press: () => undefined });
    expect(asked).toHaveLength(3);
    expect(new Set(asked).size).toBe(3);
  });

  it('does not ask what is left out while another question is asked', async () => {
    const { asked: order } = await steered({ press: () => undefined, inRound: 4 });
    const [, , left = ''] = order;
    const { asked, states } = await steered({
      press: (step, { stopped }) => void (step === 1 && stopped.add(left)),
      inRound: 4,
    });
    expect(asked).toEqual(order.filter((one) => one !== left));
    expect(states.get(left)).toBe('stopped');
  });

  it('gives the place of what is left out to the next question', async () => {
    const { asked: order } = await steered({ press: () => undefined, inRound: 4 });
    const [first, second = '', third] = order;
    const { asked } = await steered({
      press: (step, { stopped }) => void (step === 1 && stopped.add(second)),
      inRound: 2,
    });
    expect(asked).toEqual([first, third]);
  });

  it('asks next what is pursued, before the rest of the round', async () => {
    const { asked: order } = await steered({ press: () => undefined, inRound: 4 });
    const [, , , last = ''] = order;
    const { asked } = await steered({ press: (step, { pursued }) => void (step === 1 && pursued.add(last)) });
    expect(asked.slice(0, 2)).toEqual([order[0], last]);
    expect(asked).toHaveLength(3);
  });

  it('asks what is pursued while the last question of the last round is asked', async () => {
    const { asked: order } = await steered({ press: () => undefined, inRound: 4 });
    const [, , , last = ''] = order;
    const { asked } = await steered({ press: (step, { pursued }) => void (step === 3 && pursued.add(last)) });
    expect(asked).toEqual(order);
  });

  it('obeys with two questions under way, too', async () => {
    const { asked: order } = await steered({ press: () => undefined, inRound: 4, parallel: 2 });
    const [, , left = ''] = order;
    const { asked } = await steered({
      press: (step, { stopped }) => void (step === 1 && stopped.add(left)),
      inRound: 4,
      parallel: 2,
    });
    expect(asked).toHaveLength(3);
    expect(asked).not.toContain(left);
  });
});
