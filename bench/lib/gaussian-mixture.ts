import { randomNumbers } from '../../src/core/random';

/** Rounds of expectation and maximisation for each number of components. */
const ROUNDS = 25;
const LEAST_VARIANCE = 1e-4;
/** A row is in every cluster of which it is with this probability (RAPTOR). */
const MEMBER = 0.1;

type Rows = readonly (readonly number[])[];

interface Mixture {
  readonly bic: number;
  /** For each row, its probability of each component. */
  readonly members: Rows;
}

/**
 * Clusters of rows by a Gaussian mixture with diagonal covariances, as RAPTOR has them: the number of components below `most` with the least
 * BIC, and each row in every component that has it with a probability over .1.
 */
export function mixtureClusters(rows: Rows, most: number): readonly (readonly number[])[] {
  let best: Mixture | undefined;
  for (let count = 1; count < Math.min(most, rows.length); count++) {
    const mixture = fit(rows, count);
    if (!best || mixture.bic < best.bic) best = mixture;
  }
  const { members = [] } = best ?? {};
  const clusters = Array.from({ length: members[0]?.length ?? 0 }, (_, component) =>
    members.flatMap((own, row) => ((own[component] ?? 0) > MEMBER ? [row] : [])),
  );
  return clusters.filter(({ length }) => length > 0);
}

function fit(rows: Rows, count: number): Mixture {
  const random = randomNumbers(224);
  const dims = rows[0]?.length ?? 0;
  let means: Rows = Array.from({ length: count }, () => rows[Math.floor(random() * rows.length)] ?? []);
  let variances: Rows = means.map(() => Array.from({ length: dims }, () => 1));
  let shares: readonly number[] = means.map(() => 1 / count);
  let members: Rows = [];
  let likelihood = 0;
  for (let round = 0; round < ROUNDS; round++) {
    likelihood = 0;
    const scales = variances.map((own, at) =>
      own.reduce((sum, one) => sum - 0.5 * Math.log(2 * Math.PI * one), Math.log(shares[at] ?? 1)),
    );
    members = rows.map((row) => {
      const logs = means.map((mean, at) =>
        row.reduce(
          (sum, one, place) => sum - (one - (mean[place] ?? 0)) ** 2 / (2 * (variances[at]?.[place] ?? 1)),
          scales[at] ?? 0,
        ),
      );
      const top = Math.max(...logs);
      const weights = logs.map((log) => Math.exp(log - top));
      const total = weights.reduce((sum, one) => sum + one, 0);
      likelihood += top + Math.log(total);
      return weights.map((one) => one / total);
    });
    const sizes = means.map((_, at) => members.reduce((sum, own) => sum + (own[at] ?? 0), 1e-9));
    const places = Array.from({ length: dims }, (_, place) => place);
    means = sizes.map((size, at) =>
      places.map(
        (place) => rows.reduce((sum, row, number) => sum + (members[number]?.[at] ?? 0) * (row[place] ?? 0), 0) / size,
      ),
    );
    variances = sizes.map((size, at) =>
      places.map((place) =>
        Math.max(
          LEAST_VARIANCE,
          rows.reduce(
            (sum, row, number) =>
              sum + (members[number]?.[at] ?? 0) * ((row[place] ?? 0) - (means[at]?.[place] ?? 0)) ** 2,
            0,
          ) / size,
        ),
      ),
    );
    shares = sizes.map((size) => size / rows.length);
  }
  const parameters = count * (2 * dims + 1) - 1;
  return { bic: parameters * Math.log(rows.length) - 2 * likelihood, members };
}
