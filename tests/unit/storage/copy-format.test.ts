import { createHash } from 'node:crypto';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCollections } from '../../../src/adapters/storage/collections/collections';
import { createEngine } from '../../../src/core/engine/engine';
import { duckdbOver, unpacked, type NativeDuckdb } from '../../helpers/duckdb-over';
import { collect, testEnv, textFile } from '../../helpers/engine-env';
import { codec, memoryOptions } from './memory-parts';

/** Reads a copy by `docs/copy-format.md` alone: a ZIP reader, JSON and a native DuckDB, nothing of Burrow's. */

interface ShardEntry {
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}
interface Contents {
  readonly format: number;
  readonly shards: Readonly<Record<string, readonly ShardEntry[]>>;
  readonly vectors?: readonly (ShardEntry & { readonly dims: number })[];
}

const TEXT = 'Ann met Orla in Kesh. 😀 Orla wrote to Ann. Kesh is a harbour.';

let files: ReadonlyMap<string, Uint8Array>;
let contents: Contents;
let sql: NativeDuckdb;
const json = (path: string): unknown => JSON.parse(new TextDecoder().decode(files.get(path)));

beforeAll(async () => {
  const options = memoryOptions();
  const env = testEnv({ collections: createCollections(options) });
  const engine = createEngine(env);
  const { id } = await env.collections.create('Märchen');
  await engine.open(id);
  const notes = Array.from({ length: 40 }, (_, day) =>
    textFile(`note ${String(day)}.txt`, `Ann met Orla on day ${String(day)}.`),
  );
  await collect(
    engine.add([textFile('ann.txt', TEXT), textFile('ben.txt', 'Ben met Orla in Kesh. Orla left.'), ...notes]),
  );
  const { documents } = await engine.view();
  const documentId = documents.find(({ title }) => title === 'ann.txt')?.id ?? '';
  const note = await engine.addNote({
    kind: 'quote',
    documentId,
    start: TEXT.indexOf('Orla wrote'),
    end: TEXT.indexOf(' Kesh is'),
  });
  await engine.changeNote(note.id, { text: 'Ask about this.', tags: ['letters'] });
  files = await unpacked(await engine.saveCopy(id));
  contents = json('manifest.json') as Contents;
  sql = await duckdbOver(files);
}, 60_000);
afterAll(() => sql.close());

const table = (name: string): string => {
  const paths = (contents.shards[name] ?? []).map(({ file }) => `'$folder/tables_${file}'`);
  return `read_parquet([${paths.join(', ')}])`;
};

describe('a saved copy, read by its documentation', () => {
  test('has a title page', () => {
    expect(json('burrow.json')).toMatchObject({
      format: 'burrow-copy',
      version: 2,
      name: 'Märchen',
      created: expect.any(Number),
    });
    expect(contents.format).toBe(15);
    expect(json('conversations.json')).toEqual([]);
  });

  test('holds what the documentation lists, and nothing else', () => {
    for (const path of files.keys())
      expect(path).toMatch(
        /^(?:burrow\.json|manifest\.json|conversations\.json|tables\/[a-z_]+\.[0-9.]+\.parquet|vectors\/.+|sources\/[0-9a-f]{64})$/u,
      );
  });

  test('names its files with their sizes, hashes and numbers of rows', async () => {
    const named = Object.values(contents.shards).flat();
    expect(named.length).toBeGreaterThan(4);
    for (const { file, rows, bytes, sha256 } of named) {
      const found = files.get(`tables/${file}`) ?? new Uint8Array();
      expect([found.length, createHash('sha256').update(found).digest('hex')]).toEqual([bytes, sha256]);
      const [row] = await sql.rows(`SELECT count(*)::INT AS n FROM '$folder/tables_${file}'`);
      expect(row?.['n']).toBe(rows);
    }
  });

  test('texts that repeat, which Arrow has as dictionaries, are texts like others in SQL', async () => {
    const largest = (contents.shards['extractions'] ?? []).toSorted((a, b) => b.rows - a.rows)[0]?.file ?? '';
    const arrow = tableFromIPC(await codec.decode(new Uint8Array(files.get(`tables/${largest}`) ?? [])));
    expect(String(arrow.schema.fields.find(({ name }) => name === 'title')?.type)).toBe('Dictionary<Int32, Utf8>');
    const rows = await sql.rows(
      `SELECT typeof(title) AS type, title, count(*)::INT AS n FROM ${table('extractions')} GROUP BY ALL`,
    );
    expect(rows).toEqual(expect.arrayContaining([{ type: 'VARCHAR', title: 'Ann', n: 41 }]));
  });

  test('keeps the originals under their hashes', async () => {
    const rows = await sql.rows(`SELECT byte_hash, title FROM ${table('documents')} ORDER BY title`);
    const [ann] = rows;
    expect(new TextDecoder().decode(files.get(`sources/${String(ann?.['byte_hash'])}`))).toBe(TEXT);
  });

  test('text units are slices by UTF-16 code units', async () => {
    const rows = await sql.rows(
      `SELECT t.text, t.start::INT AS a, t."end"::INT AS b, d.text AS whole FROM ${table('text_units')} t JOIN ${table('documents')} d ON d.id = t.document_id`,
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { text, a, b, whole } of rows) {
      const slice = Buffer.from(String(whole), 'utf16le')
        .subarray(2 * Number(a), 2 * Number(b))
        .toString('utf16le');
      expect(text).toBe(slice);
    }
  });

  test('the notebook has what was pinned and written, and the pin names words of its document', async () => {
    const [note] = await sql.rows(`
      SELECT n.text, n.tags, json_extract_string(n.pin, '$.kind') AS kind, json_extract_string(n.pin, '$.quote') AS quote, d.text AS whole,
        json_extract_string(n.pin, '$.start')::INT AS a, json_extract_string(n.pin, '$.end')::INT AS b
      FROM ${table('notes')} n JOIN ${table('documents')} d ON d.id = json_extract_string(n.pin, '$.documentId')`);
    expect(note).toMatchObject({
      text: 'Ask about this.',
      tags: ['letters'],
      kind: 'quote',
      quote: 'Orla wrote to Ann.',
    });
    expect(String(note?.['whole']).slice(Number(note?.['a']), Number(note?.['b']))).toBe('Orla wrote to Ann.');
  });

  test('tables join as the documentation says', async () => {
    const rows = await sql.rows(`
      SELECT DISTINCT d.title FROM ${table('entities')} e, ${table('text_units')} t, ${table('documents')} d
      WHERE e.title = 'Kesh' AND list_contains(e.text_unit_ids, t.id) AND d.id = t.document_id ORDER BY d.title`);
    expect(rows.map(({ title }) => title)).toEqual(['ann.txt', 'ben.txt']);
    const [linked] = await sql.rows(`
      SELECT count(*)::INT AS n FROM ${table('relationships')} r JOIN ${table('entities')} s ON s.id = r.source_id AND s.title = r.source`);
    expect(linked?.['n']).toBeGreaterThan(0);
  });
});
