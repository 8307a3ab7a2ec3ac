import { expect, it } from 'vitest';
import { STEPS } from '../../src/core/index/pipeline';

const parameters = STEPS.flatMap(({ name, parameters: own }) =>
  own.map((one) => ({ of: name, name: one.name, title: one.title })),
);

it.each(parameters)('$of: $name has a name in words, which no other one of its step has', ({ of, name, title }) => {
  const others = parameters.filter((one) => one.of === of && one.name !== name);
  expect(title).toMatch(/^\p{Lu}[^_]+$/u);
  expect(others.map((one) => one.title)).not.toContain(title);
});
