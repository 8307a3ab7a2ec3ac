import { describe, expect, test } from 'vitest';
import { bibtex, cslJson } from '../../../../src/app/notebook/bibliography';
import type { CitedDocument } from '../../../../src/core/notebook/cited-documents';

const plain: CitedDocument = {
  ...{ id: 'd', title: 'Log', author: '', date: '', fileName: 'log.txt', mediaType: 'text/plain', language: 'und' },
  pages: [],
};
const rich: CitedDocument = {
  ...{ ...plain, id: 'e', title: 'Ships & {wrecks}, 50% \\lost_ ~#1', author: 'Marsh, Ada', date: '1903-05-01' },
  ...{ fileName: 'ships.pdf', language: 'en', pages: [3, 7] },
};

/** A small reader of BibTeX: braces nest, also behind a backslash, and a month is a word. */
function readBibtex(text: string) {
  let at = 0;
  const upTo = (sign: string): string => {
    const from = at;
    at = text.indexOf(sign, at) + 1;
    if (at === 0) throw new Error(`no ${sign} after ${String(from)}`);
    return text.slice(from, at - 1).trim();
  };
  const value = (): string => {
    const [space = ''] = /^\s*/u.exec(text.slice(at)) ?? [];
    at += space.length;
    const from = at;
    let depth = 0;
    for (; ; at++) {
      const sign = text[at];
      if (sign === undefined) throw new Error('braces do not match');
      if (sign === '{') depth++;
      else if (sign === '}') depth--;
      if (depth === 0 && /[,\n]/u.test(text[at + 1] ?? '')) break;
    }
    at++;
    return text.slice(from, at);
  };
  const entries: Record<string, string>[] = [];
  while (text.indexOf('@', at) >= 0) {
    upTo('@');
    const entry: Record<string, string> = { type: upTo('{'), id: upTo(',') };
    do entry[upTo('=')] = value();
    while (text[at++] === ',');
    entries.push(entry);
    upTo('}');
  }
  return entries;
}

const dated = (date: string, language = 'en'): CitedDocument => ({ ...plain, date, language });

describe('references as BibTeX', () => {
  test('hold what is known and nothing else', () => {
    expect(readBibtex(bibtex([plain, rich]))).toEqual([
      { type: 'misc', id: 'log', title: '{{Log}}', key: '{Log}', note: '{log.txt}' },
      {
        ...{ type: 'misc', id: 'shipswrecks50lost1', author: '{{Marsh, Ada}}', pages: '{3, 7}' },
        ...{ year: '{1903}', month: 'may', date: '{1903-05-01}' },
        title: '{{Ships \\& \\{wrecks\\}, 50\\% \\textbackslash{}lost\\_ \\textasciitilde{}\\#1}}',
        ...{ langid: '{en}', note: '{ships.pdf}' },
      },
    ]);
  });

  test('keep signs that TeX would join, take for letters or lose, and braces that do not match', () => {
    const titles = ['a -- b ---', "``q''", '<i> } {', 'x^2'].map((title) => ({ ...plain, title }));
    expect(readBibtex(bibtex(titles)).map(({ title }) => title)).toEqual([
      '{{a {-}{-} b {-}{-}{-}}}',
      "{{{`}{`}q{'}{'}}}",
      '{{\\textless{}i\\textgreater{} \\textbraceright{} \\textbraceleft{}}}',
      '{{x\\textasciicircum{}2}}',
    ]);
  });

  test('have the year and the month of any date that names one, and its words where they say more', () => {
    const dates = [
      'March 1937',
      '3. März 1937',
      '3/4/1937',
      '1936–1938',
      'Michaelmas 1937',
      'under King John',
      '1937-13-45',
    ];
    const languages: Readonly<Record<string, string>> = { '3. März 1937': 'de' };
    const entries = readBibtex(bibtex(dates.map((date) => dated(date, languages[date]))));
    expect(entries.map(({ year, month, date, note }) => [year, month, date, note])).toEqual([
      ['{1937}', 'mar', undefined, '{log.txt}'],
      ['{1937}', 'mar', '{1937-03-03}', '{log.txt}'],
      ['{1937}', undefined, undefined, '{log.txt; 3/4/1937}'],
      ['{1936}', undefined, '{1936/1938}', '{log.txt}'],
      ['{1937}', undefined, undefined, '{log.txt; Michaelmas 1937}'],
      ['{under King John}', undefined, undefined, '{log.txt}'],
      ['{1937}', undefined, undefined, '{log.txt; 1937-13-45}'],
    ]);
  });

  test('have keys of their own, also where titles are the same or in another script', () => {
    const named = ['Log', 'Log', '日誌', '航海'].map((title) => ({ ...plain, title }));
    expect(readBibtex(bibtex(named)).map(({ id }) => id)).toEqual(['log', 'log-2', 'document', 'document-2']);
  });
});

describe('references as CSL-JSON', () => {
  test('hold what is known and nothing else', () => {
    expect(JSON.parse(cslJson([plain, rich]))).toEqual([
      { id: 'log', type: 'document', title: 'Log', note: 'log.txt' },
      {
        ...{ id: 'shipswrecks50lost1', type: 'document', title: rich.title, author: [{ literal: 'Marsh, Ada' }] },
        ...{ issued: { 'date-parts': [[1903, 5, 1]] }, page: '3, 7', language: 'en', note: 'ships.pdf' },
      },
    ]);
  });

  test('have the parts of any date that names a year, and its words where they say more or name none', () => {
    const dates = ['May 1903', '1903', '1903-05', '1936–1938', '3/4/1937', 'under King John'].map((date) =>
      dated(date),
    );
    const items = JSON.parse(cslJson(dates)) as readonly { readonly issued: unknown; readonly note: string }[];
    expect(items.map(({ issued, note }) => [issued, note])).toEqual([
      [{ 'date-parts': [[1903, 5]] }, 'log.txt'],
      [{ 'date-parts': [[1903]] }, 'log.txt'],
      [{ 'date-parts': [[1903, 5]] }, 'log.txt'],
      [{ 'date-parts': [[1936], [1938]] }, 'log.txt'],
      [{ 'date-parts': [[1937]] }, 'log.txt; 3/4/1937'],
      [{ literal: 'under King John' }, 'log.txt'],
    ]);
  });

  test('hold a title as it is, though it looks like markup of CSL', () => {
    const [item] = JSON.parse(cslJson([{ ...plain, title: '<i>a</i> <b> x < y <img>' }])) as readonly {
      title: string;
    }[];
    expect(item?.title).toBe('<\u2060i>a<\u2060/i> <\u2060b> x < y <img>');
  });
});
