// smoke: 0.2 dense:0.2
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSite } from './lib/chromium';
import { englishCorpus, type CorpusFile } from './lib/english-corpus';
import { nameDenseCorpus } from './lib/name-dense-corpus';
import { measureText } from './lib/scale/measure-text';
import { figureTable, type SizeColumn } from './lib/scale/scale-table';

/**
 * Text to *Ready* in a real Chromium: `npm run bench -- index [MB, dense:MB or FOLDER …]`. By default 10 MB of ordinary English and
 * 10 MB of text as dense with names as an encyclopaedia, both made up; `npm run bench -- scale FOLDER` measures real text.
 */
const inputs = process.argv.slice(2);
const site = await openSite();
const columns: SizeColumn[] = [];
for (const input of inputs.length > 0 ? inputs : ['10', 'dense:10']) columns.push(await measureInput(input));
await site.close();
console.log(figureTable(columns));

async function measureInput(input: string): Promise<SizeColumn> {
  const [, dense, size] = /^(dense:)?([\d.]+)$/u.exec(input) ?? [];
  const megabytes = Number(size);
  if (!megabytes) return measureText(site, input, await filesIn(input));
  const files = Math.ceil(megabytes * 2);
  if (dense) return measureTexts(`dense with names, ${String(megabytes)} MB`, nameDenseCorpus(megabytes, files));
  return measureTexts(`English, ${String(megabytes)} MB`, await englishCorpus(megabytes, files));
}

async function measureTexts(label: string, files: readonly CorpusFile[]): Promise<SizeColumn> {
  const folder = await mkdtemp(join(tmpdir(), 'burrow-bench-'));
  for (const { name, text } of files) await writeFile(join(folder, name), text);
  try {
    return await measureText(site, label, await filesIn(folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).sort().map((name) => join(folder, name));
}
