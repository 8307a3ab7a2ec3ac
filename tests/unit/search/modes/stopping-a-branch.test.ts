import { describe, expect, it } from 'vitest';
import { createSteerings } from '../../../../src/core/engine/asking/asking-calls';
import type { ModelCall } from '../../../../src/core/models/model-call';
import type { AskModel } from '../../../../src/core/search/writer/search-run';
import { indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { FOUNDED, purposeOf, ROWED, stepQuestion, stepReply } from './mode-replies';
import { MODEL, scripted, searched } from './scripted-asker';
import { notesOf } from '../../../helpers/notes';

const harbour = indexOf(smallWorld(HARBOUR_WORLD));
const ASKED = ['Who was Tobias Fenn?', 'What is the Halcyon?', 'Who was Jonas Pell?', 'Where is Corran?'];
const question = 'Who founded the Harbour Company?';

/** A search at whose question `hanging` the model says nothing until its call is ended; a person stops it then, if `how` says so. */
async function stopping(hanging: string, how: 'with its call' | 'though its call goes on', parallel: number) {
  const steerings = createSteerings();
  const steering = steerings.begin({ id: 'one', question, mode: 'drift' });
  const asked: string[] = [];
  const ended: string[] = [];
  const plain = scripted((call) => {
    if (purposeOf(call) === 'primer') return stepReply(FOUNDED, ASKED);
    if (purposeOf(call) !== 'step') return `${FOUNDED} [Data: Reports (1)]`;
    asked.push(stepQuestion(call));
    return stepReply(ROWED);
  });
  const ask: AskModel = async (call, onEvent, signal) => {
    if (purposeOf(call) !== 'step' || stepQuestion(call) !== hanging) return plain.ask(call, onEvent, signal);
    setTimeout(() => steerings.steer('one', hanging, 'stop'));
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => {
        ended.push(hanging);
        if (how === 'with its call') reject(signal.reason as Error);
      });
    });
  };
  const model = { ...MODEL, capabilities: { ...MODEL.capabilities, parallel } };
  const parameters = { drift: { depth: 1, follow_ups: 3 } };
  const env = { model, steering, ask };
  const { answer } = await searched(harbour, { question, mode: 'drift', parameters }, () => '', env);
  const state = answer.trace.actions?.find((action) => action.question === hanging);
  return { answer, asked, ended, state };
}

const first = async (): Promise<string> => (await stopping('none', 'with its call', 1)).asked[0] ?? '';

describe('a question on the way that a person stops while it is being asked', () => {
  it.each([1, 2])(
    'ends its call, the others go on and the answer is made without it, with %i at a time',
    async (lanes) => {
      const one = await first();
      const { answer, asked, ended, state } = await stopping(one, 'with its call', lanes);
      expect(ended).toEqual([one]);
      expect(state).toMatchObject({ state: 'stopped', begun: true, answer: '' });
      expect(asked).toHaveLength(2);
      expect(answer.text).toBe(FOUNDED);
      expect(answer.stopped).toBe(false);
      expect(answer.trace.calls?.filter(({ failed }) => failed === 'It was stopped by hand.')).toHaveLength(1);
    },
  );

  it('does not wait for a call that does not end', async () => {
    const one = await first();
    const { answer, state } = await stopping(one, 'though its call goes on', 1);
    expect(state).toMatchObject({ state: 'stopped' });
    expect(answer.text).toBe(FOUNDED);
  });
});

describe('questions on the way that a person left out', () => {
  it('are told where nothing was found without them', async () => {
    const drift = { pursued: [], stopped: [ASKED[0] ?? '', ASKED[1] ?? ''] };
    const steering = createSteerings().begin({ id: 'one', question, mode: 'drift', drift });
    const nothing = (call: ModelCall): string => stepReply('', purposeOf(call) === 'primer' ? ASKED : []);
    const { answer } = await searched(harbour, { question, mode: 'drift', drift }, nothing, { steering });
    expect(answer.notFound).toBe(true);
    expect(notesOf(answer)).toContain(
      '2 questions on the way were left out by hand, so not all of the documents was looked through.',
    );
  });
});
