/** The sum; null where one of them is not known. */
export const sumOrNull = (numbers: readonly (number | null)[]): number | null =>
  numbers.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);
