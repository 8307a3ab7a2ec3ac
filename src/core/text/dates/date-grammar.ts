import { languageProfiles } from '../language';
import { calendarNames, type CalendarNames } from './calendar-names';
import words from './date-words.json' with { type: 'json' };

/** The words with which a language writes dates. */
interface DateWords {
  /** Between day, month and year. */
  readonly of: readonly string[];
  /** Endings that make an ordinal of a day. */
  readonly ordinal: readonly string[];
  readonly article: readonly string[];
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly between: readonly string[];
  readonly and: readonly string[];
  readonly or: readonly string[];
  /** Words that stand before years only, and words that may stand before another number too. */
  readonly lead: readonly string[];
  readonly weakLead: readonly string[];
  /** Text that follows a year. */
  readonly trail: readonly string[];
  /** Forms of a decade; `#` stands for its first year. */
  readonly decade: readonly string[];
  /** Text before a number that belongs to no date. */
  readonly numbered: readonly string[];
  readonly beforeChrist: readonly string[];
  readonly afterChrist: readonly string[];
  readonly year: readonly string[];
  /** Further forms of the twelve months, as they stand after a preposition. */
  readonly months: readonly string[];
  /** True if years stand in a sentence without a word before them. */
  readonly bare?: boolean;
}

/**
 * Patterns of dates in texts of one language. Those that end with `$` match before a year, those that begin with `^`
 * after it.
 */
export interface DateGrammar extends CalendarNames {
  readonly before: {
    readonly dayRange: RegExp;
    readonly day: RegExp;
    readonly monthFirst: RegExp;
    readonly monthRange: RegExp;
    readonly month: RegExp;
    readonly weekday: RegExp;
    readonly lead: RegExp;
    readonly weakLead: RegExp;
    readonly afterChrist: RegExp;
    readonly numbered: RegExp;
    readonly opensRange: RegExp;
    readonly opensBetween: RegExp;
  };
  readonly after: {
    readonly trail: RegExp;
    readonly beforeChrist: RegExp;
    readonly afterChrist: RegExp;
  };
  readonly decades: readonly { readonly before: RegExp; readonly after: RegExp }[];
  /** Signs and words between the two ends of a period. */
  readonly joins: RegExp;
  readonly joinsBetween: RegExp;
  /** Signs and words between the years of a list. */
  readonly lists: RegExp;
  /** A day and a month without a year, anywhere. */
  readonly yearless: RegExp;
  readonly bare: boolean;
  /** Words before a month that are no part of a name. */
  readonly isDateWord: (word: string) => boolean;
}

const EMPTY: DateWords = {
  ...{
    of: [],
    ordinal: [],
    article: [],
    from: [],
    to: [],
    between: [],
    and: [],
    or: [],
    lead: [],
    weakLead: [],
    trail: [],
  },
  ...{ decade: [], numbered: [], beforeChrist: [], afterChrist: [], year: [], months: [] },
};
const known: Readonly<Record<string, Partial<DateWords>>> = words;
const grammars = new Map<string, DateGrammar>();
const DASH = '[–—−~～-]';
const START = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';

/** The grammar of a language, made once. */
export function dateGrammar(language: string): DateGrammar {
  const found = grammars.get(language) ?? createGrammar(language);
  grammars.set(language, found);
  return found;
}

const yearWords = new Set(Object.values(known).flatMap(({ year = [] }) => year.map((word) => word.toLowerCase())));

/** Checks if a word, such as the name of a field, means a year in any of the languages. */
export const isYearWord = (word: string): boolean => yearWords.has(word.toLowerCase());

