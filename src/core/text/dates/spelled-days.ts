import * as en from 'chrono-node/en';
import * as ru from 'chrono-node/ru';

/** Parsers of the languages in which chrono reads days in words: `the first of May 1936`. */
const PARSERS: Readonly<Record<string, Pick<typeof en.strict, 'parse'>>> = {
  en: en.strict,
  und: en.strict,
  ru: ru.strict,
};

/** The day in words with which a text that ends with this month and year ends; null where there is none. */
export function spelledDay(
  text: string,
  language: string,
  { year, month }: { readonly year: number; readonly month: number },
): { readonly day: string; readonly length: number } | null {
  const found = PARSERS[language]?.parse(text, new Date(Date.UTC(year, 0, 1))).at(-1);
  const { start } = found ?? {};
  if (!found || !start || found.index + found.text.length !== text.length) return null;
  if (!start.isCertain('day') || start.get('month') !== month || start.get('year') !== year) return null;
  const day = [
    String(year).padStart(4, '0'),
    ...[month, start.get('day') ?? 1].map((part) => String(part).padStart(2, '0')),
  ];
  return { day: day.join('-'), length: found.text.length };
}
