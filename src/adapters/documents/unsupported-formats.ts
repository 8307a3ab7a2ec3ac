import { ParseError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { hasMagic, type Magic } from './formats';
import { extensionOf } from './paths';

/** A kind of file that is known and not read, with what a person can do about it. */
interface UnsupportedFormat {
  readonly is: Message;
  readonly advice: Message;
  readonly extensions: readonly string[];
  readonly magic?: readonly Magic[];
}

const IMAGE = message`Save it as PNG or JPEG and add that.`;
const SOUND = message`Burrow reads text. Add a transcript instead.`;
const OTHER_ARCHIVE = message`Unpack it and add the files, or add them as a ZIP.`;

/** Files in the form of old Office programs, by the stream that each kind has. Workbooks and messages among them are read. */
export const OLD_OFFICE: readonly (UnsupportedFormat & { readonly stream: string })[] = [
  {
    stream: 'WordDocument',
    is: message`an old Word file (.doc)`,
    advice: message`Open it, save it as .docx or PDF and add that.`,
    extensions: ['.doc', '.dot'],
  },
  {
    stream: 'PowerPoint Document',
    is: message`an old PowerPoint file (.ppt)`,
    advice: message`Open it, save it as .pptx or PDF and add that.`,
    extensions: ['.ppt', '.pps'],
  },
];

const OLE_MAGIC = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

const UNSUPPORTED: readonly UnsupportedFormat[] = [
  ...OLD_OFFICE,
  {
    is: message`a file of an old program in a form that is not known`,
    advice: message`Open it, save it in a newer form or as PDF and add that.`,
    extensions: [],
    magic: [{ bytes: OLE_MAGIC }],
  },
  {
    is: message`a picture in a form that is not read here`,
    advice: IMAGE,
    extensions: ['.gif', '.bmp', '.heic', '.avif', '.ico', '.svgz', '.psd'],
    magic: [{ bytes: 'GIF8' }, { bytes: 'ftypheic', at: 4 }, { bytes: 'ftypavif', at: 4 }],
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
    advice: message`Convert it to EPUB, PDF or HTML and add that.`,
    extensions: ['.mobi', '.azw3'],
  },
];

/** Streams of files in that form that are read. */
const READ = [
  ['Workbook', 'workbook'],
  ['Book', 'workbook'],
  ['__properties_version1.0', 'message'],
] as const;

/**
 * Finds what a file in the form of old Office programs is; undefined for other files. The names of its streams stand in it as UTF-16.
 */
export function oldOfficeKind(bytes: Uint8Array): 'workbook' | 'message' | UnsupportedFormat | undefined {
  if (!isCompound(bytes)) return undefined;
  const kind = OLD_OFFICE.find(({ stream }) => holdsName(bytes, stream));
  return kind ?? READ.find(([stream]) => holdsName(bytes, stream))?.[1];
}

/** Checks for an Office file that opens with a password. */
export const isLockedOffice = (bytes: Uint8Array): boolean =>
  isCompound(bytes) && ['EncryptedPackage', 'ENCRYPTEDPACKAGE'].some((name) => holdsName(bytes, name));

const isCompound = (bytes: Uint8Array): boolean => hasMagic(bytes, [{ bytes: OLE_MAGIC }]);

/** Entries of a directory have 128 bytes each and begin with their name, which ends with a zero. */
function holdsName(bytes: Uint8Array, name: string): boolean {
  const wide = Array.from(`${name}\0`, (letter) => `${letter}\0`).join('');
  for (let at = 512; at + 128 <= bytes.length; at += 128) if (hasMagic(bytes, [{ bytes: wide, at }])) return true;
  return false;
}

/** Finds the kind by the first bytes of a file; 262 of them are enough. */
export function unsupportedByMagic(head: Uint8Array): UnsupportedFormat | undefined {
  return UNSUPPORTED.find((format) => hasMagic(head, format.magic));
}

/** Finds the kind by a file's name. */
export function unsupportedByName(path: string): UnsupportedFormat | undefined {
  const extension = extensionOf(path);
  return UNSUPPORTED.find((format) => format.extensions.includes(extension));
}

export function refuseUnsupported({ is, advice }: UnsupportedFormat): ParseError {
  return new ParseError(message`It is ${is}. ${advice}`);
}
