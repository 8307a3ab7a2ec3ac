import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineApi } from '../../../../src/core/engine/api';
import type { CollectionView } from '../../../../src/core/engine/collections/collection-view';
import type { ModelRunState } from '../../../../src/core/ports/index-state';
import { ModelIndexing } from '../../../../src/app/model-index/model-indexing.svelte';

const AWAY = 'The server is away.';

/** Indexing whose last run ended by its failure; `takesChange` says whether the engine makes a change or refuses it. */
function endedByFailure(takesChange: boolean): ModelIndexing {
  const indexing = new ModelIndexing({
    engine: () => Promise.reject(new Error('No engine is needed')),
    modelEngine: () => Promise.reject(new Error('No engine is needed')),
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

describe('a run whose last calls were in flight when it was paused', () => {
  beforeEach(() => void vi.stubGlobal('document', new EventTarget()));
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ['says that it has finished', 'done', ['Burrow has finished indexing.']],
    ['says nothing of the kind where calls are left', 'running', []],
  ] as const)('%s', async (_words, phase, reports) => {
    const words: string[] = [];
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const engine: Pick<EngineApi, 'indexWithModel' | 'pauseModelIndex'> = {
      indexWithModel: async function* () {
        await answered;
        const model = { phase } as ModelRunState;
        yield { kind: 'committed', view: { model } as CollectionView };
      },
      pauseModelIndex: async () => answer(),
    };
    const indexing = new ModelIndexing({
      engine: async () => engine as EngineApi,
      modelEngine: async () => engine as EngineApi,
      adopt: () => undefined,
      change: async () => true,
      ended: (how) => void words.push(how),
    });
    void indexing.start();
    await indexing.pause();
    expect(indexing.leaving).toBeNull();
    expect(words).toEqual(reports);
  });
});
