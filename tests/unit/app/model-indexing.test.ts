import { describe, expect, it } from 'vitest';
import { ModelIndexing } from '../../../src/app/model-indexing.svelte';

const AWAY = 'The server is away.';

/** Indexing whose last run ended by its failure; `takesChange` says whether the engine makes a change or refuses it. */
function endedByFailure(takesChange: boolean): ModelIndexing {
  const indexing = new ModelIndexing({
    engine: () => Promise.reject(new Error('No engine is needed')),
    adopt: () => undefined,
    change: async () => takesChange,
    ended: () => undefined,
  });
  indexing.failure = AWAY;
  return indexing;
}

describe('taking back what a model made', () => {
  it('leaves why its run ended where the engine refuses', async () => {
    const indexing = endedByFailure(false);
    await indexing.takeBack(['Small Model']);
    expect(indexing.failure).toBe(AWAY);
  });

  it('forgets why its run ended once it is taken back', async () => {
    const indexing = endedByFailure(true);
    await indexing.takeBack(['Small Model']);
    expect(indexing.failure).toBe('');
  });
});
