import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { hashBytes } from '../../src/adapters/browser-env';
import { readSource } from '../../src/adapters/documents/read-source';
import { documentRow } from '../../src/core/engine/documents/read-pending-source';
import { createMentionFinders } from '../../src/core/extract/find-mentions';
import { indexDocument } from '../../src/core/index/pipeline';
import { searchTables } from '../../src/core/index/index-tables';
import type { ReadResult } from '../../src/core/ports/documents';
import type { DocumentRows } from '../../src/core/index/step';
import { buildSearchIndex, type SearchIndex } from '../../src/core/retrieval/index';
import { finish } from '../../src/core/work';
import { indexRows } from './index-rows';
import { openPdfInNode } from '../../scripts/lib/open-pdf-in-node';

/** A question to a small collection and what its answer must be. */
interface AskedQuestion {
  readonly question: string;
  /** Words that the answering sentence holds; empty where any will do; null where the documents do not answer. */
  readonly answer: string | null;
  /** `broad` for a question on the collection as a whole. */
  readonly breadth?: 'broad';
  readonly split: 'tune' | 'held out';
}

interface AskedCollection {
  readonly name: string;
  readonly index: SearchIndex;
  readonly questions: readonly AskedQuestion[];
}

const FOLDER = fileURLToPath(new URL('../data/asked/', import.meta.url));
const DAY = '2026-11-01';

/** The small collections with questions, each indexed without a model. */
export async function askedCollections(): Promise<readonly AskedCollection[]> {
  const entries = await readdir(FOLDER, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map(collection));
}

/** All of them as one collection. */
export async function askedTogether(): Promise<SearchIndex> {
  const entries = await readdir(FOLDER, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => `${FOLDER}${entry.name}/`);
  return indexOf((await Promise.all(folders.sort().map(rowsOf))).flat());
}

async function collection(name: string): Promise<AskedCollection> {
  const folder = `${FOLDER}${name}/`;
  const questions = JSON.parse(await readFile(`${folder}questions.json`, 'utf8')) as readonly AskedQuestion[];
  return { name, index: indexOf(await rowsOf(folder)), questions };
}

async function rowsOf(folder: string): Promise<readonly DocumentRows[]> {
  const files = (await readdir(folder)).filter((file) => file !== 'questions.json').sort();
  const mentions = createMentionFinders();
  const rows: DocumentRows[] = [];
  for (const path of files) {
    const bytes = new Blob([new Uint8Array(await readFile(folder + path))]);
    const result = await read(path, bytes);
    if (result.kind !== 'documents') throw new Error(`${path} is an archive`);
    const source = { path, byte_hash: await hashBytes(bytes), byte_size: bytes.size };
    for (const read of result.documents) {
      rows.push(await indexDocument(documentRow(read, source, `${DAY}T00:00:00.000Z`), {}, { mentions }));
    }
  }
  return rows;
}

/** Reads a file; a table called `.rows` becomes one document per row, by the columns that are suggested for it. */
async function read(path: string, bytes: Blob): Promise<ReadResult> {
  const whole = await readSource({ path, bytes }, { openPdf: openPdfInNode });
  if (whole.kind !== 'documents' || !whole.tabular || !path.includes('.rows.')) return whole;
  const choice = { kind: 'rows', ...whole.tabular.suggestion } as const;
  return readSource({ path, bytes, choice }, { openPdf: openPdfInNode });
}

function indexOf(rows: readonly DocumentRows[]): SearchIndex {
  return finish(buildSearchIndex(searchTables(indexRows(rows, DAY))));
}
