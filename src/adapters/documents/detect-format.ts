import { ParseError } from '../../core/errors';
import { message } from '../../core/message';
import { FORMATS, formatByName, hasMagic, type Format } from './formats';
import { extensionOf } from './paths';
import { isPlainText } from './text/decode-text';
import {
  OLD_OFFICE,
  oldOfficeKind,
  refuseUnsupported,
  unsupportedByMagic,
  unsupportedByName,
} from './unsupported-formats';

/** Bytes at a file's start that are searched for signatures. */
const HEAD = 1024;

/** Finds the format of a file by its bytes first and its name second. Throws ParseError for an empty file and for formats that are not read. */
export async function detectFormat(path: string, bytes: Uint8Array): Promise<Format> {
  if (bytes.length === 0) throw new ParseError(message`It is empty. Check that it was saved, and add it again.`);
  const claimed = formatByName(path);
  const head = bytes.subarray(0, HEAD);
  const latin = new TextDecoder('latin1').decode(head);
  const signed = Object.values<Format>(FORMATS).find(
    ({ signature, magic }) => signature?.test(latin) || hasMagic(head, magic),
  );
  if (signed === FORMATS.zip) return detectPackage(claimed, bytes);
  if (signed) return signed;
  const old = oldOfficeKind(bytes);
  if (old === 'workbook') return FORMATS.xls;
  if (old === 'message') return FORMATS.outlook;
  const unsupported = old ?? unsupportedByMagic(head);
  if (unsupported) throw refuseUnsupported(unsupported);
  const isMismatch = claimed === FORMATS.zip || !isText(bytes, latin);
  if (claimed?.mismatch && isMismatch) throw new ParseError(claimed.mismatch);
  const claim = OLD_OFFICE.find(({ extensions }) => extensions.includes(extensionOf(path)));
  if (claim) throw new ParseError(message`It is named like ${claim.is}. ${claim.advice}`);
  const isWebPage = /^[^<]{0,40}<(!doctype html|html[\s>])/iu.test(latin);
  if (isWebPage && claimed !== FORMATS.markdown) return FORMATS.html;
  return claimed && !claimed.mismatch ? claimed : FORMATS.text;
}

/** A ZIP file may be an archive or a package, such as a Word document. */
async function detectPackage(claimed: Format | undefined, bytes: Uint8Array): Promise<Format> {
  const { packageExtension } = await import('./read-zip');
  const extension = await packageExtension(bytes);
  if (!extension && claimed?.mismatch && claimed !== FORMATS.zip) throw new ParseError(claimed.mismatch);
  const unsupported = extension ? unsupportedByName(extension) : undefined;
  if (unsupported) throw refuseUnsupported(unsupported);
  return (extension && formatByName(extension)) || FORMATS.zip;
}

/** Text under the name of another format, but not the rest of a PDF without its head. */
function isText(bytes: Uint8Array, head: string): boolean {
  return isPlainText(bytes) && !/\b\d+ \d+ obj\b|\bendobj\b|\bstartxref\b/u.test(head);
}
