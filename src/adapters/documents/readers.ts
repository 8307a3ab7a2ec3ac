import type { FormatReader } from './format-reader';
import { FORMATS, type Format } from './formats';

/** Loads readers, and with them their parsers, when a file of their kind is met. Only the worker that reads imports this. */
const READERS: Readonly<Record<keyof typeof FORMATS, () => Promise<FormatReader>>> = {
  pdf: async () => (await import('./pdf/read-pdf')).readPdf,
  docx: async () => (await import('./markup/read-docx')).readDocx,
  workbook: async () => (await import('./office/read-workbook')).readWorkbook,
  xls: async () => (await import('./office/read-workbook')).readWorkbook,
  ods: async () => (await import('./office/read-workbook')).readWorkbook,
  pptx: async () => (await import('./office/read-presentation')).readPptx,
  odp: async () => (await import('./office/read-odf')).readOdp,
  odt: async () => (await import('./office/read-odf')).readOdt,
  html: async () => (await import('./markup/read-html')).readHtml,
  rtf: async () => (await import('./text/read-rtf')).readRtf,
  epub: async () => (await import('./markup/read-epub')).readEpub,
  feed: async () => (await import('./mail/read-feed')).readFeed,
  mail: async () => (await import('./mail/read-mail')).readMail,
  outlook: async () => (await import('./mail/read-outlook')).readOutlook,
  mailbox: async () => (await import('./mail/read-mailbox')).readMailbox,
  savedPage: async () => (await import('./mail/read-mail')).readSavedPage,
  notebook: async () => (await import('./text/read-notebook')).readNotebook,
  contacts: async () => (await import('./mail/read-contacts')).readContacts,
  markdown: async () => (await import('./text/read-text')).readMarkdown,
  text: async () => (await import('./text/read-text')).readText,
  csv: async () => (await import('./tabular/read-csv')).readCsv,
  json: async () => (await import('./tabular/read-json')).readJson,
  jsonl: async () => (await import('./tabular/read-json')).readJsonLines,
  png: async () => (await import('./pictures/read-picture')).readPicture,
  jpeg: async () => (await import('./pictures/read-picture')).readPicture,
  webp: async () => (await import('./pictures/read-picture')).readPicture,
  tiff: async () => (await import('./pictures/read-tiff')).readTiff,
  zip: async () => (await import('./read-zip')).readZip,
};

/** The reader of a format. */
export function loadReader(format: Format): Promise<FormatReader> {
  const names = Object.keys(READERS) as (keyof typeof READERS)[];
  const name = names.find((one) => FORMATS[one] === format);
  if (!name) throw new Error(`No reader of ${format.name}.`);
  return READERS[name]();
}
