import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBConnection } from '@duckdb/node-api';
import { BlobReader, BlobWriter, ZipReader } from '@zip.js/zip.js';
import type { ExportPart } from '../../src/core/ports/interop';

/** A native DuckDB, with the files that it reads in a folder of its own. */
export interface NativeDuckdb {
  readonly folder: string;
  /** Rows as plain values: lists as arrays, structs as objects; a BIGINT is a string. `$folder` in the SQL is where the files lie. */
  rows(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  close(): Promise<void>;
}

/** Writes these files where a native DuckDB finds them as `folder/path`. */
export async function duckdbOver(files: ReadonlyMap<string, Uint8Array>): Promise<NativeDuckdb> {
  const folder = await mkdtemp(join(tmpdir(), 'burrow-duckdb-'));
  for (const [path, bytes] of files) await writeFile(join(folder, path.replaceAll('/', '_')), bytes);
  const connection = await DuckDBConnection.create();
  return {
    folder,
    rows: async (sql) => {
      const read = await connection.runAndReadAll(sql.replaceAll('$folder', folder));
      return read.getRowObjectsJson() as readonly Readonly<Record<string, unknown>>[];
    },
    close: async () => {
      connection.closeSync();
      await rm(folder, { recursive: true });
    },
  };
}

/** The files in a ZIP file. */
export async function unpacked(zip: Blob): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  const reader = new ZipReader(new BlobReader(zip), { checkSignature: true });
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue;
    const blob = await entry.getData(new BlobWriter());
    files.set(entry.filename, new Uint8Array(await blob.arrayBuffer()));
  }
  await reader.close();
  return files;
}

/** The whole file of an export. */
export async function fileOf(parts: AsyncIterable<ExportPart>): Promise<Blob> {
  const blobs: Blob[] = [];
  for await (const part of parts) if (part.kind === 'bytes') blobs.push(part.bytes);
  return new Blob(blobs);
}
