import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/core/errors';
import { indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { failureOf, searched } from './scripted-asker';

const harbour = indexOf(smallWorld(HARBOUR_WORLD));
const history = [{ question: 'Who was Edda Marrow?', answer: 'An engineer.', documentIds: ['marrow'] }];
const asked = { question: 'Where did she die?', mode: 'basic' as const, history };
const dead = (): Error => Object.assign(new Error('The worker died.'), { name: 'WorkerError' });

describe('a model that fails at the first call, which reads the question in its conversation', () => {
  it.each([
    ['says so', () => new ModelError('It is away.'), 'It is away.'],
    ['dies with its worker', dead, 'The worker died.'],
  ])('and %s leaves the evidence', async (_, error, reason) => {
    expect(await failureOf(searched(harbour, asked, error))).toContain(reason);
  });

  it('and ends the search for good leaves the evidence', async () => {
    const over = new AbortController();
    const search = searched(
      harbour,
      asked,
      () => {
        over.abort(new ModelError('It will not come back.'));
        return over.signal.reason as Error;
      },
      { signal: over.signal },
    );
    expect(await failureOf(search)).toContain('It will not come back.');
  });
});
