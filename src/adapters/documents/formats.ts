import { TABULAR_TYPES } from '../../core/tables/documents';
import { message, type Message } from '../../core/message';
import type { FormatReader } from './format-reader';
import { extensionOf } from './paths';

/** A kind of file that a person may add. */
export interface Format {
  /** Name for a person, as in "a PDF file". */
  readonly name: string;
  readonly mediaType: string;
  /** Lower case, with the dot. */
  readonly extensions: readonly string[];
  /** Found in the first 1024 bytes, read as Latin-1, of every such file. */
  readonly signature?: RegExp;
  /** Words on a file that only has the extension, for formats that are not text. */
  readonly mismatch?: Message;
  /** Loads the reader, and with it the parser, when a file of this kind is met. */
  readonly load: () => Promise<FormatReader>;
}

/** Every format that is read. To add one, add it here; see README.md. */
export const FORMATS = {
  pdf: {
    name: 'PDF',
    mediaType: 'application/pdf',
    extensions: ['.pdf'],
    signature: /%PDF-/u,
    mismatch: message`It is named .pdf, but its content is not a PDF. Get a fresh copy, or give it the ending that fits.`,
    load: async () => (await import('./pdf/read-pdf')).readPdf,
  },
  docx: {
    name: 'Word document',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['.docx', '.docm'],
    mismatch: message`It is named .docx, but its content is not a Word document. Get a fresh copy, or save it again from Word.`,
    load: async () => (await import('./markup/read-docx')).readDocx,
  },
  workbook: {
    name: 'workbook',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['.xlsx', '.xlsm', '.xlsb'],
    mismatch: message`It is named like a workbook, but its content is none. Get a fresh copy, or save it again.`,
    load: async () => (await import('./office/read-workbook')).readWorkbook,
  },
  xls: {
    name: 'workbook',
    mediaType: 'application/vnd.ms-excel',
    extensions: ['.xls', '.xlt'],
    mismatch: message`It is named like a workbook, but its content is none. Get a fresh copy, or save it again.`,
    load: async () => (await import('./office/read-workbook')).readWorkbook,
  },
  ods: {
    name: 'workbook',
    mediaType: 'application/vnd.oasis.opendocument.spreadsheet',
    extensions: ['.ods', '.ots'],
    mismatch: message`It is named like a workbook, but its content is none. Get a fresh copy, or save it again.`,
    load: async () => (await import('./office/read-workbook')).readWorkbook,
  },
  pptx: {
    name: 'presentation',
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extensions: ['.pptx', '.pptm', '.ppsx'],
    mismatch: message`It is named like a presentation, but its content is none. Get a fresh copy, or save it again.`,
    load: async () => (await import('./office/read-presentation')).readPptx,
  },
  odp: {
    name: 'presentation',
    mediaType: 'application/vnd.oasis.opendocument.presentation',
    extensions: ['.odp', '.otp'],
    mismatch: message`It is named like a presentation, but its content is none. Get a fresh copy, or save it again.`,
    load: async () => (await import('./office/read-odf')).readOdp,
  },
  odt: {
    name: 'OpenDocument text',
    mediaType: 'application/vnd.oasis.opendocument.text',
    extensions: ['.odt', '.ott'],
    mismatch: message`It is named .odt, but its content is no OpenDocument text. Get a fresh copy, or save it again.`,
    load: async () => (await import('./office/read-odf')).readOdt,
  },
  html: {
    name: 'web page',
    mediaType: 'text/html',
    extensions: ['.html', '.htm', '.xhtml'],
    load: async () => (await import('./markup/read-html')).readHtml,
  },
  rtf: {
    name: 'rich text',
    mediaType: 'application/rtf',
    extensions: ['.rtf'],
    signature: /^\{\\rtf/u,
    load: async () => (await import('./text/read-rtf')).readRtf,
  },
  epub: {
    name: 'e-book',
    mediaType: 'application/epub+zip',
    extensions: ['.epub'],
    mismatch: message`It is named .epub, but its content is no e-book. Get a fresh copy of the file.`,
    load: async () => (await import('./markup/read-epub')).readEpub,
  },
  feed: {
    name: 'news feed',
    mediaType: 'application/rss+xml',
    extensions: ['.rss', '.atom'],
    signature: /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<(?:rss|feed|rdf:RDF)[\s>]/u,
    load: async () => (await import('./mail/read-feed')).readFeed,
  },
  mail: {
    name: 'mail',
    mediaType: 'message/rfc822',
    extensions: ['.eml'],
    load: async () => (await import('./mail/read-mail')).readMail,
  },
  mailbox: {
    name: 'mailbox',
    mediaType: 'application/mbox',
    extensions: ['.mbox', '.mbx'],
    signature: /^From \S.*\d\d:\d\d.*\d{4}.*\r?\n[A-Z][\w-]*:/u,
    load: async () => (await import('./mail/read-mailbox')).readMailbox,
  },
  savedPage: {
    name: 'saved web page',
    mediaType: 'multipart/related',
    extensions: ['.mht', '.mhtml'],
    load: async () => (await import('./mail/read-mail')).readSavedPage,
  },
  notebook: {
    name: 'notebook',
    mediaType: 'application/x-ipynb+json',
    extensions: ['.ipynb'],
    load: async () => (await import('./text/read-notebook')).readNotebook,
  },
  contacts: {
    name: 'contacts',
    mediaType: 'text/vcard',
    extensions: ['.vcf'],
    signature: /^BEGIN:VCARD\r?\n/iu,
    load: async () => (await import('./mail/read-contacts')).readContacts,
  },
  markdown: {
    name: 'Markdown',
    mediaType: 'text/markdown',
    extensions: ['.md', '.markdown', '.mdx'],
    load: async () => (await import('./text/read-text')).readMarkdown,
  },
  text: {
    name: 'plain text',
    mediaType: 'text/plain',
    extensions: ['.txt', '.text', '.log'],
    load: async () => (await import('./text/read-text')).readText,
  },
  csv: {
    name: 'table',
    mediaType: TABULAR_TYPES.csv,
    extensions: ['.csv', '.tsv', '.tab'],
    load: async () => (await import('./tabular/read-csv')).readCsv,
  },
  json: {
    name: 'JSON',
    mediaType: TABULAR_TYPES.json,
    extensions: ['.json'],
    load: async () => (await import('./tabular/read-json')).readJson,
  },
  jsonl: {
    name: 'JSON lines',
    mediaType: TABULAR_TYPES.jsonl,
    extensions: ['.jsonl', '.ndjson'],
    load: async () => (await import('./tabular/read-json')).readJsonLines,
  },
  zip: {
    name: 'ZIP archive',
    mediaType: 'application/zip',
    extensions: ['.zip'],
    signature: /^PK(\x03\x04|\x05\x06|\x07\x08)/u,
    mismatch: message`It is named .zip, but its content is not a ZIP archive. Get a fresh copy of the file.`,
    load: async () => (await import('./read-zip')).readZip,
  },
} as const satisfies Readonly<Record<string, Format>>;

const BY_EXTENSION = new Map<string, Format>(
  Object.values(FORMATS).flatMap((format) => format.extensions.map((extension) => [extension, format])),
);

/** The format that a file's name claims. */
export function formatByName(path: string): Format | undefined {
  return BY_EXTENSION.get(extensionOf(path));
}
