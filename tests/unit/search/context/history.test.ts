import { describe, expect, test } from 'vitest';
import { conversationHistory } from '../../../../src/core/search/context/history';
import { contextTokens, replyWithin } from '../../../../src/core/search/model-call/token-budget';
import { basicContext } from '../../../../src/core/search/modes/basic';
import { scopeOf } from '../../../../src/core/search/context/scope';
import { indexOf } from '../ask';
import { harbour } from '../harbour';
import { retrieve } from '../../../helpers/retrieve';
import { ask, expectSound, usedOf } from './context-checks';

const turns = Array.from({ length: 8 }, (_, at) => ({
  question: `Question ${String(8 - at)}?`,
  answer: `Answer\n${String(8 - at)} [Data: Sources (3)].`,
  documentIds: [`d${String(8 - at)}`],
}));

describe('the history of a conversation', () => {
  test('has the newest turns in the order in which they were said, their answers without references', () => {
    const { text, documentIds } = conversationHistory(turns, { tokens: 1000, turns: 2 });
    expect(text.split('\n')).toEqual([
      '-----Conversation History-----',
      'turn|content',
      'user|Question 7?',
      'assistant|Answer 7.',
      'user|Question 8?',
      'assistant|Answer 8.',
    ]);
    expect(documentIds).toEqual(['d7', 'd8']);
  });

  test('stops before the budget, the oldest left out first', () => {
    const whole = conversationHistory(turns, { tokens: 1000, turns: 5 });
    const { text, tokens } = conversationHistory(turns, { tokens: whole.tokens - 1, turns: 5 });
    expect(tokens).toBeLessThan(whole.tokens);
    expect(text).toContain('Question 8?');
    expect(text).not.toContain('Question 4?');
    expect(conversationHistory(turns, { tokens: 5, turns: 5 })).toEqual({ text: '', tokens: 0, documentIds: [] });
  });
});

describe('the room for a context', () => {
  const messages = [{ role: 'user' as const, content: 'one two three four five' }];
  const parts = { contextWindow: 4000, messages, replyTokens: 1000 };

  test('is what prompt, history and reply leave of the window, with a margin for other tokenizers', () => {
    expect(contextTokens(parts)).toBe(2489);
    expect(contextTokens({ ...parts, historyTokens: 200 })).toBe(2289);
    expect(contextTokens({ ...parts, perEstimate: 1 })).toBe(2989);
  });

  test('is none in a window that is too small', () => {
    expect(contextTokens({ ...parts, contextWindow: 1000 })).toBe(0);
    expect(contextTokens({ ...parts, contextWindow: 500 })).toBe(0);
  });

  test('is not taken by the reply of a small window', () => {
    expect(replyWithin(2000, 3000)).toBe(500);
    expect(replyWithin(32_000, 3000)).toBe(3000);
  });
});

describe('a basic context', () => {
  test('has the passages of the ranking in its order, as many as asked for', () => {
    const index = indexOf(harbour());
    const question = 'Who designed the lighthouse at Grey Point?';
    const context = basicContext(index, ask(index, question), { scope: scopeOf(index), tokens: 2000, passages: 4 });
    expectSound(index, context);
    expect(usedOf(context, 'Sources').map(({ id }) => id)).toEqual(retrieve(index, question, 'basic', 4));
  });
});
