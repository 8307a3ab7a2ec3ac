/** An attribute that tells which sheets or slides were hidden, and so are not read; none where there are none. */
export const leftOut = (
  kind: 'sheets' | 'slides',
  hidden: readonly (string | number)[],
): Readonly<Record<string, string>> =>
  hidden.length > 0 ? { 'left out': `hidden ${kind}: ${hidden.join(', ')}` } : {};
