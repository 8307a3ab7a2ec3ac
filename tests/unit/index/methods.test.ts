import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/core/errors';
import { stepsOfRun } from '../../../src/core/index/methods';
import { DERIVATIONS, MODEL_STEPS } from '../../../src/core/index/pipeline';

describe('A run', () => {
  it('makes its steps in one order, in which reading goes before the rows that follow from it', () => {
    const order = stepsOfRun().map(({ name }) => name);
    expect(order.slice(0, 2)).toEqual(['model reading', 'model resolution']);
    expect(order.slice(2)).toEqual(DERIVATIONS.map(({ name }) => name));
  });
});

describe('A step', () => {
  const names = (leftOut: readonly string[]) => stepsOfRun(leftOut).map(({ name }) => name);

  it.each(MODEL_STEPS.map(({ name }) => name))('%s can be left out of a run', (left) => {
    expect(names([left])).toEqual(MODEL_STEPS.map(({ name }) => name).filter((name) => name !== left));
  });

  it('is left out with others', () => {
    expect(names(['model reading', 'model resolution', 'model keywords', 'model contexts'])).toEqual([
      'model descriptions',
      'model reports',
      'model summaries',
    ]);
  });

  it.each([
    ['text units', '“Text units” cannot be left out: “Mentions” needs it.'],
    ['mentions', '“Mentions” cannot be left out: “Extracting entities” needs it.'],
    ['graph', '“Entities and relationships” cannot be left out: “Communities” needs it.'],
    ['embeddings', '“Embeddings” is made beside a run with a model, not by it.'],
    ['no such step', 'A run has no step “no such step”, so it cannot be left out.'],
  ])('%s is refused in words, since a later one needs it or no run makes it', (name, words) => {
    expect(() => stepsOfRun([name])).toThrow(ModelError);
    expect(() => stepsOfRun([name])).toThrow(words);
  });
});
