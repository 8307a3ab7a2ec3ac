import { expect, test } from 'vitest';
import { repel } from '../../../src/core/map/repulsion';
import { randomNumbers } from '../../../src/core/random';

/** The exact forces, pair by pair. */
function pairwise(x: Float64Array, y: Float64Array, mass: Float64Array) {
  const [fx, fy] = [new Float64Array(x.length), new Float64Array(x.length)];
  for (let one = 0; one < x.length; one++) {
    for (let other = 0; other < x.length; other++) {
      if (one === other) continue;
      const [dx, dy] = [(x[one] ?? 0) - (x[other] ?? 0), (y[one] ?? 0) - (y[other] ?? 0)];
      const force = ((mass[one] ?? 0) * (mass[other] ?? 0)) / Math.max(1e-6, dx * dx + dy * dy);
      fx[one] = (fx[one] ?? 0) + dx * force;
      fy[one] = (fy[one] ?? 0) + dy * force;
    }
  }
  return { fx, fy };
}

test.each([40, 900])('%i bodies are pushed as the sum over all pairs says, far ones taken together', (count) => {
  const random = randomNumbers(3);
  const [x, y] = [0, 1].map(() => Float64Array.from({ length: count }, () => 2 * random() - 1)) as [
    Float64Array,
    Float64Array,
  ];
  const mass = Float64Array.from({ length: count }, () => 0.1 + random());
  // Two on one point must not send anything to infinity.
  x[1] = x[0] ?? 0;
  y[1] = y[0] ?? 0;
  const [fx, fy] = [new Float64Array(count), new Float64Array(count)];
  repel({ x, y, mass }, 1, fx, fy);
  const exact = pairwise(x, y, mass);
  let [error, size] = [0, 0];
  for (let at = 0; at < count; at++) {
    error += Math.hypot((fx[at] ?? 0) - (exact.fx[at] ?? 0), (fy[at] ?? 0) - (exact.fy[at] ?? 0));
    size += Math.hypot(exact.fx[at] ?? 0, exact.fy[at] ?? 0);
  }
  expect(error / size).toBeLessThan(0.1);
});
