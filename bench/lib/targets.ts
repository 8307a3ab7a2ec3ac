/** A figure and where it is to lie. */
export interface Target {
  readonly name: string;
  readonly value: number;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Lists the figures outside of their targets, a line each; a figure that is no number is outside. */
export function missedTargets(targets: readonly Target[]): readonly string[] {
  return targets
    .filter(({ value, atLeast = -Infinity, atMost = Infinity }) => !(value >= atLeast && value <= atMost))
    .map((target) => `${target.name}: ${rounded(target.value)}, ${wanted(target)}`);
}

/** Prints whether each figure is where it is to lie; the process fails at its end where one is not. */
export function holdTo(targets: readonly Target[]): void {
  const missed = missedTargets(targets);
  const all = `${String(targets.length)} ${targets.length === 1 ? 'target' : 'targets'}`;
  if (missed.length === 0) {
    console.log(`\nHeld: ${all} (${targets.map((one) => `${one.name} ${wanted(one)}`).join('; ')}).`);
    return;
  }
  console.error(`\nMissed: ${String(missed.length)} of ${all}\n${missed.map((line) => `  ${line}`).join('\n')}`);
  process.exitCode = 1;
}

const wanted = ({ atLeast, atMost }: Target): string =>
  [
    ...(atLeast === undefined ? [] : [`at least ${rounded(atLeast)}`]),
    ...(atMost === undefined ? [] : [`at most ${rounded(atMost)}`]),
  ].join(', ');

const rounded = (value: number): string => String(Math.round(value * 1000) / 1000);
