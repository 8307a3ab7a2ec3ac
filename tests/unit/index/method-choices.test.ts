import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  choicesFor,
  INDEX_METHODS,
  type IndexMethod,
  METHODS,
  methodsOf,
} from '../../../src/core/derivation/method-choices';
import { stepsOfRun } from '../../../src/core/index/methods';
import { MODEL_STEPS, STEPS } from '../../../src/core/index/pipeline';

const FIRST = { methods: ['standard'], skipSteps: [], depth: 'full' } as const;
const choose = (...methods: readonly IndexMethod[]) => choicesFor(methods, FIRST);
const anyMethods = fc.subarray([...INDEX_METHODS]);

describe('A method', () => {
  it.each(Object.entries(METHODS))('%s is a list of steps by name', (_, names) => {
    expect(names.filter((name) => !STEPS.some((step) => step.name === name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has steps of its own, and together they have every step of the pipeline', () => {
    const all = new Set<string>(Object.values(METHODS).flat());
    expect([...all].toSorted()).toEqual(STEPS.map(({ name }) => name).toSorted());
    const asking: readonly string[] = MODEL_STEPS.map(({ name }) => name);
    expect(METHODS.fast).toEqual(METHODS.standard.filter((name) => !asking.includes(name)));
  });
});

describe('The methods of a run', () => {
  it('are those that its choices were made for, whatever was chosen before', () => {
    fc.assert(
      fc.property(anyMethods, anyMethods, fc.constantFrom('compact', 'full'), (before, methods, depth) => {
        const { skipSteps } = choicesFor(before, { ...FIRST, depth });
        expect(methodsOf(choicesFor(methods, { methods: before, skipSteps, depth }))).toEqual(methods);
      }),
    );
  });

  it('are GraphRAG alone where a person has chosen nothing', () => {
    expect(methodsOf({ parameters: {}, skipSteps: [] })).toEqual(['standard']);
  });

  it('leave out steps that none of them needs, and no other', () => {
    const made = (...methods: readonly IndexMethod[]) =>
      stepsOfRun(choose(...methods).skipSteps).map(({ name }) => name);
    expect(made('raptor')).not.toContain('model reading');
    expect(made('lightrag')).toContain('model reading');
    expect(made('lightrag')).not.toContain('model reports');
    expect(made('standard', 'contextual')).toEqual(stepsOfRun().map(({ name }) => name));
  });

  it('change parameters that their steps have', () => {
    const { parameters } = choose('standard', 'lightrag', 'raptor', 'contextual');
    for (const [step, values] of Object.entries(parameters)) {
      const known = STEPS.find(({ name }) => name === step)?.parameters.map(({ name }) => name);
      expect(known, step).toEqual(expect.arrayContaining(Object.keys(values)));
    }
  });

  it('keep what a person left out besides', () => {
    const own = ['model reports', 'model resolution'];
    const { skipSteps } = choicesFor(['standard', 'raptor'], { ...FIRST, skipSteps: own });
    expect(skipSteps).toEqual(own);
    const without = choicesFor(['raptor'], { methods: ['standard', 'raptor'], skipSteps, depth: 'full' });
    expect(without.skipSteps).toContain('model reading');
  });

  it('leave no depth of LightRAG behind', () => {
    const { skipSteps } = choose('lightrag');
    expect(choicesFor(['raptor'], { methods: ['lightrag'], skipSteps, depth: 'full' }).parameters).toMatchObject({
      'model reading': { depth: 'full' },
    });
  });
});
