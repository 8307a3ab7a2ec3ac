// smoke: clean
import { readFile } from 'node:fs/promises';
import { openPdfInNode } from '../scripts/lib/open-pdf-in-node';
import { openRecogniserInNode } from '../scripts/lib/open-recogniser-in-node';
import { scanPages, scanPng } from '../scripts/lib/scans';
import { readSource } from '../src/adapters/documents/read-source';
import { recognitionLanguage } from '../src/core/tables/recognition-languages';
import { DEGRADATIONS } from './lib/degraded-scans';
import { benchLanguages } from './lib/recognised-languages';
import { printedPage } from './lib/printed-page';
import { quantile } from './lib/quantile';
import { inOrder, wordRecall } from './lib/read-words';
import { table } from './lib/table';
import { holdTo, type Target } from './lib/targets';

/**
 * Measures how printed pages are read from pictures: `npm run bench -- ocr [DEGRADATION …] [--text]`. Each page is drawn at
 * 150 dots for an inch by PDFium, with its own fonts, and degraded. Prints the share of its words that are read, their
 * order, and the median seconds of processor time; `--text` prints what is read, too. Fails where a clean page is read
 * worse than it should be.
 *
 * `npm run bench -- ocr languages [CODE …]` reads a page in each other language: as such, and as English, to see if that
 * is noticed. A browser sets them in the fonts of this machine, such as Debian's fonts-noto-core and fonts-noto-cjk.
 */
const PAGES = [
  { name: 'one column', file: 'one-column.txt', columns: 1 },
  { name: 'two columns', file: 'two-columns.txt', columns: 2 },
  { name: 'letter with a table', file: 'letter.txt', columns: 1 },
] as const;
const RECALL = 0.97;

interface Reading {
  readonly page: string;
  readonly degradation: string;
  readonly recall: number;
  readonly ordered: boolean;
  readonly seconds: number;
}

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
if (asked[0] === 'languages') {
  await benchLanguages(asked.slice(1), process.argv.includes('--text'));
  process.exit();
}
const chosen = Object.entries(DEGRADATIONS).filter(([name]) => asked.length === 0 || asked.includes(name));
if (chosen.length === 0) throw new Error(`There are: ${Object.keys(DEGRADATIONS).join(', ')}`);
// No page pays for the start of Tesseract.
await openRecogniserInNode(recognitionLanguage('eng'));
const readings: Reading[] = [];
for (const { name: page, file, columns } of PAGES) {
  const written = await readFile(new URL(`data/pages/${file}`, import.meta.url), 'utf8');
  for (const scan of await scanPages(printedPage(written, columns)))
    for (const [degradation, degrade] of chosen) {
      const png = scanPng(degrade(scan));
      const before = process.cpuUsage();
      const text = await textOf(new Blob([new Uint8Array(png)]));
      const { user, system } = process.cpuUsage(before);
      if (process.argv.includes('--text')) console.log(`${page}, ${degradation}:\n${text}\n`);
      const [recall, ordered] = [wordRecall(written, text), inOrder(written, text)];
      readings.push({ page, degradation, recall, ordered, seconds: (user + system) / 1e6 });
    }
}

/** Words of a picture; none of one that is refused. */
async function textOf(bytes: Blob): Promise<string> {
  const source = { path: 'page.png', bytes, answer: { kind: 'pictures' } } as const;
  const result = await readSource(source, { openPdf: openPdfInNode, openRecogniser: openRecogniserInNode }).catch(
    (error: unknown) => {
      console.log(error instanceof Error ? error.message : String(error));
    },
  );
  return result?.kind === 'documents' ? (result.documents[0]?.text ?? '') : '';
}

const shown = ({ recall, ordered }: Reading): string => `${recall.toFixed(3)}${ordered ? '' : ', out of order'}`;
const middle = (of: readonly Reading[]): string =>
  quantile(
    of.map(({ seconds }) => seconds),
    0.5,
  ).toFixed(1);
const rows = chosen.map(([degradation]) => {
  const of = readings.filter((reading) => reading.degradation === degradation);
  const columns = of.find(({ page }) => page === 'two columns');
  return [degradation, ...of.map(shown), columns?.ordered ? 'yes' : 'no', middle(of)];
});
console.log(table(['degradation', ...PAGES.map(({ name }) => name), 'columns in order', 'seconds a page'], rows));
console.log(`\nMedian of all: ${middle(readings)} seconds a page`);
const clean = readings.filter(({ degradation }) => degradation === 'clean');
holdTo(
  clean.flatMap(({ page, recall, ordered }): Target[] => [
    { name: `recall of ${page}`, value: recall, atLeast: RECALL },
    { name: `order of ${page}`, value: Number(ordered), atLeast: 1 },
  ]),
);
