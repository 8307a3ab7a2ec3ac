import { message, type Message } from '../../core/message';

const MIB = 1024 * 1024;

/** Limits for hostile or mistaken input. Chosen with room for real documents; sizes in bytes. */
export const LIMITS = {
  file: 512 * MIB,
  /** Texts, tables and web pages are decoded as a whole. */
  textFile: 256 * MIB,
  /** Extracted text of one document, in UTF-16 code units. */
  extractedText: 128 * MIB,
  zipEntry: 128 * MIB,
  /** Total size unpacked from one ZIP file and the ZIP files in it. */
  zipTotal: 256 * MIB,
  /** Files in an archive and the archives in it. */
  zipEntries: 5_000,
  /** Archives inside one another, the outermost included. */
  zipDepth: 3,
  /** Messages of one mailbox. */
  messages: 20_000,
  /** Lines of a mail: the time of its parser grows with them, whatever they hold. */
  mailLines: 1_000_000,
  /** Unpacked to packed, looked at once an entry is larger than `zipRatioFrom`. */
  zipRatio: 200,
  zipRatioFrom: MIB,
  elementDepth: 2_000,
  /** Elements of one part of a document, all of which are in memory. */
  elements: 2_000_000,
  /** Pixels of a picture, and of its longer side. */
  pixels: 64_000_000,
  pictureSide: 32_000,
  jsonDepth: 200,
  rows: 200_000,
  /** Cells of a document's tables, with those that are only said to be repeated. */
  cells: 2_000_000,
  outlineItems: 2_000,
  /** Text that merged and nested cells add to the tables of one document, in UTF-16 code units. */
  addedTableText: 20 * MIB,
} as const;

/** Returns the words for a file that is larger than a limit; undefined for others. */
export function tooLarge(bytes: number, limit: number): Message | undefined {
  if (bytes <= limit) return undefined;
  return message`It is ${sizeInWords(bytes)} large; Burrow reads files of this kind up to ${sizeInWords(limit)}. Split it up.`;
}

/** A size for a person: "12 MB". */
export function sizeInWords(bytes: number): Message {
  if (bytes < 1024) return message`${bytes} bytes`;
  if (bytes < MIB) return `${Math.round(bytes / 1024)} kB`;
  return `${Math.round(bytes / MIB)} MB`;
}