function createGrammar(language: string): DateGrammar {
  const own: DateWords = { ...EMPTY, ...known[language === 'und' ? 'en' : language] };
  const names = withMonths(calendarNames(language), own.months);
  const day = `(\\d{1,2})(?:${anyOf(own.ordinal)})?\\.?`;
  const first = `(?<![\\p{N}\\p{L}.,:/-])${day}`;
  const month = `${START}(${anyOf([...names.months.keys()])})(?![\\p{L}\\p{N}])\\.?`;
  const of = `\\s*(?:${anyOf(spelled(own.of))}${END}\\s*)?`;
  const article = `(?:${anyOf(spelled(own.article))}${END}\\s*)*`;
  const to = `\\s*(?:${DASH}|${START}${anyOf(spelled(own.to))}${END}|${START}(?<and>${anyOf(spelled(own.and))})${END})\\s*${article}`;
  const tail = `,?${of}$`;
  const named = `(?:${anyOf([...names.weekdays.keys()])})${END}\\.?,?\\s*(?:${anyOf(spelled(own.article))}\\s+)?$`;
  const lead = (some: readonly string[]): RegExp =>
    new RegExp(`${START}(?:${anyOf(spelled(some))})\\.?[:\\s-]\\s*$`, 'u');
  const opens = (some: readonly string[]): RegExp =>
    new RegExp(`${START}(?:${anyOf(spelled(some))})\\s+(?:${article})?$`, 'u');
  const follows = (some: readonly string[]): RegExp => new RegExp(`^\\s*(?:${anyOf(some)})(?![\\p{L}])\\.?`, 'iu');
  const dateWords = new Set(
    [
      own.of,
      own.article,
      own.from,
      own.to,
      own.between,
      own.and,
      own.lead,
      own.weakLead,
      languageProfiles[language] ?? '',
    ]
      .flat()
      .flatMap((word) => word.toLowerCase().split(' ')),
  );
  return {
    ...names,
    before: {
      dayRange: new RegExp(`${first}(?:${of}${month})?${to}${day}${of}${month}${tail}`, 'u'),
      day: new RegExp(`${first}${of}${month}${tail}`, 'u'),
      monthFirst: new RegExp(`${month}\\s+${day}(?:\\s*${DASH}\\s*(?:${month}\\s+)?${day})?${tail}`, 'u'),
      monthRange: new RegExp(`${month}${to}${month}${tail}`, 'u'),
      month: new RegExp(`${month}${tail}`, 'u'),
      weekday: new RegExp(`${START}${named}`, 'u'),
      lead: lead([...own.lead, ...own.year]),
      weakLead: lead([...own.weakLead, ...own.from, ...own.between]),
      afterChrist: new RegExp(`${START}(?:${anyOf(own.afterChrist)})\\.?\\s*$`, 'u'),
      numbered: new RegExp(numberedBy(own.numbered), 'u'),
      opensRange: opens([...own.from, ...own.between]),
      opensBetween: opens(own.between),
    },
    after: {
      trail: follows(own.trail),
      beforeChrist: follows(own.beforeChrist),
      afterChrist: follows(own.afterChrist),
    },
    decades: own.decade.map((form) => {
      const [left = '', right = ''] = form.split('#');
      const before = left === '' ? '' : `${START}(?:${anyOf(spelled([left.trim()]))})\\s+$`;
      return { before: new RegExp(before, 'u'), after: new RegExp(`^${escaped(right)}${END}`, 'u') };
    }),
    joins: new RegExp(`^\\s*,?${to}(?:${anyOf(spelled([...own.lead, ...own.of]))})?\\s*$`, 'u'),
    joinsBetween: new RegExp(`^\\s*(?:${anyOf(spelled(own.and))})\\s+(?:${article})?$`, 'u'),
    lists: new RegExp(
      `^\\s*(?:[,;、，]\\s*(?:${anyOf([...own.and, ...own.or])}\\s+)?|${anyOf([...own.and, ...own.or])}\\s+)$`,
      'u',
    ),
    yearless: new RegExp(
      `(?:${first}(?:${to}${day})?${of}${month}${names.isMonthFirst ? `|${month}\\s+${day}` : ''})(?!\\s{0,3},?\\s{0,3}(?:${anyOf(spelled(own.of))})?\\s{0,3}\\p{N})`,
      'gu',
    ),
    // Nothing is known of what comes before a year there.
    bare: own.bare ?? !(language in known),
    isDateWord: (word) => dateWords.has(word.toLowerCase()),
  };
}

function withMonths(names: CalendarNames, forms: readonly string[]): CalendarNames {
  const more = forms.flatMap((form, at) => spelled([form]).map((name) => [name, (at % 12) + 1] as const));
  return { ...names, months: new Map([...names.months, ...more]) };
}

/** Words before a number that is none of a date; a single letter is an abbreviation, with its point. */
function numberedBy(all: readonly string[]): string {
  const [letters, longer] = [
    spelled(all).filter(({ length }) => length === 1),
    spelled(all).filter(({ length }) => length > 1),
  ];
  return `(?:[#№§$€£¥₽]|[Nn][°º]|${START}(?:${anyOf(longer)}\\.?|${anyOf(letters)}\\.))\\s*(?:\\p{L}-?)?$`;
}

/** An alternation of texts, the longest first; one that matches nothing where there are none. */
function anyOf(all: readonly string[]): string {
  if (all.length === 0) return '(?!)';
  return `(?:${[...new Set(all)]
    .sort((one, other) => other.length - one.length)
    .map(escaped)
    .join('|')})`;
}

const escaped = (text: string): string =>
  text
    .replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
    .replace(/['’]/gu, "['’]")
    .replace(/ /gu, '\\s+');

/** Words as they stand in a sentence, at its start and in capitals. */
const spelled = (all: readonly string[]): readonly string[] =>
  all.flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()]);
