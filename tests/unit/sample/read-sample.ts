import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readSource } from '../../../src/adapters/documents/read-source';
import { openPdfInNode } from '../../../scripts/lib/open-pdf-in-node';

const DOCUMENTS = fileURLToPath(new URL('../../../public/sample/documents/', import.meta.url));

/** The extracted text of a document's bytes, as Burrow reads it. */
export async function textOf(name: string, bytes: Uint8Array): Promise<string> {
  const source = { path: name, bytes: new Blob([new Uint8Array(bytes)]) };
  const result = await readSource(source, { openPdf: openPdfInNode });
  const [document] = result.kind === 'documents' ? result.documents : [];
  if (!document) throw new Error(`${name} gave no document.`);
  return document.text;
}

/** The committed documents of the sample by file name. */
export async function readSample(): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(DOCUMENTS)).sort();
  const texts = names.map(async (name) => [name, await textOf(name, await readFile(DOCUMENTS + name))] as const);
  return new Map(await Promise.all(texts));
}
