import type { CitedDocument } from '../../core/notebook/cited-documents';
import { isoDate } from '../../core/text/dates/calendar-dates';
import { findDates } from '../../core/text/dates/find-dates';

/** Documents as entries of BibTeX, also for biblatex, with known facts only. */
export function bibtex(documents: readonly CitedDocument[]): string {
  const keys = citationKeys(documents);
  return documents.map((one, at) => `${entryOf(one, keys[at] ?? '')}\n`).join('\n');
}

/** The same as CSL-JSON (https://docs.citationstyles.org, data schema 1.0). */
export function cslJson(documents: readonly CitedDocument[]): string {
  const keys = citationKeys(documents);
  const items = documents.map((document, at) => {
    const { title, author, language, pages } = document;
    const date = dateOf(document);
    return {
      id: keys[at],
      type: 'document',
      title: escapeCsl(title),
      ...(author && { author: [{ literal: author }] }),
      ...(date && { issued: issuedOf(date) }),
      ...(pages.length > 0 && { page: pages.join(', ') }),
      ...(language !== 'und' && { language }),
      note: noteOf(document, date),
    };
  });
  return `${JSON.stringify(items, null, 2)}\n`;
}

/** A document's date, as far as it is understood. */
interface DocumentDate {
  /** As the document has it. */
  readonly words: string;
  /** ISO 8601 to the year, month or day, and the end of a period; none where the words name no year. */
  readonly from: string | null;
  readonly to: string | null;
  /** True if the words have more than that: *Michaelmas 1937*. */
  readonly isPartial: boolean;
}

const ISO = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:T.*| \d\d:\d\d.*)?$/u;
const LONE_YEAR = /(?<!\d)[12]\d{3}(?!\d)/gu;

function dateOf({ date, language }: CitedDocument): DocumentDate | null {
  const words = date.trim();
  if (words === '') return null;
  const [year, month, day] = (ISO.exec(words)?.slice(1) ?? []).flatMap((part) => (part ? [Number(part)] : []));
  const iso = year === undefined ? null : isoDate(year, month, day);
  if (iso !== null) return { words, from: iso, to: null, isPartial: false };
  const [found, ...others] = findDates(words, { language });
  if (found && others.length === 0) {
    const isPartial = /[\p{L}\p{N}]/u.test(words.slice(0, found.start) + words.slice(found.end));
    return { words, from: found.from, to: found.to, isPartial };
  }
  const years = new Set(words.match(LONE_YEAR));
  const [lone = null] = years.size === 1 ? years : [];
  return { words, from: lone, to: null, isPartial: lone !== null };
}

/** Returns the file name of the document, with its date in words where no field holds all of it. */
const noteOf = ({ fileName }: CitedDocument, date: DocumentDate | null): string =>
  date?.isPartial ? `${fileName}; ${date.words}` : fileName;

function entryOf(document: CitedDocument, key: string): string {
  const { title, author, language, pages } = document;
  const date = dateOf(document);
  const fields = [
    ['title', `{{${escapeBibtex(title)}}}`],
    // Styles sort by a key where there is no author.
    author ? ['author', `{{${escapeBibtex(author)}}}`] : ['key', `{${escapeBibtex(title)}}`],
    ...(date ? dateFields(date) : []),
    ...(pages.length > 0 ? [['pages', `{${pages.join(', ')}}`]] : []),
    ...(language !== 'und' ? [['langid', `{${escapeBibtex(language)}}`]] : []),
    ['note', `{${escapeBibtex(noteOf(document, date))}}`],
  ];
  return `@misc{${key},\n${fields.map(([name = '', value = '']) => `  ${name} = ${value}`).join(',\n')}\n}`;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Year and month for the styles of BibTeX, which know nothing finer; a day or a period is a date of biblatex beside them. */
function dateFields({ words, from, to }: DocumentDate): readonly (readonly string[])[] {
  if (from === null) return [['year', `{${escapeBibtex(words)}}`]];
  const [year = '', month, day] = from.split('-');
  const isFine = day !== undefined || to !== null;
  return [
    ['year', `{${year}}`],
    ...(month === undefined ? [] : [['month', MONTHS[Number(month) - 1] ?? month]]),
    ...(isFine ? [['date', `{${to === null ? from : `${from}/${to}`}}`]] : []),
  ];
}

const SIGNS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
};
const LONE_BRACES: Readonly<Record<string, string>> = { '{': '\\textbraceleft{}', '}': '\\textbraceright{}' };

/** A text in which nothing means anything to TeX: nor two signs that it would join, nor braces that do not match and would swallow what follows. */
function escapeBibtex(text: string): string {
  const plain = text.replace(/\s+/gu, ' ');
  const isBalanced = areBalanced(plain);
  return plain
    .replace(/[\\{}%&$#_~^<>]/gu, (sign) => SIGNS[sign] ?? (isBalanced ? undefined : LONE_BRACES[sign]) ?? `\\${sign}`)
    .replace(/([-'`,])(?=\1)|(?<=([-'`,]))\2|[!?](?=`)/gu, '{$&}');
}

function areBalanced(text: string): boolean {
  let depth = 0;
  for (const brace of text.match(/[{}]/gu) ?? []) if ((depth += brace === '{' ? 1 : -1) < 0) return false;
  return depth === 0;
}

/** Words in which nothing is markup of CSL: a word joiner parts what would be an element of it. */
const escapeCsl = (text: string): string => text.replace(/<(?=\/?(?:i|b|sc|su[bp]|span)\b)/giu, '<\u2060');

/** The parts of a date. No words go with them: pandoc would read those instead. */
function issuedOf({ words, from, to }: DocumentDate) {
  if (from === null) return { literal: words };
  return { 'date-parts': [from, ...(to === null ? [] : [to])].map((iso) => iso.split('-').map(Number)) };
}

/** A unique key for each document from letters and digits of its title, and a number where needed. */
function citationKeys(documents: readonly CitedDocument[]): readonly string[] {
  const taken = new Map<string, number>();
  return documents.map(({ title }) => {
    const plain = title
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]+/gu, '')
      .slice(0, 24)
      .toLowerCase();
    const stem = plain || 'document';
    const before = taken.get(stem) ?? 0;
    taken.set(stem, before + 1);
    return before === 0 ? stem : `${stem}-${String(before + 1)}`;
  });
}
