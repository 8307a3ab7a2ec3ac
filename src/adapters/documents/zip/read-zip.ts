import { ParseError } from '../../../core/errors';
import type { ReadResult } from '../../../core/ports/documents';
import { CAPS } from '../caps';
import { readDocx } from '../docx/read-docx';
import { foreignByEntries, foreignByExtension } from '../foreign-formats';
import { extensionOf, fileName } from '../formats';
import type { OpenSource } from '../read-result';
import { openZip, zipBudget, type OpenZip, type ZipBudget } from './open-zip';

/** Reads what begins like a ZIP: a Word document, or an archive whose members are handed back as files, those of archives inside it too. */
export async function readZip(source: OpenSource): Promise<ReadResult> {
  const budget = zipBudget();
  const zip = await openZip(source.bytes, source, budget);
  if (isWord(zip)) return readDocx(source, zip);
  const foreign = foreignByEntries(namesOf(zip));
  if (foreign) throw new ParseError(`It is ${foreign.is}. ${foreign.advice}`);
  if (/^\.doc[xm]$/u.test(extensionOf(source.path)))
    throw new ParseError('It is not a Word document: it is a ZIP without the parts of one. Save it again from Word.');
  const members: Member[] = [];
  const refused: Refused[] = [];
  for await (const found of membersOf({ zip, source, budget, folder: '', depth: 1 })) {
    if ('bytes' in found) members.push(found);
    else refused.push(found);
  }
  if (members.length + refused.length === 0) throw new ParseError('It is an archive without any files in it.');
  return { kind: 'archive', members, refused };
}

interface Member {
  readonly path: string;
  readonly bytes: Uint8Array;
}

interface Refused {
  readonly path: string;
  readonly reason: string;
}

interface Level {
  readonly zip: OpenZip;
  readonly source: OpenSource;
  readonly budget: ZipBudget;
  /** The archives around this one, as the beginning of a path. */
  readonly folder: string;
  readonly depth: number;
}

const namesOf = (zip: OpenZip): ReadonlySet<string> => new Set(zip.entries.map((entry) => entry.filename));

function isWord(zip: OpenZip): boolean {
  const names = namesOf(zip);
  return names.has('[Content_Types].xml') && [...names].some((name) => /^word\/document\d*\.xml$/u.test(name));
}

async function* membersOf(level: Level): AsyncGenerator<Member | Refused> {
  const { zip, source, folder } = level;
  for (const entry of zip.entries) {
    const name = wellFormedPath(entry.filename);
    if (isClutter(name)) continue;
    const path = folder + name;
    try {
      const reason = refusalByName(name);
      if (reason) throw new ParseError(reason);
      const bytes = await zip.read(entry);
      if (isPackage(name, bytes)) yield* inside(level, path, bytes);
      else yield { path, bytes };
    } catch (error) {
      source.signal?.throwIfAborted();
      if (!(error instanceof ParseError)) throw error;
      yield { path, reason: error.message };
    }
  }
}

/** The members of an archive inside an archive; an Office file under another name stays a file. */
async function* inside(level: Level, path: string, bytes: Uint8Array): AsyncGenerator<Member | Refused> {
  const zip = await openZip(bytes, level.source, level.budget);
  if (isWord(zip) || foreignByEntries(namesOf(zip))) yield { path, bytes };
  else if (level.depth >= CAPS.zipDepth) throw new ParseError(TOO_DEEP);
  else yield* membersOf({ ...level, zip, folder: `${path}!/`, depth: level.depth + 1 });
}

const TOO_DEEP = `It is an archive inside more than ${CAPS.zipDepth - 1} others. Unpack it and add its files.`;

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
  const foreign = foreignByExtension(path);
  return foreign && `It is ${foreign.is}. ${foreign.advice}`;
}

function isPackage(path: string, bytes: Uint8Array): boolean {
  const looksZipped = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
  return looksZipped && !/\.doc[xm]$/iu.test(fileName(path));
}
