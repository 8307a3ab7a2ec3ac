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

/** A small reader of BibTeX: braces nest, also behind a backslash. */
function readBibtex(text: string) {
  let at = 0;
  const upTo = (sign: string): string => {
    const from = at;
    at = text.indexOf(sign, at) + 1;
    if (at === 0) throw new Error(`no ${sign} after ${String(from)}`);
    return text.slice(from, at - 1).trim();
  };
  const braced = (): string => {
    let [depth, words] = [1, ''];
    for (upTo('{'); ; at++) {
      const sign = text[at];
      if (sign === undefined) throw new Error('braces do not match');
      if (sign === '{') depth++;
      else if (sign === '}' && --depth === 0) break;
      else if (sign !== '}') words += sign;
    }
    at++;
    return words;
  };
  const entries: Record<string, string>[] = [];
  while (text.indexOf('@', at) >= 0) {
    upTo('@');
    const entry: Record<string, string> = { type: upTo('{'), key: upTo(',') };
    do entry[upTo('=')] = braced();
    while (text[at++] === ',');
    entries.push(entry);
    upTo('}');
  }
  return entries;
}

describe('references as BibTeX', () => {
  test('hold what is known and nothing else', () => {
    expect(readBibtex(bibtex([plain, rich]))).toEqual([
      { type: 'misc', key: 'log', title: 'Log', note: 'log.txt' },
      {
        ...{ type: 'misc', key: 'shipswrecks50lost1', author: 'Marsh, Ada', date: '1903-05-01', pages: '3, 7' },
        title:
          'Ships \\& \\textbraceleftwrecks\\textbraceright, 50\\% \\textbackslash\\lost\\_ \\textasciitilde\\#1'.replace(
            '\\lost',
            'lost',
          ),
        ...{ langid: 'en', note: 'ships.pdf' },
      },
    ]);
  });

  test('have keys of their own, also where titles are the same or in another script', () => {
    const named = ['Log', 'Log', '日誌', '航海'].map((title) => ({ ...plain, title }));
    expect(readBibtex(bibtex(named)).map(({ key }) => key)).toEqual(['log', 'log-2', 'document', 'document-2']);
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

  test('have a date as it stands where it is none of the calendar', () => {
    const dates = ['May 1903', '1903', '1903-05'].map((date) => ({ ...plain, date }));
    const issued = (JSON.parse(cslJson(dates)) as readonly { readonly issued: unknown }[]).map((one) => one.issued);
    expect(issued).toEqual([{ literal: 'May 1903' }, { 'date-parts': [[1903]] }, { 'date-parts': [[1903, 5]] }]);
  });
});
