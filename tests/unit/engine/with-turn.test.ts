import { expect, it } from 'vitest';
import { withTurn } from '../../../src/core/engine/with-turn';
import type { Conversation, Turn } from '../../../src/core/ports/conversations';

const turn = (id: string, question = id): Turn => ({ id, question }) as Turn;

const conversation = (...turns: readonly Turn[]): Conversation => ({
  id: 'c',
  collection: 'a',
  title: '',
  created: 0,
  updated: 0,
  turns,
});

it('leaves a turn that is kept again in its place, so that two that come at once do not change places', () => {
  let kept = conversation(turn('1'));
  for (const next of [turn('2', 'W'), turn('3'), turn('2', 'Who?')]) kept = withTurn(kept, next);
  expect(kept.turns).toEqual([turn('1'), turn('2', 'Who?'), turn('3')]);
});

it('puts a new turn at the end', () => {
  expect(withTurn(conversation(turn('1')), turn('2')).turns).toEqual([turn('1'), turn('2')]);
});
