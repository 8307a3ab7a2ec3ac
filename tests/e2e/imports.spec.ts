import { mkdir, readdir, writeFile } from 'node:fs/promises';
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

const chooser = (page: Page) => page.getByLabel('Import collection').and(page.locator('input'));

async function importFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await chooser(page).setInputFiles({ name, mimeType: 'application/zip', buffer });
}

const FIXTURES = join(import.meta.dirname, '../fixtures');

/** The paths of the files in a folder of fixtures. */
const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(join(FIXTURES, folder)))
    .filter((name) => name !== 'expected.json')
    .map((name) => join(FIXTURES, folder, name));

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

test('the dialog says what can be imported, and leads to the files of a graph that LightRAG wrote', async ({
  page,
}, info) => {
  await page.goto('./');
  await page.getByRole('button', { name: 'Import collection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a collection' });
  for (const form of ['Saved copy', 'GraphRAG tables', 'GraphML', 'GEXF', 'JSON', 'CSV'])
    await expect(dialog.getByRole('term').filter({ hasText: form })).toBeVisible();
  await page.screenshot({ path: info.outputPath('dialog.png') });
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose files' }).click();
  await (await choosing).setFiles(await filesIn('foreign-graphs/lightrag'));
  await ready(page);
  await expect(library(page).getByText('GraphML', { exact: false }).first()).toBeVisible();
  await ask(page, 'Who keeps the Choir Tower?', 'Local');
  await expect(answer(page)).toContainText('Ada keeps the tower.');
  await expect(page.getByText('<SEP>')).toHaveCount(0);
  await page.screenshot({ path: info.outputPath('graph.png') });
});

for (const [form, folder] of [
  ['GEXF of networkx', 'networkx-gexf'],
  ['JSON of networkx', 'networkx-links'],
  ['CSV of Neo4j', 'neo4j-admin-csv'],
  ['CSV of Gephi', 'gephi-csv'],
] as const)
  test(`${form} that is added is imported as a collection`, async ({ page }) => {
    await page.goto('./');
    await page
      .getByLabel('Add documents')
      .and(page.locator('input'))
      .setInputFiles(await filesIn(`foreign-graphs/${folder}`));
    await ready(page);
    await expect(page.getByText(/^Imported as/u)).toBeVisible();
    await ask(page, 'What is known of the tower?', 'Local');
    await expect(answer(page)).toContainText('Tower');
  });

test('tables of GraphRAG that Polars wrote are imported', async ({ page }) => {
  await page.goto('./');
  await chooser(page).setInputFiles(await filesIn('graphrag-tables/polars-typed'));
  await ready(page);
  await ask(page, 'Who keeps the ink works?', 'Local');
  await expect(answer(page)).toContainText('Ines Varga keeps the ink works at Dunmore.');
});

test('a sound table with a column of another type is refused by the name of the column', async ({ page }, info) => {
  await page.goto('./');
  const tables = (await filesIn('graphrag-tables/duckdb')).filter((path) => !path.endsWith('documents.parquet'));
  await chooser(page).setInputFiles([...tables, ...(await filesIn('graphrag-tables/refused'))]);
  await expect(
    page.getByText(/the column creation_date of documents\.parquet has the type TIME, which Burrow does not read/u),
  ).toBeVisible();
  await expect(page.getByText(/Nothing was added/u)).toBeVisible();
  await page.screenshot({ path: info.outputPath('refusal.png') });
});

test('a graph that declares entities of its own is refused, and none is expanded', async ({ page }, info) => {
  await page.goto('./');
  const bomb = '<!DOCTYPE g [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
  const xml = `<?xml version="1.0"?>${bomb}<graphml><graph><node id="&b;"/></graph></graphml>`;
  await importFile(page, 'tower.graphml', Buffer.from(xml));
  await expect(page.getByText(/tower\.graphml declares entities of its own/u)).toBeVisible();
  await page.screenshot({ path: info.outputPath('entities.png') });
});
