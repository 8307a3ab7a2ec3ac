import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bibtex, cslJson } from '../../../src/app/notebook/bibliography';
import type { CitedDocument } from '../../../src/core/notebook/cited-documents';
import type { ExportReader } from './exported';
import { compareFacts, type Facts, type DocumentedChange } from './facts';
import { collapsed } from './pandoc-text';
import { inFolder, isInstalled, run } from './programs';

const TITLES = [
  ...['A plain title', 'R&D: 100% of $5 #1 a_b {x} \\y ~z ^w', 'Unbalanced } brace', "a--b --- and ``q'' and !`x"],
  ...[
    '<i>Slanted</i> and x<sup>2</sup> <b>',
    '東京都の計画',
    'مرحبا',
    'Ends with \\',
    'Title @at, comma = equals',
    'iPhone age',
  ],
];
const DATES = [
  '1937-03-05',
  '1937',
  'March 1937',
  '3/4/1937',
  '1936–1938',
  'Michaelmas 1937',
  '',
  '5. März 1937',
  'under King John',
  '2024-05-01T23:30:00Z',
];
const AUTHORS = [
  'Anna Müller',
  '',
  'Barnes and Noble',
  'Smith, John and Doe, Jane',
  '{X} & Co',
  '李明',
  'von der Leyen, Ursula',
];

/** Documents with titles, authors and dates that programs for references take for something else. */
const documents = TITLES.map((title, at): CitedDocument => ({
  ...{
    id: `d${at}`,
    title,
    author: AUTHORS[at % AUTHORS.length] ?? '',
    date: DATES[at] ?? '',
    fileName: `file_${at} 100%.pdf`,
  },
  ...{ mediaType: 'application/pdf', language: at === 7 ? 'de' : 'en', pages: at % 2 === 0 ? [] : [3, 5] },
}));

/** Years and months that the dates above name, finer where a field holds it. */
const ISSUED = ['1937-3-5', '1937', '1937-3', '1937', '1936/1938', '1937', '', '1937-3-5', '', '2024-5-1'];

/** Invisible signs and the forms of quotation marks are no part of the words. */
const plainTitle = (title: string): string =>
  collapsed(
    title
      .replace(/\u2060/gu, '')
      .replace(/[“”„]|[`‘’']{2}/gu, '"')
      .replace(/[‘’`]/gu, "'"),
  );

interface Item {
  readonly id: string;
  readonly title?: string;
  readonly author?: readonly { readonly literal?: string; readonly family?: string; readonly given?: string }[];
  readonly issued?: { readonly 'date-parts'?: readonly (readonly number[])[] };
  readonly note?: string;
}

const idsOf = (): readonly string[] => (JSON.parse(cslJson(documents)) as readonly Item[]).map(({ id }) => id);

function facts(items: Iterable<readonly [id: string, values: Readonly<Record<string, string | undefined>>]>): Facts {
  const found = new Map<string, string>();
  for (const [id, values] of items) {
    found.set(`reference ${id}`, id);
    for (const [name, value] of Object.entries(values)) if (value) found.set(`reference ${id} ${name}`, value);
  }
  return found;
}

function before(names: readonly string[]): Facts {
  const ids = idsOf();
  return facts(
    documents.map(({ title, author, fileName }, at) => {
      const all: Record<string, string> = {
        title: plainTitle(title),
        author,
        issued: ISSUED[at] ?? '',
        file: fileName,
      };
      return [ids[at] ?? '', Object.fromEntries(names.map((name) => [name, all[name]]))];
    }),
  );
}

/** Braces that do not match are lost to pandoc, whatever TeX calls them. */
const documented: DocumentedChange = (value) =>
  String(value).includes('}') || String(value).includes('{') ? collapsed(String(value).replace(/[{}]/gu, '')) : value;

const pandocVersion = (): string => run('pandoc', ['--version']).split('\n')[0] ?? '';

