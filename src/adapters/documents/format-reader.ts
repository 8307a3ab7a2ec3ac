import type { ReadChoice, ReadDocument, ReadResult } from '../../core/ports/documents';
import type { OpenPdf } from './pdf/open-pdf';
import { mediaTypeOf, titleFromPath, type FormatId } from './formats';
import type { BuiltText } from './text/text-builder';

/** A source while it is read: its bytes are in memory and its format is known. */
export interface OpenSource {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly choice?: ReadChoice | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly openPdf: OpenPdf;
  /** A sign of life, called every few hundred milliseconds at least. */
  readonly onProgress: () => void;
}

/** A title in one direction: what overrides the writing direction would show a name that is not there. */
function stripBidiControls(title: string): string {
  return title
    .toWellFormed()
    .replace(/[\u202a-\u202e\u2066-\u2069]/gu, '')
    .slice(0, 300)
    .trim();
}

/** A heading further down than this (UTF-16 code units) is no title. */
const TITLE_REACH = 1000;

/** The result of a format that gives one document. */
export function oneDocument(
  source: OpenSource,
  format: FormatId,
  built: Partial<BuiltText> & { readonly text: string },
  found: { readonly title?: string | undefined; readonly attributes?: Readonly<Record<string, string>> } = {},
): ReadResult & { readonly kind: 'documents' } {
  const [first] = built.headings ?? [];
  const heading = first && first.start < TITLE_REACH ? first.text : '';
  const document: ReadDocument = {
    title: stripBidiControls(found.title ?? '') || stripBidiControls(heading) || titleFromPath(source.path),
    text: built.text,
    media_type: mediaTypeOf(format),
    page_starts: built.page_starts ?? [],
    headings: built.headings ?? [],
    attributes: found.attributes ?? {},
  };
  return { kind: 'documents', documents: [document] };
}
