import { describe, expect, it } from 'vitest';
import type { ModelCall } from '../../../../src/core/models/model-call';
import { ModelError } from '../../../../src/core/errors';
import { indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { FOUNDED, purposeOf, ROWED, stepQuestion, stepReply } from './mode-replies';
import { dataOf, MODEL, searched, type ScriptedReply, type Script } from './scripted-asker';
import { notesOf } from '../../../helpers/notes';

const harbour = indexOf(smallWorld(HARBOUR_WORLD));
const ASKED = ['Who was Tobias Fenn?', 'What is the Halcyon?', 'Who was Jonas Pell?', 'Where is Corran?'];

interface Steering {
  readonly stopped: Set<string>;
  readonly pursued: Set<string>;
}

interface Pressed {
  /** Called at the beginning of each step with its number from 1. */
  readonly press: (step: number, steering: Steering, asked: string) => void;
  /** Called when the answer is to be written, with how often it was before. */
  readonly pressLate?: (written: number, steering: Steering) => void;
  /** Reply to that call. */
  readonly written?: (times: number) => ScriptedReply;
  /** A question at which the model fails. */
  readonly failing?: string;
  readonly parallel?: number;
  readonly rounds?: number;
  readonly inRound?: number;
}

/** The questions that were asked on the way, in their order, and the answer. */
async function steered({ press, pressLate, written, failing, parallel = 1, rounds = 1, inRound = 3 }: Pressed) {
  const steering = { stopped: new Set<string>(), pursued: new Set<string>() };
  const asked: string[] = [];
  /** Contexts of each writing of the answer. */
  const joined: string[] = [];
  const answerTo = (call: ModelCall): string | Error => {
    if (stepQuestion(call) === failing) return new ModelError('It broke down.');
    asked.push(stepQuestion(call));
    press(asked.length, steering, asked.at(-1) ?? '');
    return stepReply(ROWED);
  };
  const script: Script = (call) => {
    const purpose = purposeOf(call);
    if (purpose === 'primer') return stepReply(FOUNDED, ASKED);
    if (purpose === 'step') return answerTo(call);
    pressLate?.(joined.length, steering);
    joined.push(dataOf(call.messages));
    return written?.(joined.length) ?? `${FOUNDED} [Data: Reports (1)]`;
  };
  const model = { ...MODEL, capabilities: { ...MODEL.capabilities, parallel } };
  const parameters = { drift: { depth: rounds, follow_ups: inRound } };
  const question = 'Who founded the Harbour Company?';
  const { answer, events } = await searched(harbour, { question, mode: 'drift', parameters }, script, {
    model,
    steering,
  });
  const states = new Map(answer.trace.actions?.map((action) => [action.question, action.state]));
  return { asked, states, joined, answer, restarts: events.filter(({ kind }) => kind === 'restart').length };
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

describe('a DRIFT search that is steered while its answer is written', () => {
  const press = () => undefined;
  const last = async () => (await steered({ press, inRound: 4 })).asked.at(-1) ?? '';

  it('asks what is pursued, and writes the answer once more with it', async () => {
    const late = await last();
    const { asked, joined, states, restarts } = await steered({
      press,
      pressLate: (written, { pursued }) => void (written === 0 && pursued.add(late)),
    });
    expect(asked).toHaveLength(4);
    expect(asked.at(-1)).toBe(late);
    expect(states.get(late)).toBe('answered');
    expect(joined).toHaveLength(2);
    expect(joined[1]?.length).toBeGreaterThan(joined[0]?.length ?? 0);
    expect(restarts).toBe(1);
  });

  it('writes the answer once where nothing is pursued', async () => {
    const { joined, restarts } = await steered({ press });
    expect(joined).toHaveLength(1);
    expect(restarts).toBe(0);
  });

  it('says of a question pursued then that it could not be answered, and leaves the answer alone', async () => {
    const late = await last();
    const { answer, joined, restarts } = await steered({
      press,
      pressLate: (written, { pursued }) => void (written === 0 && pursued.add(late)),
      failing: late,
    });
    expect(joined).toHaveLength(1);
    expect(restarts).toBe(0);
    expect(notesOf(answer).join(' ')).toContain(`“${late}” was not answered`);
  });

  it('keeps the first answer where the second one fails, and says why', async () => {
    const late = await last();
    const { answer } = await steered({
      press,
      pressLate: (written, { pursued }) => void (written === 0 && pursued.add(late)),
      written: (times) => (times === 1 ? FOUNDED : new ModelError('The server went away.')),
    });
    expect(answer.text).toBe(FOUNDED);
    expect(notesOf(answer).join(' ')).toContain('The server went away.');
  });

  it('keeps the first answer where the second one breaks off in the middle, and says why', async () => {
    const late = await last();
    const { answer } = await steered({
      press,
      pressLate: (written, { pursued }) => void (written === 0 && pursued.add(late)),
      written: (times) => (times === 1 ? FOUNDED : { begins: 'The Harbour', error: new ModelError('It went away.') }),
    });
    expect(answer.text).toBe(FOUNDED);
    expect(answer.stopped).toBe(true);
    expect(notesOf(answer).join(' ')).toContain('It went away.');
  });
});
