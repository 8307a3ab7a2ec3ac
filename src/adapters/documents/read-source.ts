import { ParseError, reasonOf } from '../../core/errors';
import { message } from '../../core/message';
import type { ReadDocument, ReadOptions, ReadResult, SourceFile } from '../../core/ports/documents';
import { findCuts, isLong, type TextUnitParameters } from '../../core/text/text-units';
import { detectFormat } from './detect-format';
import { needsPassword, passwordOf } from './format-reader';
import { formatByName, type Format } from './formats';
import { LIMITS, tooLarge } from './limits';
import { extensionOf, fileName } from './paths';
import { loadReader } from './readers';
import { isLockedOffice } from './unsupported-formats';
import type { OpenPdf } from './pdf/open-pdf';
import type { OpenRecogniser } from './pictures/recogniser';

interface ReadSourceOptions extends Pick<ReadOptions, 'cutting'> {
  readonly signal?: AbortSignal | undefined;
  readonly openPdf: OpenPdf;
  /** Missing where no pictures are read. */
  readonly openRecogniser?: OpenRecogniser;
  /** A sign of life: a page, a megabyte or a thousand rows were read. It comes with the part that is read where that is known. */
  readonly onProgress?: ((part?: number) => void) | undefined;
}

/** Reads a file of any known format. Throws ParseError with words for a person. */
export async function readSource(source: SourceFile, options: ReadSourceOptions): Promise<ReadResult> {
  const { path, choice, answer } = source;
  const { signal, cutting, openPdf, openRecogniser = noRecogniser, onProgress = () => undefined } = options;
  try {
    refuseLarge(source.bytes.size, LIMITS.file);
    const given = new Uint8Array(await source.bytes.arrayBuffer());
    signal?.throwIfAborted();
    const bytes = isLockedOffice(given) ? await unlocked(given, passwordOf(source), onProgress) : given;
    if (!bytes) return needsPassword(source);
    const format = await detectFormat(path, bytes);
    refuseLarge(bytes.length, format.mismatch ? LIMITS.file : LIMITS.textFile);
    const read = await loadReader(format);
    const result = await read({
      path,
      bytes,
      choice,
      answer,
      mediaType: format.mediaType,
      openPdf,
      openRecogniser,
      signal,
      onProgress,
    });
    if (result.kind === 'documents' && !result.need && result.documents.every((document) => document.text === ''))
      throw new ParseError(message`It holds no text that can be read. Add a version with text in it.`);
    return noteFormat(cutting ? withCuts(result, cutting, { signal, onProgress }) : result, format, path);
  } catch (error) {
    signal?.throwIfAborted();
    throw explainReadError(fileName(path), error);
  }
}

/** Steps of cutting between two signs of life: half a second of them or so. */
const STEPS = 128;

/** Cuts the documents, but for those that are cut part by part later. Throws the signal's reason when aborted. */
function withCuts(
  result: ReadResult,
  cutting: TextUnitParameters,
  { signal, onProgress }: { readonly signal: AbortSignal | undefined; readonly onProgress: () => void },
): ReadResult {
  if (result.kind !== 'documents') return result;
  let steps = 0;
  const cut = (document: ReadDocument): ReadDocument => {
    if (isLong(document)) return document;
    const work = findCuts(document, cutting);
    for (;;) {
      const step = work.next();
      if (step.done) return { ...document, cuts: step.value };
      if ((steps += 1) % STEPS > 0) continue;
      signal?.throwIfAborted();
      onProgress();
    }
  };
  return { ...result, documents: result.documents.map(cut) };
}

const noRecogniser: OpenRecogniser = () => Promise.reject(new Error('Pictures are not read here.'));

/** An Office file as it is without its password; undefined where that is missing or wrong. */
async function unlocked(bytes: Uint8Array<ArrayBuffer>, password: string | undefined, onProgress: () => void) {
  if (password === undefined) return undefined;
  const [{ openCompound }, { unlockPackage }] = await Promise.all([
    import('./office/compound-file'),
    import('./office/locked-package'),
  ]);
  return unlockPackage(openCompound(bytes), { password, onProgress });
}

function refuseLarge(bytes: number, limit: number): void {
  const reason = tooLarge(bytes, limit);
  if (reason) throw new ParseError(reason);
}

/** Adds a note on the format that was read, where a document's name suggests another. */
function noteFormat(result: ReadResult, format: Format, path: string): ReadResult {
  const claimed = formatByName(path);
  const isText = !format.mismatch && !claimed?.mismatch;
  if (result.kind !== 'documents' || format === claimed || isText) return result;
  const named = extensionOf(path) ? `named ${extensionOf(path)}` : 'named otherwise';
  const note = { 'read as': `${format.name}, although ${named}` };
  const documents = result.documents.map((document) => ({
    ...document,
    attributes: { ...note, ...document.attributes },
  }));
  return { ...result, documents };
}

/** An error of a reader; the name of the file is its `detail`. */
function explainReadError(detail: string, cause: unknown): ParseError {
  if (cause instanceof ParseError) return new ParseError(reasonOf(cause), { detail, ...optionsOf(cause) });
  if (cause instanceof RangeError)
    return new ParseError(message`It is too large or too deeply nested to be read here. Split it up.`, {
      cause,
      detail,
    });
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ParseError(message`It could not be read (${reason.slice(0, 200)}).`, { cause, detail });
}

const optionsOf = ({ cause, detail, traits }: ParseError) => ({
  cause,
  traits,
  ...(detail !== undefined && { detail }),
});
