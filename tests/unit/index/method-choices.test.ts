import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choicesFor, INDEX_METHODS, type IndexMethod, methodsOf } from '../../../src/core/derivation/method-choices';
import { stepsOfRun } from '../../../src/core/index/methods';
import { STEPS } from '../../../src/core/index/pipeline';

const choose = (...methods: readonly IndexMethod[]) => choicesFor(methods, { skipSteps: [] }, 'full');

describe('The methods of a run', () => {
  it('are those that its choices were made for, in any combination', () => {
    fc.assert(
      fc.property(fc.subarray([...INDEX_METHODS]), fc.constantFrom('compact', 'full'), (methods, depth) => {
        expect(methodsOf(choicesFor(methods, { skipSteps: [] }, depth))).toEqual(methods);
      }),
    );
  });

  it('are GraphRAG alone where a person has chosen nothing', () => {
    expect(methodsOf({ parameters: {}, skipSteps: [] })).toEqual(['graphrag']);
  });

  it('leave out steps that none of them needs, and no other', () => {
    const made = (...methods: readonly IndexMethod[]) =>
      stepsOfRun(choose(...methods).skipSteps).map(({ name }) => name);
    expect(made('raptor')).not.toContain('model reading');
    expect(made('lightrag')).toContain('model reading');
    expect(made('lightrag')).not.toContain('model reports');
    expect(made('graphrag', 'contextual')).toEqual(stepsOfRun().map(({ name }) => name));
  });

  it('change parameters that their steps have', () => {
    const { parameters } = choose('graphrag', 'lightrag', 'raptor', 'contextual');
    for (const [step, values] of Object.entries(parameters)) {
      const known = STEPS.find(({ name }) => name === step)?.parameters.map(({ name }) => name);
      expect(known, step).toEqual(expect.arrayContaining(Object.keys(values)));
    }
  });

  it('keep what a person left out besides', () => {
    expect(choicesFor(['graphrag'], { skipSteps: ['model contexts', 'model reports'] }, 'full').skipSteps).toEqual([
      'model contexts',
    ]);
  });
});
