import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadResult } from '../../../core/ports/documents';
import { isRecord } from '../../../core/shapes/read-fields';
import type { Block } from '../blocks/block';
import { render } from '../blocks/render';
import { oneDocument, type OpenSource } from '../format-reader';
import { readPage } from '../markup/read-html';
import { decodeText } from './decode-text';
import { markdownHeadings } from './read-text';

/** Reads a Jupyter notebook (nbformat 4): its notes, its code, and the best version of each output; no pictures and colour codes. */
export function readNotebook(source: OpenSource): ReadResult {
  const book = parse(decodeText(source.bytes, 'utf-8'));
  const cells = isRecord(book) && Array.isArray(book['cells']) ? book['cells'].filter(isRecord) : undefined;
  if (!cells)
    throw new ParseError(message`It is no Jupyter notebook of version 4. Open it, save it again and add that.`);
  const blocks = cells.flatMap((cell): readonly Block[] => {
    const text = linesOf(cell['source']);
    if (cell['cell_type'] !== 'code') return markdownBlocks(text);
    const outputs = Array.isArray(cell['outputs']) ? cell['outputs'].filter(isRecord) : [];
    return [{ kind: 'code', text }, ...outputs.flatMap((output) => outputBlocks(output, source))];
  });
  return oneDocument(source, render(blocks));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ParseError(
      message`It is a notebook that is damaged: its JSON cannot be read. Get a fresh copy of the file.`,
      { cause },
    );
  }
}

/** Text that may be given line by line. */
const linesOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.filter((line) => typeof line === 'string').join('');
  return typeof value === 'string' ? value : '';
};

/** Paragraphs and headings of Markdown, whose other marks stay. */
function markdownBlocks(text: string): readonly Block[] {
  const headings = new Map(markdownHeadings(text).map((heading) => [heading.start, heading]));
  const blocks: Block[] = [];
  let start = 0;
  let lines: string[] = [];
  const end = (): void => void blocks.push({ kind: 'paragraph', text: lines.splice(0).join('\n') });
  for (const line of text.split('\n')) {
    const heading = headings.get(start);
    start += line.length + 1;
    if (heading) {
      end();
      blocks.push({ kind: 'heading', level: heading.level, text: heading.text });
    } else lines.push(line);
  }
  end();
  return blocks;
}

/** Escape codes for colours and the cursor (ECMA-48). */
const ESCAPES = /\x1b\[[0-?]*[ -/]*[@-~]/gu;

function outputBlocks(output: Readonly<Record<string, unknown>>, source: OpenSource): readonly Block[] {
  const { output_type: type, ename, evalue } = output;
  if (type === 'error') return [{ kind: 'paragraph', text: `${linesOf(ename)}: ${linesOf(evalue)}` }];
  if (type === 'stream') return [{ kind: 'code', text: linesOf(output['text']).replace(ESCAPES, '') }];
  const data = isRecord(output['data']) ? output['data'] : {};
  // A picture's text is but its name.
  const isPicture = Object.keys(data).some((kind) => kind.startsWith('image/'));
  if (data['text/markdown'] !== undefined) return markdownBlocks(linesOf(data['text/markdown']));
  if (data['text/html'] !== undefined) return readPage(linesOf(data['text/html']), source.onProgress).blocks;
  if (data['text/latex'] !== undefined) return [{ kind: 'code', text: linesOf(data['text/latex']) }];
  return isPicture ? [] : [{ kind: 'code', text: linesOf(data['text/plain']).replace(ESCAPES, '') }];
}
