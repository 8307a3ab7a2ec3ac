import { readFile } from 'node:fs/promises';
import { openPdfInNode } from '../../scripts/lib/open-pdf-in-node';
import { openRecogniserInNode } from '../../scripts/lib/open-recogniser-in-node';
import { scanPages, scanPng } from '../../scripts/lib/scans';
import { readSource } from '../../src/adapters/documents/read-source';
import type { LanguageDoubt } from '../../src/core/ports/documents';
import { RECOGNITION_LANGUAGES, type RecognitionLanguage } from '../../src/core/tables/recognition-languages';
import { printInBrowser } from './browser-pages';
import { characterRecall, wordRecall } from './read-words';
import { table } from './table';
import { holdTo, type Target } from './targets';

/** Least share of the words, or of the characters where no blanks part words, that is read of a clean page. */
const RECALL = 0.9;

/** Measures how printed pages are read in other languages than English. Fails where one is read worse than it should be. */
export async function benchLanguages(codes: readonly string[], showsText: boolean): Promise<void> {
  const others = RECOGNITION_LANGUAGES.filter(({ code }) => code !== 'eng');
  const languages = others.filter(({ code }) => codes.length === 0 || codes.includes(code));
  const texts = await Promise.all(languages.map(({ code }) => readFile(pageOf(code), 'utf8')));
  const pdfs = await printInBrowser(languages.map(({ tag }, at) => ({ tag, text: texts[at] ?? '' })));
  const rows: string[][] = [];
  const targets: Target[] = [];
  for (const [at, language] of languages.entries()) {
    const written = (texts[at] ?? '').normalize('NFC');
    const [scan] = await scanPages(pdfs[at] ?? new Uint8Array());
    if (!scan) throw new Error('The page is empty.');
    const png = scanPng(scan);
    await openRecogniserInNode(language);
    const [own, english] = [await read(png, language.code), await read(png, 'eng')];
    if (showsText) console.log(`${language.code}:\n${own.text}\n`);
    const recall = isUnspaced(language) ? characterRecall : wordRecall;
    const value = recall(written, own.text);
    targets.push({ name: `recall of ${language.code}`, value, atLeast: RECALL });
    const asEnglish = recall(written, english.text).toFixed(3);
    rows.push([
      language.code,
      value.toFixed(3),
      doubtWord(own.doubt),
      own.seconds.toFixed(1),
      asEnglish,
      doubtWord(english.doubt),
    ]);
  }
  console.log(table(['language', 'recall', 'doubt', 'seconds', 'as English', 'doubt then'], rows));
  holdTo(targets);
}

const pageOf = (code: string): URL => new URL(`../data/pages/languages/${code}.txt`, import.meta.url);

/** Scripts without blanks between words, of which characters are counted. */
const isUnspaced = ({ tag }: RecognitionLanguage): boolean =>
  ['Hans', 'Hant', 'Jpan'].includes(new Intl.Locale(tag).maximize().script ?? '');

const doubtWord = (doubt: LanguageDoubt | undefined): string => (doubt ? (doubt.likely ?? 'uncertain') : '');

async function read(png: Uint8Array, language: string) {
  const source = {
    path: 'page.png',
    bytes: new Blob([new Uint8Array(png)]),
    answer: { kind: 'pictures', language },
  } as const;
  const before = process.cpuUsage();
  const result = await readSource(source, { openPdf: openPdfInNode, openRecogniser: openRecogniserInNode });
  const { user, system } = process.cpuUsage(before);
  if (result.kind !== 'documents') throw new Error('A picture is one document.');
  const doubt = result.need?.kind === 'pictures' ? result.need.doubt : undefined;
  return { text: result.documents[0]?.text ?? '', doubt, seconds: (user + system) / 1e6 };
}
