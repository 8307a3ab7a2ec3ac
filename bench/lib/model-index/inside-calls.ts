/** Start and end of something, in milliseconds. */
export interface Span {
  readonly began: number;
  readonly ended: number;
}

/** Milliseconds in which at least one call was under way. */
export function insideCalls(calls: readonly Span[]): number {
  let inside = 0;
  let until = 0;
  for (const { began, ended } of [...calls].sort((a, b) => a.began - b.began)) {
    inside += Math.max(0, ended - Math.max(began, until));
    until = Math.max(until, ended);
  }
  return inside;
}
