import { expect, test } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import { inEnglish } from '../../../../src/core/message';
import type { Turn } from '../../../../src/core/conversations/conversations';
import { testEnv } from '../../../helpers/engine-env';
import { bareTurn, keptConversations, keptTurn } from '../../../helpers/kept-turn';

test('a question whose answer is damaged stands in its conversation and says so, and the others are as they were', async () => {
  const env = testEnv();
  const engine = createEngine(env);
  await engine.open((await engine.createCollection('Letters')).id);
  const { id } = await keptTurn(engine, bareTurn('first'));
  await engine.keepTurn(id, bareTurn('second'));
  const { answer: _, ...rest } = bareTurn('second');
  await env.conversations.changeTurn(id, 'second', () => ({ ...rest, answer: { sentences: 7 } }) as unknown as Turn);
  const [talk] = await keptConversations(engine);
  expect(talk?.turns[0]).toEqual(bareTurn('first'));
  expect(talk?.turns[1]?.question).toBe('second');
  expect(inEnglish(talk?.turns[1]?.answer.failure ?? '')).toMatch(/damaged on this disk.*Ask the question again/);
  await engine.keepTurn(id, bareTurn('third'));
  expect((await keptConversations(engine))[0]?.turns.map((turn) => turn.id)).toEqual(['first', 'second', 'third']);
});
