import { TABULAR_TYPES } from '../../core/tables/documents';
import { message, type Message } from '../../core/message';
import { extensionOf } from './paths';

/** Bytes, written as Latin-1, at an offset of a file; 0 by default. */
export interface Magic {
  readonly bytes: string;
  readonly at?: number;
}

/** A kind of file that a person may add. */
export interface Format {
  /** Name for a person, as in "a PDF file". */
  readonly name: string;
  readonly mediaType: string;
  /** Lower case, with the dot. */
  readonly extensions: readonly string[];
  /** Found in the first 1024 bytes, read as Latin-1, of every such file. */
  readonly signature?: RegExp;
  /** Bytes of every such file, for signatures that are no text. */
  readonly magic?: readonly Magic[];
  /** True where it may hold other files. */
  readonly holdsFiles?: true;
  /** Words on a file that only has the extension, for formats that are not text. */
  readonly mismatch?: Message;
}

const NO_PICTURE = message`It is named like a picture, but its content is none. Get a fresh copy of the file.`;

/** Every format that is read. To add one, add it here and its reader to `readers.ts`; see README.md. */
export const FORMATS = {
  pdf: {
    name: 'PDF',
    mediaType: 'application/pdf',
    extensions: ['.pdf'],
    signature: /%PDF-/u,
    mismatch: message`It is named .pdf, but its content is not a PDF. Get a fresh copy, or give it the ending that fits.`,
  },
  docx: {
    name: 'Word document',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['.docx', '.docm'],
    mismatch: message`It is named .docx, but its content is not a Word document. Get a fresh copy, or save it again from Word.`,
  },
  workbook: {
    name: 'workbook',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['.xlsx', '.xlsm', '.xlsb'],
    mismatch: message`It is named like a workbook, but its content is none. Get a fresh copy, or save it again.`,
  },
  xls: {
    name: 'workbook',
    mediaType: 'application/vnd.ms-excel',
    extensions: ['.xls', '.xlt'],
    mismatch: message`It is named like a workbook, but its content is none. Get a fresh copy, or save it again.`,
  },
  ods: {
    name: 'workbook',
    mediaType: 'application/vnd.oasis.opendocument.spreadsheet',
    extensions: ['.ods', '.ots'],
    mismatch: message`It is named like a workbook, but its content is none. Get a fresh copy, or save it again.`,
  },
  pptx: {
    name: 'presentation',
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extensions: ['.pptx', '.pptm', '.ppsx'],
    mismatch: message`It is named like a presentation, but its content is none. Get a fresh copy, or save it again.`,
  },
  odp: {
    name: 'presentation',
    mediaType: 'application/vnd.oasis.opendocument.presentation',
    extensions: ['.odp', '.otp'],
    mismatch: message`It is named like a presentation, but its content is none. Get a fresh copy, or save it again.`,
  },
  odt: {
    name: 'OpenDocument text',
    mediaType: 'application/vnd.oasis.opendocument.text',
    extensions: ['.odt', '.ott'],
    mismatch: message`It is named .odt, but its content is no OpenDocument text. Get a fresh copy, or save it again.`,
  },
  html: {
    name: 'web page',
    mediaType: 'text/html',
    extensions: ['.html', '.htm', '.xhtml'],
  },
  rtf: {
    name: 'rich text',
    mediaType: 'application/rtf',
    extensions: ['.rtf'],
    signature: /^\{\\rtf/u,
  },
  epub: {
    name: 'e-book',
    mediaType: 'application/epub+zip',
    extensions: ['.epub'],
    mismatch: message`It is named .epub, but its content is no e-book. Get a fresh copy of the file.`,
  },
  feed: {
    name: 'news feed',
    mediaType: 'application/rss+xml',
    extensions: ['.rss', '.atom'],
    signature: /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<(?:rss|feed|rdf:RDF)[\s>]/u,
  },
  mail: {
    name: 'mail',
    mediaType: 'message/rfc822',
    extensions: ['.eml'],
    holdsFiles: true,
  },
  outlook: {
    name: 'mail',
    mediaType: 'application/vnd.ms-outlook',
    extensions: ['.msg'],
    holdsFiles: true,
    mismatch: message`It is named .msg, but its content is no message of Outlook. Get a fresh copy, or save it again.`,
  },
  mailbox: {
    name: 'mailbox',
    mediaType: 'application/mbox',
    extensions: ['.mbox', '.mbx'],
    holdsFiles: true,
    signature: /^From \S.*\d\d:\d\d.*\d{4}.*\r?\n[A-Z][\w-]*:/u,
  },
  savedPage: {
    name: 'saved web page',
    mediaType: 'multipart/related',
    extensions: ['.mht', '.mhtml'],
  },
  notebook: {
    name: 'notebook',
    mediaType: 'application/x-ipynb+json',
    extensions: ['.ipynb'],
  },
  contacts: {
    name: 'contacts',
    mediaType: 'text/vcard',
    extensions: ['.vcf'],
    signature: /^BEGIN:VCARD\r?\n/iu,
  },
  markdown: {
    name: 'Markdown',
    mediaType: 'text/markdown',
    extensions: ['.md', '.markdown', '.mdx'],
  },
  text: {
    name: 'plain text',
    mediaType: 'text/plain',
    extensions: ['.txt', '.text', '.log'],
  },
  csv: {
    name: 'table',
    mediaType: TABULAR_TYPES.csv,
    extensions: ['.csv', '.tsv', '.tab'],
  },
  json: {
    name: 'JSON',
    mediaType: TABULAR_TYPES.json,
    extensions: ['.json'],
  },
  jsonl: {
    name: 'JSON lines',
    mediaType: TABULAR_TYPES.jsonl,
    extensions: ['.jsonl', '.ndjson'],
  },
  png: {
    name: 'picture',
    mediaType: 'image/png',
    extensions: ['.png'],
    magic: [{ bytes: '\x89PNG' }],
    mismatch: NO_PICTURE,
  },
  jpeg: {
    name: 'picture',
    mediaType: 'image/jpeg',
    extensions: ['.jpg', '.jpeg'],
    magic: [{ bytes: '\xff\xd8\xff' }],
    mismatch: NO_PICTURE,
  },
  webp: {
    name: 'picture',
    mediaType: 'image/webp',
    extensions: ['.webp'],
    magic: [{ bytes: 'WEBP', at: 8 }],
    mismatch: NO_PICTURE,
  },
  tiff: {
    name: 'picture',
    mediaType: 'image/tiff',
    extensions: ['.tif', '.tiff'],
    magic: [{ bytes: 'II*\0' }, { bytes: 'MM\0*' }, { bytes: 'II+\0' }, { bytes: 'MM\0+' }],
    mismatch: NO_PICTURE,
  },
  zip: {
    name: 'ZIP archive',
    mediaType: 'application/zip',
    extensions: ['.zip'],
    holdsFiles: true,
    signature: /^PK(\x03\x04|\x05\x06|\x07\x08)/u,
    mismatch: message`It is named .zip, but its content is not a ZIP archive. Get a fresh copy of the file.`,
  },
} as const satisfies Readonly<Record<string, Format>>;

const BY_EXTENSION = new Map<string, Format>(
  Object.values(FORMATS).flatMap((format) => format.extensions.map((extension) => [extension, format])),
);

/** Compares bytes, not letters: browsers decode Latin-1 as Windows-1252. */
export function hasMagic(head: Uint8Array, magic: readonly Magic[] = []): boolean {
  return magic.some(({ bytes, at = 0 }) => {
    for (let n = 0; n < bytes.length; n += 1) if (head[at + n] !== bytes.charCodeAt(n)) return false;
    return true;
  });
}

/** The format that a file's name claims. */
export function formatByName(path: string): Format | undefined {
  return BY_EXTENSION.get(extensionOf(path));
}
