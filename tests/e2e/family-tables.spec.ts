import { expect, test, type Page } from '@playwright/test';
import { duckdbOver, unpacked } from '../helpers/duckdb-over';
import { exportAs, exportToDownloads } from '../helpers/export-steps';
import { GOLD_MODEL, serveGold } from '../helpers/gold-server';
import { chooseMethods, collectionWith, openPlan, runDone, sampleFiles } from '../helpers/model-index-steps';
import { deleteDocument, ready, saveCopy } from '../helpers/page-steps';
import { readCopy } from '../helpers/read-copy';

test.setTimeout(480_000);

const METHODS = ['GraphRAG', 'LightRAG', 'RAPTOR', 'Contextual Retrieval'];
const EMBEDDER = 'nomic-embed-text';

/** Embeds all texts with the server's model. */
async function embed(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'Embedding model' }).selectOption(`server/${EMBEDDER}`);
  const plan = page.getByRole('group', { name: 'Embedding plan' });
  await plan.getByRole('button', { name: 'Embed this collection' }).click();
  await expect(plan).toContainText('is embedded with');
  await page.getByRole('tab', { name: 'Ask', exact: true }).click();
}

/** Files of an export and of a saved copy, which hold everything that is kept. */
async function filesOf(page: Page): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  const copy = await unpacked(new Blob([new Uint8Array(await saveCopy(page))]));
  const tables = await unpacked(new Blob([new Uint8Array((await exportAs(page, 'GraphRAG tables')).file)]));
  return new Map([...copy, ...[...tables].map(([path, bytes]) => [`exported/${path}`, bytes] as const)]);
}

const parquetIn = (files: ReadonlyMap<string, unknown>, part: string): readonly string[] =>
  [...files.keys()].filter((path) => path.startsWith(part) && path.endsWith('.parquet'));

/** Everything in the files as text: the rows of tables as a native DuckDB reads them, and the other files as they are. */
async function textsOf(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Promise<ReadonlyMap<string, string>> {
  const sql = await duckdbOver(files);
  const texts = new Map<string, string>();
  for (const [path, bytes] of files) {
    const file = `$folder/${path.replaceAll('/', '_')}`;
    const isTable = path.endsWith('.parquet');
    texts.set(
      path,
      isTable
        ? JSON.stringify(await sql.rows(`SELECT * FROM read_parquet('${file}')`))
        : Buffer.from(bytes).toString('latin1'),
    );
  }
  await sql.close();
  return texts;
}

const around = (text: string, trace: string): string =>
  text.slice(Math.max(0, text.indexOf(trace) - 80), text.indexOf(trace) + 80);

/** Long words, and three words in a row, that stand in one text alone. */
function ownWords(text: string, others: readonly string[]): readonly string[] {
  const elsewhere = others.join(' ');
  const rows = text.matchAll(/(?<!\p{L})(?=(\p{L}{2,} \p{L}{2,} \p{L}{2,})(?!\p{L}))/gu);
  const all = [...(text.match(/\p{Lu}\p{Ll}{6,}/gu) ?? []), ...Array.from(rows, ([, row = '']) => row)];
  return [...new Set(all)].filter((words) => !elsewhere.includes(words));
}

test('tables of every method are read by a native DuckDB, and a deleted document leaves no trace in any file', async ({
  page,
}) => {
  const gold = await serveGold();
  gold.server.models = [...gold.server.models, { id: EMBEDDER }];
  await exportToDownloads(page);
  await collectionWith(page, gold, await sampleFiles());
  await embed(page);
  const plan = await openPlan(page);
  await chooseMethods(plan, METHODS);
  await plan.getByRole('button', { name: 'Start' }).click();
  await runDone(page, 180_000);
  const before = await filesOf(page);
  const sql = await duckdbOver(before);
  const scan = (part: string): string =>
    `read_parquet([${parquetIn(before, part)
      .map((path) => `'$folder/${path.replaceAll('/', '_')}'`)
      .join()}])`;
  const one = async (select: string) => (await sql.rows(select))[0];
  expect(
    await one(`SELECT count(*)::INT > 5 AS many, any_value(method) AS method FROM ${scan('tables/summaries')}`),
  ).toEqual({
    many: true,
    method: `${GOLD_MODEL} (summary 1)`,
  });
  expect(
    await one(`SELECT bool_and(written_context LIKE 'This part names %') AS all FROM ${scan('tables/text_units')}`),
  ).toEqual({ all: true });
  expect(
    await one(`SELECT count(*)::INT > 0 AS some FROM ${scan('tables/relationships')} WHERE len(theme_keywords) > 0`),
  ).toEqual({ some: true });
  expect(
    await one(
      `SELECT count(*) = (SELECT count(*) FROM ${scan('tables/summaries')}) AS same FROM ${scan('exported/summaries')}`,
    ),
  ).toEqual({ same: true });
  await sql.close();

  const { tables } = await readCopy(new Uint8Array(await saveCopy(page)));
  const documents = tables.get('documents') ?? [];
  const files = await textsOf(before);
  const inKind = (part: string, trace: string): boolean =>
    [...files].some(([path, text]) => path.startsWith(part) && text.includes(trace));
  const wordsOf = (document: (typeof documents)[number]): readonly string[] =>
    ownWords(
      String(document['text']),
      documents.filter((other) => other !== document).map((row) => `${String(row['title'])} ${String(row['text'])}`),
    );
  // A scripted summary has the first words of some passages, which need not be those of every document.
  const first = documents.find((one) => wordsOf(one).some((words) => inKind('tables/summaries', words)));
  const id = String(first?.['id']);
  const isSummed = (words: string): boolean => inKind('tables/summaries', words);
  const words = first ? wordsOf(first).filter((one) => !one.includes(' ') || isSummed(one)) : [];
  expect(words.filter(isSummed).length).toBeGreaterThan(0);
  const units = (tables.get('text_units') ?? [])
    .filter((row) => row['document_id'] === id)
    .map((row) => String(row['id']));
  expect(units.length).toBeGreaterThan(0);
  expect(units.every((unit) => inKind('vectors/', unit))).toBe(true);
  await deleteDocument(page, String(first?.['title']));
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0, { timeout: 30_000 });
  await ready(page);
  const left = [...(await textsOf(await filesOf(page)))].flatMap(([path, text]) =>
    [id, ...units, ...words].filter((trace) => text.includes(trace)).map((trace) => `${path}: ${around(text, trace)}`),
  );
  expect(left).toEqual([]);
  await gold.close();
});
