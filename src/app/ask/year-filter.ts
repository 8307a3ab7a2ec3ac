import { evidenceWords } from '../words/screens/evidence-words';
import type { Filters } from './requests';

/** `1930–1936`, `from 1930`, `until 1936`; empty where neither end is set. */
export function yearsWords(years: Filters['years']): string {
  const { from, to } = years ?? {};
  if (from !== undefined && to !== undefined) return from === to ? String(from) : `${String(from)}–${String(to)}`;
  if (from !== undefined) return evidenceWords().filters.since(String(from));
  return to === undefined ? '' : evidenceWords().filters.until(String(to));
}

/** The years with one end changed, the earlier one first; null where neither is left. Text that is no whole number leaves that end open. */
export function withYear(years: Filters['years'], end: 'from' | 'to', text: string): Filters['years'] {
  const year = /^\s*\d{1,4}\s*$/u.test(text) ? Number(text) : undefined;
  const { [end]: _, ...other } = years ?? {};
  const { from, to }: NonNullable<Filters['years']> = year === undefined ? other : { ...other, [end]: year };
  if (from !== undefined && to !== undefined) return { from: Math.min(from, to), to: Math.max(from, to) };
  return from === undefined && to === undefined
    ? null
    : { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
