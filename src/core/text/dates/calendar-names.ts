import { isStopWord } from '../analysis/english';

/** Names and order of dates in a language, from the platform's language data. */
export interface CalendarNames {
  /** Each form of a month's name, as it is written, with its number from 1. */
  readonly months: ReadonlyMap<string, number>;
  /** Forms that are cut short. */
  readonly shortMonths: ReadonlySet<string>;
  /** Each form of a weekday's name, with its number from 0 for Sunday. */
  readonly weekdays: ReadonlyMap<string, number>;
  /** Order of day, month and year in numbers: `dmy`; null where regions of the language differ. */
  readonly order: string | null;
  /** True if points separate the numbers of a date. */
  readonly hasPoints: boolean;
  /** True if the day follows the month's name. */
  readonly isMonthFirst: boolean;
  /** Names of units and currencies as they follow a number, in lower case. */
  readonly units: ReadonlySet<string>;
}

const LENGTHS = ['long', 'short'] as const;
const UNITS =
  'meter kilometer centimeter millimeter mile foot inch yard kilogram gram pound ounce stone liter milliliter gallon hectare acre celsius fahrenheit ' +
  'degree second minute hour day week month year byte kilobyte megabyte gigabyte';
const CURRENCIES = 'EUR USD GBP JPY CNY RUB CHF SEK NOK DKK PLN CZK FRF DEM ITL ESP PTE NLG ATS BEF INR';
const SYMBOLS = 'm km cm mm kg g mg t l ml ha kwh mwh kw mw gb mb kb tb hz khz mhz px pt mph';
/** Numbers that together call for each plural form of a language. */
const COUNTS = [1961, 1962, 1965, 2000];

/** Regions that name months otherwise. */
const REGIONS: Readonly<Record<string, readonly string[]>> = { en: ['en-GB'], de: ['de-AT'], es: ['es-PE'] };

/** Reads the names of months, weekdays and units of a language from `Intl`; of English where it does not know the language. */
export function calendarNames(language: string): CalendarNames {
  // A file may state no language at all.
  const isLanguage = /^[a-z]{2,3}$/u.test(language) && language !== 'und';
  const locale = Intl.DateTimeFormat.supportedLocalesOf(isLanguage ? language : 'en')[0] ?? 'en';
  const numbers = partsOf(locale, { year: 'numeric', month: 'numeric', day: 'numeric' });
  const order = orderOf(numbers);
  const locales = [locale, ...(REGIONS[locale] ?? [])];
  const full = new Set(locales.flatMap((one) => [...namesOf(one, 'month', ['long'])].map(([name]) => name)));
  const months = new Map(locales.flatMap((one) => [...namesOf(one, 'month', LENGTHS)]));
  return {
    months,
    shortMonths: new Set([...months.keys()].filter((name) => !full.has(name))),
    weekdays: new Map(locales.flatMap((one) => [...namesOf(one, 'weekday', LENGTHS)])),
    order: locale.startsWith('en') ? null : order,
    hasPoints: numbers.some(({ type, value }) => type === 'literal' && value.trim() === '.'),
    isMonthFirst: orderOf(partsOf(locale, { year: 'numeric', month: 'long', day: 'numeric' })).startsWith('m'),
    units: unitsOf(locale),
  };
}

/** Each form of the names, with its number: months from 1, weekdays from 0. */
function namesOf(
  locale: string,
  part: 'month' | 'weekday',
  lengths: readonly ('long' | 'short')[],
): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (let at = 0; at < (part === 'month' ? 12 : 7); at++) {
    const date = new Date(part === 'month' ? Date.UTC(2020, at, 4) : Date.UTC(2020, 10, 1 + at));
    for (const length of lengths) {
      for (const beside of [{}, { day: 'numeric' }, { day: 'numeric', year: 'numeric' }] as const) {
        const parts = partsOf(locale, { [part]: length, ...beside }, date);
        const name = parts.find(({ type }) => type === part)?.value ?? '';
        for (const form of formsOf(name)) names.set(form, part === 'month' ? at + 1 : at);
      }
    }
  }
  return names;
}

/** A name as it stands in a sentence, at its start and in capitals; nothing for a number, or for less than three letters of a script with capitals. */
function formsOf(name: string): readonly string[] {
  const bare = name.replace(/\.$/u, '');
  if (!/^\p{L}/u.test(bare) || (bare.length < 3 && /^[\p{Lu}\p{Ll}]/u.test(bare))) return [];
  return [bare, bare.charAt(0).toUpperCase() + bare.slice(1), bare.toUpperCase()];
}

function partsOf(
  locale: string,
  options: Intl.DateTimeFormatOptions,
  date = new Date(Date.UTC(2020, 2, 4)),
): readonly Intl.DateTimeFormatPart[] {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' }).formatToParts(date);
}

const orderOf = (parts: readonly Intl.DateTimeFormatPart[]): string =>
  parts.flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type.charAt(0)] : [])).join('');

/** The words of a unit's name without a country's: those in small letters, else the last. */
function unitWords(name: string): readonly string[] {
  const words = (name.match(/\p{L}{3,}/gu) ?? []).filter((word) => !isStopWord(word));
  const small = words.filter((word) => !/^\p{Lu}/u.test(word));
  return small.length > 0 ? small : words.slice(-1);
}

function unitsOf(locale: string): ReadonlySet<string> {
  const styles = [
    ...UNITS.split(' ').map((unit) => ({ style: 'unit', unit, unitDisplay: 'long' }) as const),
    ...CURRENCIES.split(' ').map((currency) => ({ style: 'currency', currency, currencyDisplay: 'name' }) as const),
  ];
  const found = new Set(SYMBOLS.split(' '));
  for (const style of styles) {
    const format = new Intl.NumberFormat(locale, style);
    for (const count of COUNTS) {
      const name =
        format.formatToParts(count).findLast(({ type }) => type === 'unit' || type === 'currency')?.value ?? '';
      for (const word of unitWords(name)) found.add(word.toLowerCase());
    }
  }
  return found;
}
