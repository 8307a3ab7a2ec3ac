import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import { expect, test, type Page } from '@playwright/test';
import { duckdbOver, unpacked } from '../helpers/duckdb-over';
import { exportAs, exportToDownloads } from '../helpers/export-steps';
import { GRAPHRAG_VERSIONS, graphRagFiles } from '../helpers/graphrag-index';
import {
  addFiles,
  answer,
  ask,
  passages,
  library,
  markedWords,
  openPassage,
  openSample,
  ready,
  textFile,
} from '../helpers/page-steps';

async function zipped(files: ReadonlyMap<string, Uint8Array>): Promise<Buffer> {
  const zip = new ZipWriter(new BlobWriter());
  for (const [path, bytes] of files) await zip.add(path, new Uint8ArrayReader(bytes));
  return Buffer.from(await (await zip.close()).arrayBuffer());
}

async function importFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page
    .getByLabel('Import collection')
    .and(page.locator('input'))
    .setInputFiles({ name, mimeType: 'application/zip', buffer });
}

for (const version of GRAPHRAG_VERSIONS)
  test(`tables of GraphRAG ${version} in a ZIP file are imported, searched, and cited to their text units`, async ({
    page,
  }) => {
    await page.goto('./');
    await importFile(page, 'ink.zip', await zipped(await graphRagFiles(version)));
    await ready(page);
    await expect(page.getByText('Imported as “ink”.')).toBeVisible();
    await expect(library(page).getByRole('heading', { name: /^Documents/u })).toContainText('2');
    await ask(page, 'Who sued Tomas Reed?', 'Local');
    await expect(answer(page)).toContainText('The Abbey of Lorn sued Tomas Reed in 1871.');
    await openPassage(page);
    expect(await markedWords(page)).toContain('TheAbbeyofLornsuedTomasReed');
    await ask(page, 'Who sued Tomas Reed?', 'Global');
    await expect(answer(page)).toContainText('Summary of community 2.');
    await addFiles(page, textFile('new.txt', 'Mira Holt met Tomas Reed at Dunmore.'));
    await expect(page.getByRole('button', { name: /^Delete new/u })).toBeVisible();
    await ready(page);
    await ask(page, 'Which lawsuit was there?', 'Global');
    for (const community of ['1', '2']) await expect(answer(page)).toContainText(`Summary of community ${community}.`);
  });

test('a folder of tables that is added is imported, and what is exported of it is what came', async ({
  page,
}, info) => {
  await exportToDownloads(page);
  await page.goto('./');
  const folder = info.outputPath('my index');
  for (const [path, bytes] of await graphRagFiles('3')) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  await page.getByLabel('Add a folder').and(page.locator('input')).setInputFiles(folder);
  await ready(page);
  const { file } = await exportAs(page, 'GraphRAG tables');
  const files = new Map<string, Uint8Array>();
  for (const [path, bytes] of await graphRagFiles('3')) files.set(`first_${path.replace('output/', '')}`, bytes);
  for (const [path, bytes] of await unpacked(new Blob([new Uint8Array(file)]))) files.set(`second_${path}`, bytes);
  const sql = await duckdbOver(files);
  for (const table of [
    'documents',
    'text_units',
    'entities',
    'relationships',
    'communities',
    'community_reports',
    'covariates',
  ]) {
    const [row] = await sql.rows(`
      SELECT (SELECT count(*) FROM (FROM '$folder/first_${table}.parquet' EXCEPT ALL FROM '$folder/second_${table}.parquet'))::INT AS lost,
             (SELECT count(*) FROM '$folder/second_${table}.parquet')::INT - (SELECT count(*) FROM '$folder/first_${table}.parquet')::INT AS more`);
    expect([table, row]).toEqual([table, { lost: 0, more: 0 }]);
  }
  await sql.close();
});

test('a damaged index is refused with words, and what was open stays open', async ({ page }) => {
  await page.goto('./');
  await openSample(page);
  const files = new Map(await graphRagFiles('2'));
  files.set('output/entities.parquet', new Uint8Array(files.get('output/entities.parquet')?.slice(0, 300) ?? []));
  await importFile(page, 'broken.zip', await zipped(files));
  await expect(page.getByText(/entities\.parquet is damaged, cut short or no Parquet file/u)).toBeVisible();
  await expect(page.getByText(/Nothing was added/u)).toBeVisible();
  await expect(library(page).getByText('Sample. Its graph was curated by hand.')).toBeVisible();
  await ask(page, 'Who built the works?', 'Local');
  await expect(passages(page).first()).toBeVisible();
});
