import { ParseError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { extensionOf } from './paths';

/** A kind of file that is known and not read, with what a person can do about it. */
interface UnsupportedFormat {
  readonly is: Message;
  readonly advice: Message;
  readonly extensions: readonly string[];
  /** Signatures as Latin-1 text, with their offset; 0 by default. */
  readonly magic?: readonly { readonly bytes: string; readonly at?: number }[];
}

const IMAGE = message`Burrow reads text, not pictures. Add a version with a text layer, for example a PDF after text recognition.`;
const SOUND = message`Burrow reads text. Add a transcript instead.`;
const OTHER_ARCHIVE = message`Unpack it and add the files, or add them as a ZIP.`;

export const OLE: UnsupportedFormat = {
  is: message`an old Office file (.doc, .xls, .ppt) or an Office file with a password`,
  advice: message`Burrow reads .docx without a password. Open it, save it as .docx (or PDF, or CSV) and add that.`,
  extensions: ['.doc', '.xls', '.ppt', '.dot', '.msg'],
  magic: [{ bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' }],
};

const UNSUPPORTED: readonly UnsupportedFormat[] = [
  OLE,
  {
    is: message`a picture`,
    advice: IMAGE,
    extensions: [
      '.png',
      '.jpg',
      '.jpeg',
      '.gif',
      '.webp',
      '.bmp',
      '.tif',
      '.tiff',
      '.heic',
      '.avif',
      '.ico',
      '.svgz',
      '.psd',
    ],
    magic: [
      { bytes: '\x89PNG' },
      { bytes: '\xff\xd8\xff' },
      { bytes: 'GIF8' },
      { bytes: 'WEBP', at: 8 },
      { bytes: 'II*\0' },
      { bytes: 'MM\0*' },
      { bytes: 'ftypheic', at: 4 },
      { bytes: 'ftypavif', at: 4 },
    ],
  },
  {
    is: message`a sound or video file`,
    advice: SOUND,
    extensions: ['.mp3', '.wav', '.ogg', '.flac', '.m4a', '.aac', '.mp4', '.mov', '.mkv', '.webm', '.avi'],
    magic: [
      { bytes: 'ID3' },
      { bytes: 'OggS' },
      { bytes: 'fLaC' },
      { bytes: 'WAVE', at: 8 },
      { bytes: 'AVI ', at: 8 },
      { bytes: 'ftyp', at: 4 },
      { bytes: '\x1a\x45\xdf\xa3' },
    ],
  },
  {
    is: message`an archive that is not a ZIP`,
    advice: OTHER_ARCHIVE,
    extensions: ['.7z', '.rar', '.gz', '.tgz', '.tar', '.bz2', '.xz', '.zst'],
    magic: [
      { bytes: '7z\xbc\xaf' },
      { bytes: 'Rar!' },
      { bytes: '\x1f\x8b' },
      { bytes: 'BZh' },
      { bytes: '\xfd7zXZ' },
      { bytes: '\x28\xb5\x2f\xfd' },
      { bytes: 'ustar', at: 257 },
    ],
  },
  {
    is: message`a program or a library`,
    advice: message`Burrow reads documents. Leave this file out.`,
    extensions: ['.exe', '.dll', '.so', '.dylib', '.wasm', '.class', '.pyc', '.o', '.bin'],
    magic: [{ bytes: 'MZ\x90' }, { bytes: '\x7fELF' }, { bytes: '\0asm' }, { bytes: '\xca\xfe\xba\xbe' }],
  },
  {
    is: message`a font`,
    advice: message`Burrow reads documents. Leave this file out.`,
    extensions: ['.ttf', '.otf', '.woff', '.woff2'],
    magic: [{ bytes: 'wOFF' }, { bytes: 'wOF2' }, { bytes: 'OTTO' }],
  },
  {
    is: message`a database file`,
    advice: message`Export the table as CSV and add that.`,
    extensions: ['.sqlite', '.db', '.mdb', '.parquet'],
    magic: [{ bytes: 'SQLite format 3' }, { bytes: 'PAR1' }],
  },
  {
    is: message`a PostScript file`,
    advice: message`Convert it to PDF and add that.`,
    extensions: ['.ps', '.eps'],
    magic: [{ bytes: '%!PS' }],
  },
  {
    is: message`an e-book`,
    advice: message`Convert it to PDF or HTML and add that.`,
    extensions: ['.epub', '.mobi', '.azw3'],
  },
];

/** Finds the kind by the first bytes of a file; 262 of them are enough. */
export function unsupportedByMagic(head: Uint8Array): UnsupportedFormat | undefined {
  const matches = ({ bytes, at = 0 }: { readonly bytes: string; readonly at?: number }): boolean =>
    Array.from(bytes).every((character, index) => head[at + index] === character.charCodeAt(0));
  return UNSUPPORTED.find((format) => format.magic?.some(matches));
}

/** Finds the kind by a file's name. */
export function unsupportedByName(path: string): UnsupportedFormat | undefined {
  const extension = extensionOf(path);
  return UNSUPPORTED.find((format) => format.extensions.includes(extension));
}

export function refuseUnsupported({ is, advice }: UnsupportedFormat): ParseError {
  return new ParseError(message`It is ${is}. ${advice}`);
}
