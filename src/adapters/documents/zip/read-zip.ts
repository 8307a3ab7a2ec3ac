import { ParseError } from '../../../core/errors';
import type { ReadResult } from '../../../core/ports';
import { readDocx } from '../docx/read-docx';
import { foreignByEntries, foreignByExtension, foreignByMagic } from '../foreign-formats';
import { extensionOf, fileName } from '../formats';
import type { OpenSource } from '../read-result';
import { openZip, type OpenZip } from './open-zip';

/** Reads what begins like a ZIP: a Word document, or an archive whose members are handed back as files. */
export async function readZip(source: OpenSource): Promise<ReadResult> {
  const zip = await openZip(source.bytes, source);
  const names = new Set(zip.entries.map((entry) => entry.filename));
  if (names.has('[Content_Types].xml') && [...names].some((name) => /^word\/document\d*\.xml$/u.test(name)))
    return readDocx(source, zip);
  const foreign = foreignByEntries(names);
  if (foreign) throw new ParseError(`It is ${foreign.is}. ${foreign.advice}`);
  if (/^\.doc[xm]$/u.test(extensionOf(source.path)))
    throw new ParseError('It is not a Word document: it is a ZIP without the parts of one. Save it again from Word.');
  return readMembers(zip, source);
}

async function readMembers(zip: OpenZip, source: OpenSource): Promise<ReadResult> {
  const members: { path: string; bytes: Uint8Array }[] = [];
  const refused: { path: string; reason: string }[] = [];
  for (const entry of zip.entries) {
    const path = wellFormedPath(entry.filename);
    if (isClutter(path)) continue;
    try {
      const reason = refusalByName(path);
      if (reason) throw new ParseError(reason);
      const bytes = await zip.read(entry);
      if (isPlainZip(path, bytes)) throw new ParseError(NESTED);
      members.push({ path, bytes });
    } catch (error) {
      source.signal?.throwIfAborted();
      if (!(error instanceof ParseError)) throw error;
      refused.push({ path, reason: error.message });
    }
  }
  if (members.length + refused.length === 0) throw new ParseError('It is an archive without any files in it.');
  return { kind: 'archive', members, refused };
}

const NESTED = 'It is an archive inside an archive. Unpack it and add its files.';

function wellFormedPath(name: string): string {
  return name
    .replaceAll('\\', '/')
    .replace(/\p{Cc}/gu, '')
    .toWellFormed();
}

function isClutter(path: string): boolean {
  return /(^|\/)(__MACOSX\/|\.(?!\.?\/)[^/]*|Thumbs\.db$|desktop\.ini$)/u.test(path);
}

function refusalByName(path: string): string | undefined {
  if (path.startsWith('/') || /^[a-z]:/iu.test(path) || path.split('/').includes('..'))
    return 'Its path points outside the archive, as a hostile archive does. It was left out; the other files of the archive are read.';
  if (extensionOf(path) === '.zip') return NESTED;
  const foreign = foreignByExtension(path);
  return foreign && `It is ${foreign.is}. ${foreign.advice}`;
}

function isPlainZip(path: string, bytes: Uint8Array): boolean {
  const looksZipped = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
  if (looksZipped) return !/\.doc[xm]$/iu.test(fileName(path));
  return foreignByMagic(bytes)?.extensions.includes('.7z') ?? false;
}
