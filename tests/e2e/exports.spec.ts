import { MultiDirectedGraph } from 'graphology';
import gexfParser from 'graphology-gexf';
import graphmlParser from 'graphology-graphml';
import { expect, test } from '@playwright/test';
import { accessibilityFindings } from '../helpers/page-checks';
import { duckdbOver, unpacked } from '../helpers/duckdb-over';
import { exportAs, exportToDownloads } from '../helpers/export-steps';
import { library, openSample } from '../helpers/page-steps';

test('GraphRAG tables are exported to the downloads, and a native DuckDB joins them', async ({ page }) => {
  await exportToDownloads(page);
  await page.goto('./');
  await openSample(page);
  const { name, file } = await exportAs(page, 'GraphRAG tables');
  expect(name).toMatch(/\.graphrag\.zip$/u);
  const sql = await duckdbOver(await unpacked(new Blob([new Uint8Array(file)])));
  const [row] = await sql.rows(`
    SELECT count(DISTINCT e.id)::INT AS entities, count(DISTINCT d.id)::INT AS documents
    FROM '$folder/entities.parquet' e, '$folder/text_units.parquet' t, '$folder/documents.parquet' d
    WHERE list_contains(t.entity_ids, e.id) AND d.id = t.document_id`);
  expect(row?.['documents']).toBe(14);
  expect(row?.['entities']).toBeGreaterThan(50);
  const [reports] = await sql.rows(`SELECT count(*)::INT AS n FROM '$folder/community_reports.parquet'`);
  expect(reports?.['n']).toBeGreaterThan(3);
  await sql.close();
  const more = await exportAs(page, 'GraphRAG tables', 'With the snapshots of each step');
  const files = await unpacked(new Blob([new Uint8Array(more.file)]));
  const raw = await duckdbOver(files);
  const [pairs] = await raw.rows(`
    SELECT count(*)::INT AS n FROM '$folder/raw_relationships.parquet' r
    JOIN '$folder/raw_entities.parquet' e ON e.title = r.source`);
  expect(pairs?.['n']).toBeGreaterThan(50);
  expect([...files.keys()]).toContain('graph.graphml');
  await raw.close();
});

test('where the browser lets a person choose a place, the file is streamed to it', async ({ page }) => {
  await page.addInitScript(() => {
    const showSaveFilePicker = async ({ suggestedName }: { suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });
    Object.assign(window, { showSaveFilePicker });
  });
  await page.goto('./');
  await openSample(page);
  await library(page).getByRole('button', { name: 'Export as…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByText(/^Exported as “.*\.graphrag\.zip”/u)).toBeVisible();
  const bytes = await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    for await (const [name, handle] of folder.entries())
      if (name.endsWith('.graphrag.zip') && handle instanceof FileSystemFileHandle)
        return [...new Uint8Array(await (await handle.getFile()).arrayBuffer())];
    return [];
  });
  const files = await unpacked(new Blob([Uint8Array.from(bytes)]));
  expect([...files.keys()]).toContain('text_units.parquet');
});

test('graphs and notes are exported, and opened by programs that are not ours', async ({ page }) => {
  await exportToDownloads(page);
  await page.goto('./');
  await openSample(page);
  const texts = async (format: string): Promise<string> => (await exportAs(page, format)).file.toString('utf8');
  const graphMl = graphmlParser.parse(MultiDirectedGraph, await texts('GraphML'));
  const gexf = gexfParser.parse(MultiDirectedGraph, await texts('GEXF'));
  const { nodes, links } = JSON.parse(await texts('JSON (nodes and links)')) as Record<string, readonly unknown[]>;
  expect(graphMl.order).toBeGreaterThan(50);
  expect([gexf.order, nodes?.length]).toEqual([graphMl.order, graphMl.order]);
  expect([gexf.size, links?.length]).toEqual([graphMl.size, graphMl.size]);
  expect(await texts('Cypher')).toContain('MERGE (e:Entity {id: row.id})');
  const csv = await duckdbOver(await unpacked(new Blob([new Uint8Array((await exportAs(page, 'CSV')).file)])));
  const [row] = await csv.rows(
    `SELECT count(*)::INT AS n FROM '$folder/edges.csv' e JOIN '$folder/nodes.csv' s ON s.Id = e.Source JOIN '$folder/nodes.csv' t ON t.Id = e.Target`,
  );
  expect(row?.['n']).toBe(graphMl.size);
  await csv.close();
  const notes = await unpacked(new Blob([new Uint8Array((await exportAs(page, 'Markdown notes')).file)]));
  expect([...notes.keys()].filter((path) => path.startsWith('entities/'))).toHaveLength(graphMl.order);
  expect([...notes.keys()].filter((path) => path.startsWith('documents/'))).toHaveLength(14);
});

test('the dialog is used by keyboard, is accessible, fits a narrow window, and an export can be stopped', async ({
  page,
}, info) => {
  await page.addInitScript(() => {
    const slow = { write: () => new Promise((resolve) => setTimeout(resolve, 300)), close: async () => undefined };
    const removed: string[] = [];
    const showSaveFilePicker = async () => ({
      createWritable: async () => ({ ...slow, abort: async () => void removed.push('aborted') }),
      remove: async () => void removed.push('removed'),
    });
    Object.assign(window, { showSaveFilePicker, removed });
  });
  await page.goto('./');
  await openSample(page);
  await library(page).getByRole('button', { name: 'Export as…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Export for other programs' });
  await expect(dialog.getByRole('radio')).toHaveCount(8);
  await page.keyboard.press('Tab');
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.screenshot({ path: info.outputPath('wide.png') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.screenshot({ path: info.outputPath('narrow-dark.png') });
  await dialog.getByRole('radio', { name: 'GraphRAG tables' }).click();
  await dialog.getByRole('button', { name: 'Export', exact: true }).press('Enter');
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await page.screenshot({ path: info.outputPath('running.png') });
  await dialog.getByRole('button', { name: 'Stop' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'removed') as unknown)).toEqual(['aborted', 'removed']);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
