import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readSource } from '../../src/adapters/documents/read-source';
import { documentRow } from '../../src/core/engine/documents/read-pending-source';
import { deriveTables, indexDocument } from '../../src/core/index/pipeline';
import type { AllTables, RowTables } from '../../src/core/tables/tables';
import { EMPTY_TABLES } from '../../src/core/index/index-tables';
import type { DocumentRows } from '../../src/core/index/step';
import type { MentionFinder } from '../../src/core/ports/documents';
import { finish } from '../../src/core/work';
import { hashBytes } from '../../src/adapters/browser-env';
import { loadGold } from './gold';
import { goldRecords } from './gold-records';
import { openPdfInNode } from './open-pdf-in-node';

/** The day that the sample's rows carry, so that building it again gives the same rows. */
export const SAMPLE_DAY = '2026-11-01';

const DOCUMENTS = fileURLToPath(new URL('../../public/sample/documents/', import.meta.url));

interface SampleIndex {
  readonly tables: RowTables;
  readonly counters: Readonly<Record<string, number>>;
  /** The documents' bytes. */
  readonly sources: readonly Uint8Array[];
}

/** Reads the sample's documents into rows with the pipeline's own steps; mentions come from `mentions`. */
export async function readSampleRows(
  mentions: MentionFinder,
): Promise<{ rows: DocumentRows[]; sources: Uint8Array[] }> {
  const names = (await readdir(DOCUMENTS)).sort();
  const rows: DocumentRows[] = [];
  const sources: Uint8Array[] = [];
  for (const name of names) {
    const bytes = new Uint8Array(await readFile(DOCUMENTS + name));
    const blob = new Blob([bytes]);
    const result = await readSource({ path: name, bytes: blob }, { openPdf: openPdfInNode });
    if (result.kind !== 'documents') throw new Error(`${name} is an archive`);
    const source = { path: name, byte_hash: await hashBytes(blob), byte_size: bytes.length };
    for (const read of result.documents) {
      const document = documentRow(read, source, `${SAMPLE_DAY}T00:00:00.000Z`);
      rows.push(await indexDocument(document, {}, { mentions }));
    }
    sources.push(bytes);
  }
  return { rows, sources };
}

/** The sample's index from the gold standard: the pipeline's steps, with records made by hand in place of found ones. */
export async function curatedSample(): Promise<SampleIndex> {
  const { rows, sources } = await readSampleRows(NO_MENTIONS);
  const gold = await loadGold();
  const extractions = goldRecords(
    gold,
    rows.map(({ document, text_units }) => ({ document, units: text_units })),
  );
  return derived(rows, extractions, sources);
}

/** The index of the same documents without a model, for measurements. */
export async function noModelSample(mentions: MentionFinder): Promise<SampleIndex> {
  const { rows, sources } = await readSampleRows(mentions);
  return derived(
    rows,
    rows.flatMap((one) => one.extractions),
    sources,
  );
}

function derived(
  rows: readonly DocumentRows[],
  extractions: AllTables['extractions'],
  sources: Uint8Array[],
): SampleIndex {
  const records: AllTables = {
    ...EMPTY_TABLES,
    documents: rows.map(({ document }, i) => ({ ...document, human_readable_id: i })),
    text_units: rows.flatMap(({ text_units }) => text_units).map((unit, i) => ({ ...unit, human_readable_id: i })),
    extractions,
    edits: [],
  };
  const counters = { documents: records.documents.length - 1, text_units: records.text_units.length - 1 };
  const tables = { ...records, ...finish(deriveTables(records, {}, { today: SAMPLE_DAY, counters })) };
  return { tables: { ...tables, relationships: [...tables.relationships] }, counters, sources };
}

const NO_MENTIONS: MentionFinder = {
  find: async () => ({
    sentence: new Int32Array(),
    start: new Int32Array(),
    end: new Int32Array(),
    title: new Int32Array(),
    titles: [],
  }),
};