const readByPandoc = (format: string): ExportReader => ({
  ...{ format: 'bibtex', program: `pandoc as ${format}`, isSmall: true, isThere: () => isInstalled('pandoc') },
  read: async () => {
    const items = JSON.parse(run('pandoc', ['-f', format, '-t', 'csljson'], bibtex(documents))) as readonly Item[];
    const after = facts(
      items.map(({ id, title = '', author = [], issued, note = '' }) => [
        id,
        {
          title: plainTitle(title.replace(/<\/?span[^>]*>/gu, '')),
          author: author
            .map(({ literal, family, given }) => literal ?? [given, family].filter(Boolean).join(' '))
            .join('; '),
          issued: (issued?.['date-parts'] ?? []).map((parts) => parts.join('-')).join('/'),
          file: note.replace(/; .*$/u, ''),
        },
      ]),
    );
    const passage = compareFacts(before(['title', 'author', 'issued', 'file']), after, documented);
    return [{ format: 'bibtex', reader: `${pandocVersion()} as ${format}`, passage }];
  },
});

/** Entries of a list of references that a style made, by their ids. */
const bibtexProgram: ExportReader = {
  ...{ format: 'bibtex', program: 'bibtex', isSmall: false, isThere: () => isInstalled('bibtex') },
  read: () =>
    inFolder((folder) => {
      writeFileSync(join(folder, 'references.bib'), bibtex(documents));
      writeFileSync(join(folder, 'paper.aux'), '\\relax\n\\citation{*}\n\\bibstyle{plain}\n\\bibdata{references}\n');
      run('sh', ['-c', `cd '${folder}' && bibtex paper >/dev/null`]);
      const text = run('cat', [join(folder, 'paper.bbl')]);
      const entries = text.split('\\bibitem{').slice(1);
      const years = new Map(entries.map((entry) => [entry.slice(0, entry.indexOf('}')), entry.replace(/\s+/gu, ' ')]));
      const ids = idsOf();
      const isThere = (id: string, at: number): string | undefined => {
        const year = (ISSUED[at] ?? '').slice(0, 4);
        return years.get(id)?.includes(year) ? year : undefined;
      };
      const want = facts(ids.map((id, at) => [id, { year: (ISSUED[at] ?? '').slice(0, 4) }]));
      const seen = facts(ids.flatMap((id, at) => (years.has(id) ? [[id, { year: isThere(id, at) }] as const] : [])));
      const version = run('bibtex', ['--version']).split('\n')[0] ?? '';
      return Promise.resolve([
        { format: 'bibtex', reader: `${version}, plain.bst`, passage: compareFacts(want, seen, documented) },
      ]);
    }),
};

const citeproc: ExportReader = {
  ...{ format: 'csl', program: 'pandoc’s citeproc', isSmall: true, isThere: () => isInstalled('pandoc') },
  read: async () => {
    const html = run('pandoc', ['-f', 'csljson', '-t', 'html', '--wrap=none', '--citeproc'], cslJson(documents));
    const entries = html.split('id="ref-').slice(1);
    const shown = new Map(entries.map((entry) => [entry.slice(0, entry.indexOf('"')), decoded(entry)]));
    const ids = idsOf();
    const want = facts(
      ids.map((id, at) => [id, { title: lettersOf(TITLES[at] ?? ''), year: (ISSUED[at] ?? '').slice(0, 4) }]),
    );
    const seen = facts(
      ids.flatMap((id, at) => {
        const text = shown.get(id);
        if (text === undefined) return [];
        const title = lettersOf(TITLES[at] ?? '');
        const year = (ISSUED[at] ?? '').slice(0, 4);
        return [
          [
            id,
            {
              title: lettersOf(text).includes(title) ? title : lettersOf(text),
              year: text.includes(year) ? year : undefined,
            },
          ] as const,
        ];
      }),
    );
    return [
      { format: 'csl', reader: `${pandocVersion()}, citeproc`, passage: compareFacts(want, seen, (value) => value) },
    ];
  },
};

const decoded = (html: string): string =>
  html
    .replace(/<[^>]*>/gu, '')
    .replace(/&lt;/gu, '<')
    .replace(/&gt;/gu, '>')
    .replace(/&amp;/gu, '&');

/** Styles choose capitals and quotation marks; everything else is of the title. */
const lettersOf = (title: string): string =>
  plainTitle(title)
    .toLowerCase()
    .replace(/["'\s.]/gu, '');

/** References as BibTeX and as CSL-JSON. */
export const REFERENCE_READERS: readonly ExportReader[] = [
  readByPandoc('bibtex'),
  readByPandoc('biblatex'),
  bibtexProgram,
  citeproc,
];
