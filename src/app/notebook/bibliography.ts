import type { CitedDocument } from '../../core/notebook/cited-documents';

/** Documents as entries of BibTeX. Only what is known of them stands there. */
export function bibtex(documents: readonly CitedDocument[]): string {
  const keys = citationKeys(documents);
  return documents.map((one, at) => `${entryOf(one, keys[at] ?? '')}\n`).join('\n');
}

/** The same as CSL-JSON (https://docs.citationstyles.org, data schema 1.0). */
export function cslJson(documents: readonly CitedDocument[]): string {
  const keys = citationKeys(documents);
  const items = documents.map(({ title, author, date, fileName, language, pages }, at) => ({
    id: keys[at],
    type: 'document',
    title,
    ...(author && { author: [{ literal: author }] }),
    ...(date && { issued: issuedOf(date) }),
    ...(pages.length > 0 && { page: pages.join(', ') }),
    ...(language !== 'und' && { language }),
    note: fileName,
  }));
  return `${JSON.stringify(items, null, 2)}\n`;
}

function entryOf({ title, author, date, fileName, language, pages }: CitedDocument, key: string): string {
  const fields = [
    ['title', `{${escapeBibtex(title)}}`],
    ...(author ? [['author', `{${escapeBibtex(author)}}`]] : []),
    ...(date ? [['date', escapeBibtex(date)]] : []),
    ...(pages.length > 0 ? [['pages', pages.join(', ')]] : []),
    ...(language !== 'und' ? [['langid', escapeBibtex(language)]] : []),
    ['note', escapeBibtex(fileName)],
  ];
  return `@misc{${key},\n${fields.map(([name = '', value = '']) => `  ${name} = {${value}}`).join(',\n')}\n}`;
}

const SIGNS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

/** A text in which nothing means anything to TeX; braces that do not match would swallow what follows. */
const escapeBibtex = (text: string): string =>
  text.replace(/\s+/gu, ' ').replace(/[\\{}%&$#_~^]/gu, (sign) => SIGNS[sign] ?? `\\${sign}`);

/** The parts of an ISO 8601 date, as far as it is given; any other date as it stands. */
function issuedOf(date: string) {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:T.*)?$/u.exec(date.trim()) ?? [];
  if (year === undefined) return { literal: date };
  return { 'date-parts': [[year, month, day].flatMap((part) => (part === undefined ? [] : [Number(part)]))] };
}

/** A key for each document from letters and digits of its title, told apart by a number. */
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
