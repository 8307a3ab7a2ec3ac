// smoke: bench/data/documents
import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { readSource } from '../src/adapters/documents/read-source';
import { openPdfInNode } from '../scripts/lib/open-pdf-in-node';
import { holds, type DocumentCheck, type ReadText } from './lib/document-checks';
import { table } from './lib/table';

/**
 * Measures how much of documents is read as a person would: `npm run bench -- documents FOLDER [PART OF A NAME] [--text]`. Beside
 * each file lie its checks, `FILE.expect.json`. Prints those that fail, and the number that hold by format; `--text` prints
 * what is read, too.
 */
const [folder = '', part = ''] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const counts = new Map<string, { passed: number; all: number; files: number }>();

for (const name of (await readdir(folder)).filter((one) => one.endsWith('.expect.json') && one.includes(part)).sort()) {
  const file = name.slice(0, -'.expect.json'.length);
  const checks = JSON.parse(await readFile(join(folder, name), 'utf8')) as readonly DocumentCheck[];
  const read = await readFileText(file);
  const failed = checks.filter((check) => !read || !holds(check, read));
  const count = counts.get(extname(file)) ?? { passed: 0, all: 0, files: 0 };
  counts.set(extname(file), count);
  count.files += 1;
  count.all += checks.length;
  count.passed += checks.length - failed.length;
  console.log(`${file}: ${String(checks.length - failed.length)} of ${String(checks.length)}`);
  for (const { k, v, n = '' } of failed) console.log(`   ${k} ${n}: ${JSON.stringify(v)}`);
  if (process.argv.includes('--text')) console.log(read?.text);
}
console.log(
  table(
    ['format', 'files', 'checks that hold'],
    [...counts].map(([format, { passed, all, files }]) => [
      format,
      String(files),
      `${String(passed)} of ${String(all)}`,
    ]),
  ),
);

/** Text of a file, of all documents in it; undefined of one that is refused. */
async function readFileText(name: string): Promise<ReadText | undefined> {
  try {
    return await textOf(name, new Blob([await readFile(join(folder, name))]));
  } catch (error) {
    console.log(`   refused: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** With what is attached to it, as far as that can be read. */
async function textOf(path: string, bytes: Blob): Promise<ReadText> {
  const result = await readSource({ path, bytes }, { openPdf: openPdfInNode });
  const documents = result.kind === 'documents' ? result.documents : [];
  const inside = await Promise.allSettled(
    (result.members ?? []).map((member) => textOf(member.path, new Blob([member.bytes.slice()]))),
  );
  const texts = [...documents, ...inside.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))];
  return texts.reduce<ReadText>(
    (before, { text, headings, page_starts }) => {
      const start = before.text === '' ? 0 : before.text.length + 2;
      return {
        text: start === 0 ? text : `${before.text}\n\n${text}`,
        headings: [...before.headings, ...headings],
        page_starts: [...before.page_starts, ...page_starts.map((at) => at + start)],
      };
    },
    { text: '', headings: [], page_starts: [] },
  );
}
