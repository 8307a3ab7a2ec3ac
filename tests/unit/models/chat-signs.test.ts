import { describe, expect, it } from 'vitest';
import { chatSigns } from '../../../src/adapters/models/chat-signs';

const { sign } = chatSigns({ everyMs: 10_000 });
const ASKED = { kind: 'working', words: 'The server has been asked.' } as const;

describe('What a silent model is said to do', () => {
  it.each([
    [10_000, 'The server has been asked.'],
    [40_000, 'The server has been asked. Nothing came for 40 seconds.'],
    [
      60_000,
      'The server has been asked. Nothing came for a minute: a model that is loaded, or reads a long text, says nothing.',
    ],
    [
      170_000,
      'The server has been asked. Nothing came for 2 minutes: a model that is loaded, or reads a long text, says nothing.',
    ],
  ])('after %i ms: %s', (milliseconds, words) => {
    expect(sign(ASKED, milliseconds)).toEqual({ kind: 'working', words, silent: true });
  });

  it('is writing, once it has begun', () => {
    expect(sign({ kind: 'delta', text: 'Boats' }, 10_000)).toEqual({
      kind: 'working',
      words: 'Writing.',
      silent: true,
    });
  });
});
