import { ParseError } from '../../../core/errors';
import { scriptScore } from './script-score';

const SAMPLE = 64 * 1024;
/** Tried in this order; of equal scores the earlier one wins. */
const LEGACY = ['gb18030', 'shift_jis', 'big5', 'euc-jp', 'euc-kr', 'windows-1252', 'windows-1251', 'koi8-r'] as const;
const WIDE = ['utf-16le', 'utf-16be'] as const;

/**
 * Decodes bytes: byte order mark, then a declared encoding, UTF-16 by its zero bytes, UTF-8, and last the legacy encoding
 * that decodes without an error into the most plausible script. Throws ParseError for bytes that are no text.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const encoding = markedEncoding(bytes) ?? declaredEncoding(bytes, declared) ?? guessEncoding(bytes);
  if (!encoding) throw new ParseError('Its bytes are not text in any encoding that Burrow knows.');
  return withWindowsSigns(encoding, new TextDecoder(encoding).decode(bytes));
}

/** Whether bytes are beyond doubt text: UTF-8, or marked as UTF-16, without control characters. */
export function isPlainText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE);
  const marked = markedEncoding(bytes);
  if (marked !== undefined && marked !== 'utf-8') return decodeSample(sample, marked) !== undefined;
  return share(sample, isControl) === 0 && isMostlyUtf8(bytes);
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return undefined;
}

function declaredEncoding(bytes: Uint8Array, label: string | undefined): string | undefined {
  if (!label || /^utf-?16/iu.test(label)) return undefined;
  try {
    new TextDecoder(label, { fatal: true }).decode(bytes.subarray(0, SAMPLE), { stream: true });
    return label;
  } catch {
    return undefined; // an unknown or a wrong label: the bytes themselves decide
  }
}

function guessEncoding(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, SAMPLE);
  const wide = sample.includes(0) ? best(sample, WIDE, 0.3) : undefined;
  if (wide) return wide;
  if (share(sample, isControl) > 0.02) return undefined;
  if (isMostlyUtf8(bytes)) return 'utf-8';
  return best(sample, bytes.length % 2 === 0 ? [...LEGACY, ...WIDE] : LEGACY, 0);
}

function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c && byte !== 0x1b;
}

function share(bytes: Uint8Array, counts: (byte: number) => boolean): number {
  return bytes.reduce((sum, byte) => sum + (counts(byte) ? 1 : 0), 0) / Math.max(1, bytes.length);
}

/** The encoding with the most plausible decoding above `floor`. */
function best(sample: Uint8Array, encodings: readonly string[], floor: number): string | undefined {
  let found: string | undefined;
  let highest = floor;
  for (const encoding of encodings) {
    const text = decodeSample(sample, encoding);
    const score = text === undefined ? -Infinity : scriptScore(text);
    if (score <= highest) continue;
    highest = score;
    found = encoding;
  }
  return found;
}

/** A cut-off or slightly damaged UTF-8 file is still UTF-8. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  if (decodeSample(bytes, 'utf-8') !== undefined) return true;
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, SAMPLE * 4));
  let wrong = 0;
  let right = 0;
  for (const character of text) {
    if (character === '\ufffd') wrong += 1;
    else if (character > '\x7f') right += 1;
  }
  return wrong * 20 < right;
}

function decodeSample(sample: Uint8Array, encoding: string): string | undefined {
  try {
    return withWindowsSigns(encoding, new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true }));
  } catch {
    return undefined; // fatal: these bytes are not of this encoding
  }
}

const WINDOWS_SIGNS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Node 20.18.3 to 24 decodes windows-1252 as Latin-1 (https://github.com/nodejs/node/issues/56542): the signs of 0x80–0x9f are put in here. */
function withWindowsSigns(encoding: string, text: string): string {
  if (!/^(windows-1252|iso-?8859-1|latin1|cp1252|us-ascii|ascii)$/iu.test(encoding)) return text;
  return text.replace(/[\x80-\x9f]/gu, (sign) => WINDOWS_SIGNS[sign.charCodeAt(0) - 0x80] ?? sign);
}
