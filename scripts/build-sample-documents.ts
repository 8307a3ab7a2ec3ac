import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDocx, type DocxBlock } from './lib/docx-writer';
import { writePdf } from './lib/pdf-writer';

const SOURCES = fileURLToPath(new URL('../sample/', import.meta.url));
const DOCUMENTS = fileURLToPath(new URL('../public/sample/documents/', import.meta.url));

/** A text that becomes a binary file: `key: value` lines, then blocks between blank lines. */
interface MarkedText {
  readonly fields: ReadonlyMap<string, string>;
  readonly blocks: readonly DocxBlock[];
}

/** The sample's documents as they are offered on the site: file name and bytes, in order of name. */
export async function sampleDocuments(): Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[]> {
  const names = (await readdir(SOURCES)).filter((name) => name !== 'README.md');
  const documents = names.map(async (source) => {
    const bytes = await readFile(join(SOURCES, source));
    const name = source.replace(/(\.pdf|\.docx)\.txt$/u, '$1');
    return { name, bytes: await convert(name, bytes) };
  });
  return (await Promise.all(documents)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function convert(name: string, bytes: Uint8Array): Promise<Uint8Array> {
  if (name.endsWith('.pdf')) return pdfFrom(parseMarkedText(new TextDecoder().decode(bytes)));
  if (name.endsWith('.docx')) return docxFrom(parseMarkedText(new TextDecoder().decode(bytes)));
  return bytes;
}

function pdfFrom({ fields, blocks }: MarkedText): Uint8Array {
  const author = fields.get('author');
  return writePdf({
    title: fields.get('title') ?? '',
    ...(author ? { author } : {}),
    pages: [{ blocks: blocks.map(pdfBlock), columns: fields.get('columns') === '2' ? 2 : 1 }],
  });
}

function pdfBlock(block: DocxBlock): { readonly kind: 'h1' | 'h2' | 'p'; readonly text: string } {
  if (block.kind === 'h1' || block.kind === 'h2' || block.kind === 'p') return { kind: block.kind, text: block.text };
  throw new Error(`A sample PDF cannot hold a block of kind ${block.kind}.`);
}

function docxFrom({ fields, blocks }: MarkedText): Promise<Uint8Array> {
  return writeDocx({ title: fields.get('title') ?? '', blocks });
}

function parseMarkedText(text: string): MarkedText {
  const [head = '', ...paragraphs] = text.trim().split(/\n\s*\n/u);
  const fields = head.split('\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  return { fields: new Map(fields), blocks: paragraphs.flatMap(blocksOf) };
}

const MARKS = { '# ': 'h1', '## ': 'h2', '- ': 'li' } as const;

/** A paragraph is a heading, a list with an item per line, a table with a row per line, or plain text. */
function blocksOf(paragraph: string): DocxBlock[] {
  const lines = paragraph.split('\n');
  if (lines.every((line) => line.startsWith('| '))) {
    const cells = (line: string): string[] =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
    return [{ kind: 'table', rows: lines.map(cells) }];
  }
  const marked = Object.entries(MARKS).find(([mark]) => paragraph.startsWith(mark));
  if (!marked) return [{ kind: 'p', text: lines.join(' ') }];
  const [mark, kind] = marked;
  return lines.map((line) => ({ kind, text: line.slice(mark.length) }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await mkdir(DOCUMENTS, { recursive: true });
  for (const { name, bytes } of await sampleDocuments()) await writeFile(join(DOCUMENTS, name), bytes);
}
