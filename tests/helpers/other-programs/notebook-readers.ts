import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWord } from '../../../src/adapters/word/write-word';
import { quoteMarkdown } from '../../../src/core/text/escape-markdown';
import type { ExportReader } from './exported';
import { compareFacts, type Facts } from './facts';
import { collapsed, pandocLines, pandocText, type PandocDocument, type PandocNode } from './pandoc-text';
import { inFolder, isInstalled, run } from './programs';

const folderOfQuotes = new URL('../../fixtures/quoted/', import.meta.url);

interface Quote {
  readonly name: string;
  readonly text: string;
}

const quotes = (): readonly Quote[] =>
  readdirSync(folderOfQuotes).map((name) => ({ name, text: readFileSync(new URL(name, folderOfQuotes), 'utf8') }));

/** Quotations below a heading each, with a footnote each. */
const notebook = (): string =>
  quotes()
    .map(
      ({ name, text }, at) =>
        `## ${name}\n\n${quoteMarkdown(text, `[^${at + 1}]`)}\n\n[^${at + 1}]: Place of ${name}\n`,
    )
    .join('\n');

/** Each line of each quotation. Blank ones and the line below a table's head are none. */
function lineFacts(lines: Iterable<readonly [name: string, lines: readonly string[]]>): Facts {
  const facts = new Map<string, string>();
  for (const [name, of] of lines) {
    facts.set(`note ${name}`, name);
    const written = of.map(collapsed).filter((line) => line !== '' && !/^\|[ |:-]+\|$/u.test(line));
    for (const [at, line] of written.entries()) facts.set(`line ${name}:${at + 1}`, line);
  }
  return facts;
}

const before = (): Facts => lineFacts(quotes().map(({ name, text }) => [name, text.split('\n')]));

/** Lines by the heading that they stand below. */
function sections(blocks: readonly PandocNode[]): readonly (readonly [string, readonly string[]])[] {
  const found: [string, PandocNode[]][] = [];
  for (const block of blocks) {
    if (block.t === 'Header') found.push([pandocText((block.c as unknown[])[2]), []]);
    else found.at(-1)?.[1].push(block);
  }
  return found.map(([name, inner]) => [name, pandocLines(inner)]);
}

const pandocVersion = (): string => run('pandoc', ['--version']).split('\n')[0] ?? '';

function shownByPandoc(format: string, args: readonly string[], input?: string): Facts {
  const { blocks } = JSON.parse(run('pandoc', ['-f', format, '-t', 'json', ...args], input)) as PandocDocument;
  return lineFacts(sections(blocks));
}

async function wordFile(folder: string): Promise<string> {
  const file = join(folder, 'notebook.docx');
  writeFileSync(file, new Uint8Array(await (await writeWord(notebook())).arrayBuffer()));
  return file;
}

/** Lines of a text file that LibreOffice made: each cell is one, the mark of a footnote is its number, and footnotes stand at the end. */
function shownInText(text: string): Facts {
  const names = quotes().map(({ name }) => name);
  const found: [string, string[]][] = [];
  for (const line of text.replace(/^\uFEFF/u, '').split(/\r?\n/u)) {
    if (names.includes(line)) found.push([line, []]);
    else if (!/^\d*\s*Place of /u.test(line)) found.at(-1)?.[1].push(line);
  }
  return lineFacts(found.map(([name, lines], at) => [name, withoutMark(lines, String(at + 1))]));
}

function withoutMark(lines: readonly string[], mark: string): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines.map((line, at) => (at === last && line.endsWith(mark) ? line.slice(0, -mark.length) : line));
}

/** The cells of rows as lines of their own. */
const cellsApart = (text: string): readonly string[] =>
  text
    .split('\n')
    .flatMap((line) => (/^\|[ |:-]+\|$/u.test(line) ? [] : line.startsWith('| ') ? line.split('|') : [line]));

/** The notebook's quotations, as Markdown and as a Word file. */
export const NOTEBOOK_READERS: readonly ExportReader[] = [
  {
    ...{ format: 'markdown', program: 'pandoc', isSmall: true, isThere: () => isInstalled('pandoc') },
    read: async () => {
      const passage = compareFacts(before(), shownByPandoc('gfm', [], notebook()), (value) => value);
      return [{ format: 'markdown', reader: pandocVersion(), passage }];
    },
  },
  {
    ...{ format: 'word', program: 'pandoc', isSmall: true, isThere: () => isInstalled('pandoc') },
    read: () =>
      inFolder(async (folder) => {
        const passage = compareFacts(before(), shownByPandoc('docx', [await wordFile(folder)]), (value) => value);
        return [{ format: 'word', reader: pandocVersion(), passage }];
      }),
  },
  {
    ...{ format: 'word', program: 'LibreOffice', isSmall: false, isThere: () => isInstalled('soffice') },
    read: () =>
      inFolder(async (folder) => {
        const profile = `-env:UserInstallation=file://${folder}/profile`;
        run('soffice', [
          '--headless',
          profile,
          '--convert-to',
          'txt:Text (encoded):UTF8',
          '--outdir',
          folder,
          await wordFile(folder),
        ]);
        const shown = shownInText(readFileSync(join(folder, 'notebook.txt'), 'utf8'));
        const all = lineFacts(quotes().map(({ name, text }) => [name, cellsApart(text)]));
        const passage = compareFacts(all, shown, (value) => value);
        return [
          { format: 'word', reader: run('soffice', ['--version']).trim().split(' ').slice(0, 2).join(' '), passage },
        ];
      }),
  },
];
