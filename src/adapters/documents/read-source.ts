import { ParseError } from '../../core/errors';
import type { ReadResult, SourceFile } from '../../core/ports/documents';
import { LIMITS, sizeInWords } from './limits';
import { OLE, unsupportedByMagic } from './unsupported-formats';
import { extensionOf, fileName, formatByExtension, formatOfMediaType, nameOf, type FormatId } from './formats';
import type { OpenPdf } from './pdf/open-pdf';
import type { OpenSource } from './format-reader';
import { isPlainText } from './text/decode-text';

export interface ReadSourceOptions {
  readonly signal?: AbortSignal | undefined;
  readonly openPdf: OpenPdf;
  /** A sign of life: a page, a megabyte or a thousand rows were read. */
  readonly onProgress?: (() => void) | undefined;
}

type Read = (source: OpenSource) => ReadResult | Promise<ReadResult>;

/** Readers are loaded when a file of their kind is met. */
const READERS: Readonly<Record<FormatId, () => Promise<Read>>> = {
  pdf: async () => (await import('./pdf/read-pdf')).readPdf,
  docx: async () => (await import('./read-zip')).readZip,
  zip: async () => (await import('./read-zip')).readZip,
  html: async () => (await import('./markup/read-html')).readHtml,
  markdown: async () => (await import('./text/read-text')).readMarkdown,
  text: async () => (await import('./text/read-text')).readText,
  csv: async () => (await import('./tabular/read-csv')).readCsv,
  json: async () => (await import('./tabular/read-json')).readJson,
  jsonl: async () => (await import('./tabular/read-json')).readJsonLines,
};

/** Reads a file of any known format, told by its bytes first and its name second. Throws ParseError with words for a person. */
export async function readSource(source: SourceFile, options: ReadSourceOptions): Promise<ReadResult> {
  const name = fileName(source.path);
  try {
    if (source.bytes.size > LIMITS.file) throw new ParseError(tooLarge(source.bytes.size, LIMITS.file));
    const bytes = new Uint8Array(await source.bytes.arrayBuffer());
    options.signal?.throwIfAborted();
    const format = detectFormat(source.path, bytes);
    const isWhole = format !== 'pdf' && format !== 'zip' && format !== 'docx';
    if (isWhole && bytes.length > LIMITS.textFile) throw new ParseError(tooLarge(bytes.length, LIMITS.textFile));
    const read = await READERS[format]();
    const result = await read({
      ...options,
      path: source.path,
      bytes,
      choice: source.choice,
      onProgress: options.onProgress ?? ignore,
    });
    return requireText(noteFormat(result, source.path));
  } catch (error) {
    throw nameError(name, error, options.signal);
  }
}

function ignore(): void {}

function tooLarge(size: number, limit: number): string {
  return `It is ${sizeInWords(size)} large; Burrow reads files of this kind up to ${sizeInWords(limit)}. Split it up.`;
}

/** Throws ParseError for an empty file and for kinds that are known and not read. */
export function detectFormat(path: string, bytes: Uint8Array): FormatId {
  if (bytes.length === 0) throw new ParseError('It is empty. Check that it was saved, and add it again.');
  const head = bytes.subarray(0, 1024);
  const latin = new TextDecoder('latin1').decode(head);
  if (latin.includes('%PDF-')) return 'pdf';
  if (/^PK(\x03\x04|\x05\x06|\x07\x08)/u.test(latin)) return 'zip';
  const foreign = unsupportedByMagic(head);
  if (foreign) throw new ParseError(`It is ${foreign.is}. ${foreign.advice}`);
  const claimed = formatByExtension(path);
  if (claimed === 'zip' || (isBinary(claimed) && !isText(bytes, latin))) throw new ParseError(NOT_AS_NAMED[claimed]);
  if (OLE.extensions.includes(extensionOf(path))) throw new ParseError(`It is named like ${OLE.is}. ${OLE.advice}`);
  const isWebPage = /^[^<]{0,40}<(!doctype html|html[\s>])/iu.test(latin);
  if (isWebPage && claimed !== 'markdown') return 'html';
  return claimed === undefined || isBinary(claimed) ? 'text' : claimed;
}

const isBinary = (format: FormatId | undefined): format is 'pdf' | 'docx' => format === 'pdf' || format === 'docx';

/** Text under the name of another format: not what is left of a PDF without its head. */
function isText(bytes: Uint8Array, head: string): boolean {
  return isPlainText(bytes) && !/\b\d+ \d+ obj\b|\bendobj\b|\bstartxref\b/u.test(head);
}

/** Says of documents whose content is not what their name says as what they were read. */
function noteFormat(result: ReadResult, path: string): ReadResult {
  const claimed = formatByExtension(path);
  if (result.kind !== 'documents') return result;
  const documents = result.documents.map((document) => {
    const format = formatOfMediaType(document.media_type);
    if (!format || format === claimed || !(isBinary(claimed) || isBinary(format))) return document;
    const named = extensionOf(path) ? `named ${extensionOf(path)}` : 'named otherwise';
    return { ...document, attributes: { 'read as': `${nameOf(format)}, although ${named}`, ...document.attributes } };
  });
  return { ...result, documents };
}

const NOT_AS_NAMED = {
  pdf: 'It is named .pdf, but its content is not a PDF. Get a fresh copy, or give it the ending that fits.',
  docx: 'It is named .docx, but its content is not a Word document. Get a fresh copy, or save it again from Word.',
  zip: 'It is named .zip, but its content is not a ZIP archive. Get a fresh copy of the file.',
} as const;

function requireText(result: ReadResult): ReadResult {
  if (result.kind === 'documents' && result.documents.every((document) => document.text === ''))
    throw new ParseError('It holds no text that can be read. Add a version with text in it.');
  return result;
}

function nameError(name: string, error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof ParseError)
    return new ParseError(`${name}: ${error.message}`, {
      cause: error.cause,
      detail: error.detail ?? name,
      traits: error.traits,
    });
  if (error instanceof RangeError)
    return new ParseError(`${name}: It is too large or too deeply nested to be read here. Split it up.`, {
      cause: error,
    });
  const reason = error instanceof Error ? error.message : String(error);
  return new ParseError(`${name}: It could not be read (${reason.slice(0, 200)}).`, { cause: error });
}
