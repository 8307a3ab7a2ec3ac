import type { ReadChoice, ReadDocument, ReadResult } from '../../core/ports/documents';
import { detectLanguage } from '../../core/text/language';
import { stripBidiControls, titleFromPath } from './paths';
import type { OpenPdf } from './pdf/open-pdf';
import { hasWords } from './text/clean-text';
import type { BuiltText } from './text/text-builder';

/** Reads one file of a known format. Throws ParseError with a sentence that begins with "It". */
export type FormatReader = (source: OpenSource) => ReadResult | Promise<ReadResult>;

/** A source while it is read: its bytes are in memory and its format is known. */
export interface OpenSource {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of the format found, which the file's name may contradict. */
  readonly mediaType: string;
  readonly choice?: ReadChoice | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly openPdf: OpenPdf;
  /** A sign of life, called every few hundred milliseconds at least, with the part that is read where it is known. */
  readonly onProgress: (part?: number) => void;
}

const MAX_TITLE = 300;
/** A heading further down than this (UTF-16 code units) is no title. */
const TITLE_REACH = 1000;

interface DocumentFacts {
  readonly title?: string | undefined;
  readonly attributes?: Readonly<Record<string, string>>;
}

type DocumentText = Partial<BuiltText> & { readonly text: string };

/** The result of a format that gives one document. */
export function oneDocument(source: OpenSource, text: DocumentText, facts?: DocumentFacts): ReadResult {
  return { kind: 'documents', documents: [toDocument(source, text, facts)] };
}

/** A document of this source. Its title is the one found, the first heading or the file name. */
export function toDocument(source: OpenSource, built: DocumentText, found: DocumentFacts = {}): ReadDocument {
  const [first] = built.headings ?? [];
  const heading = first && first.start < TITLE_REACH ? first.text : '';
  return {
    title: cleanTitle(found.title ?? '') || cleanTitle(heading) || titleFromPath(source.path),
    text: built.text,
    media_type: source.mediaType,
    language: detectLanguage(built.text),
    page_starts: built.page_starts ?? [],
    headings: built.headings ?? [],
    attributes: found.attributes ?? {},
  };
}

function cleanTitle(title: string): string {
  return stripBidiControls(title.toWellFormed()).slice(0, MAX_TITLE).trim();
}

/** The title in a file's properties, unless a program left a file name, its own name or a placeholder there. */
export function authoredTitle(title: string): string | undefined {
  const isPlaceholder =
    /^(untitled|title|(word )?document ?\d*|slide \d+|powerpoint presentation|microsoft \w+\b.*)$/iu.test(title);
  const isFileName = /\.\w{2,5}$/u.test(title);
  return isPlaceholder || isFileName || !hasWords(title) || title.includes('\ufffd') ? undefined : title;
}
