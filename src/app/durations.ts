import { count } from './numbers';

/** Seconds as a person says them: `40 seconds`, `12 minutes`, `3 hours 20 minutes`. */
export function duration(seconds: number): string {
  if (seconds < 50) return units(Math.max(5, Math.round(seconds / 5) * 5), 'second');
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return units(minutes, 'minute');
  const rest = minutes < 600 ? Math.round((minutes % 60) / 10) * 10 : 0;
  const hours = minutes < 600 ? Math.floor(minutes / 60) : Math.round(minutes / 60);
  if (rest === 60) return units(hours + 1, 'hour');
  return rest === 0 ? units(hours, 'hour') : `${units(hours, 'hour')} ${units(rest, 'minute')}`;
}

const units = (value: number, unit: string): string => `${count(value)} ${unit}${value === 1 ? '' : 's'}`;
