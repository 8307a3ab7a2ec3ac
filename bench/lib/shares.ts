/** A share in per cent with its 95 per cent interval (Wilson 1927), such as `50 (9–91)`; empty of nothing. */
export function shareWithInterval(count: number, of: number, digits = 0): string {
  if (of === 0) return '';
  const z = 1.96;
  const value = count / of;
  const middle = (value + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const reach = (z * Math.sqrt((value * (1 - value)) / of + (z * z) / (4 * of * of))) / (1 + (z * z) / of);
  const percent = (part: number): string => (100 * part).toFixed(digits);
  return `${percent(value)} (${percent(Math.max(0, middle - reach))}–${percent(Math.min(1, middle + reach))})`;
}
