const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });
const finePercent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

export const count = (value: number): string => whole.format(value);
export const decimal = (value: number): string => short.format(value);
export const percentage = (fraction: number): string => percent.format(fraction);
export const finePercentage = (fraction: number): string => finePercent.format(fraction);

/** `1 document`, `2,113 documents`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export function bytes(value: number): string {
  let amount = value;
  let unit = 0;
  while (amount >= 1000 && unit < UNITS.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  return `${decimal(amount)} ${UNITS[unit] ?? 'B'}`;
}

/** Working memory, counted as people know it: `16 GB` for 16 × 2^30 bytes. */
export function memory(value: number): string {
  return value < 2 ** 30 ? `${count(value / 2 ** 20)} MB` : `${decimal(value / 2 ** 30)} GB`;
}

export function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${count(milliseconds)} ms` : `${decimal(milliseconds / 1000)} s`;
}
