import type { ContextShares } from '../context/context';

/** Shares from per cent of passages and reports: the graph has the rest; both are made smaller together where they are more than all. */
export function sharesOf(sources: number, reports: number): ContextShares {
  const whole = Math.max(100, sources + reports);
  return { sources: sources / whole, reports: reports / whole, graph: Math.max(0, 1 - (sources + reports) / whole) };
}

/** Names with commas between them. */
export const namesIn = (list: string): readonly string[] =>
  list
    .split(/[,，、;\n]/u)
    .map((name) => name.trim())
    .filter(Boolean);
