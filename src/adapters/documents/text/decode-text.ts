import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';

const SAMPLE = 64 * 1024;
/** Tried in this order; of equal scores the earlier one wins. */
const LEGACY = ['gb18030', 'shift_jis', 'big5', 'euc-jp', 'euc-kr', 'windows-1252', 'windows-1251', 'koi8-r'] as const;
const WIDE = ['utf-16le', 'utf-16be'] as const;

/**
 * Decodes bytes. Tries the byte order mark, a declared encoding, UTF-16 by its zero bytes and UTF-8, in this order. Last comes the legacy
 * encoding that decodes without an error into the most plausible script, or UTF-8 with a few stray bytes. Throws ParseError for bytes that are
 * not text.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const encoding = markedEncoding(bytes) ?? declaredEncoding(bytes, declared) ?? guessEncoding(bytes);
  if (!encoding) throw new ParseError(message`Its bytes are not text in any encoding that Burrow knows.`);
  return decodeAs(bytes, encoding);
}

/** Decodes bytes of a known encoding, by its label for TextDecoder. Wrong bytes become U+FFFD. */
export const decodeAs = (bytes: Uint8Array, encoding: string): string =>
  withWindowsSigns(encoding, new TextDecoder(encoding).decode(bytes));

/** Checks that bytes are certainly text: UTF-8, or marked as UTF-16, without control characters. */
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
  const legacy = best(sample, bytes.length % 2 === 0 ? [...LEGACY, ...WIDE] : LEGACY, 0);
  return legacy ?? (strayShare(bytes) < STRAY ? 'utf-8' : undefined);
}

function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c && byte !== 0x1b;
}

function share(bytes: Uint8Array, counts: (byte: number) => boolean): number {
  return bytes.reduce((sum, byte) => sum + (counts(byte) ? 1 : 0), 0) / Math.max(1, bytes.length);
}

/** Encodings of names in ZIP files that do not say theirs, with the first bytes of the common characters of those with two. */
const NAMES: readonly (readonly [encoding: string, from: number, to: number])[] = [
  ['ibm866', 0, 0],
  ['gbk', 0xb0, 0xd7],
  ['shift_jis', 0x83, 0x97],
  ['euc-kr', 0xb0, 0xc8],
];
/** Score from which names that another program decoded are left as they are. */
const RIGHT = 0.9;

/** Decodes names together by the most plausible encoding; undefined where `given`, as another program decoded them, is. */
export function decodeNames(names: readonly Uint8Array[], given: string): readonly string[] | undefined {
  const bytes = Uint8Array.from(names.flatMap((name) => [...name, 0x0a]));
  let found = decodeSample(bytes, 'utf-8') === undefined ? undefined : 'utf-8';
  let highest = scriptScore(given);
  if (names.length === 0 || (!found && highest >= RIGHT)) return undefined;
  for (const [encoding, from, to] of found ? [] : NAMES) {
    const text = decodeSample(bytes, encoding);
    const leads = leadBytes(bytes);
    const common = leads.filter((byte) => byte >= from && byte <= to).length / leads.length;
    const score = text === undefined ? -Infinity : scriptScore(text) + common;
    if (score <= highest) continue;
    highest = score;
    found = encoding;
  }
  return found === undefined ? undefined : names.map((name) => new TextDecoder(found).decode(name));
}

/** First bytes of characters of two. */
function leadBytes(bytes: Uint8Array): readonly number[] {
  const leads: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte > 0x7f) leads.push(byte);
    if (byte > 0x7f) at += 1;
  }
  return leads;
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

/** A cut-off or damaged UTF-8 file is still UTF-8: bytes of other encodings seldom make a sequence of it by chance. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  if (decodeSample(bytes, 'utf-8') !== undefined) return true;
  const { right, wrong } = sequencesOf(bytes);
  return wrong < right;
}

/** The share of bytes that may be of no encoding at all before a file counts as something other than text. */
const STRAY = 0.01;

const strayShare = (bytes: Uint8Array): number =>
  sequencesOf(bytes).wrong / Math.max(1, Math.min(bytes.length, SEQUENCES));

const SEQUENCES = SAMPLE * 4;

/** Counts the characters outside ASCII that are whole in UTF-8, and the places that are not. */
function sequencesOf(bytes: Uint8Array): { readonly right: number; readonly wrong: number } {
  let [right, wrong] = [0, 0];
  for (const character of new TextDecoder('utf-8').decode(bytes.subarray(0, SEQUENCES))) {
    if (character === '\ufffd') wrong += 1;
    else if (character > '\x7f') right += 1;
  }
  return { right, wrong };
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

/** Frequent characters of Chinese (both scripts) and frequent Korean syllables: wrong decodings seldom hit them. */
const FREQUENT_HAN = new Set(
  '的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼體國來個這們為說時會過對裡後麼沒還發當開見經頭將與進實點種聲話問機給業間門東聽氣關並內產萬語本年書会社'.split(
    '',
  ),
);
const FREQUENT_HANGUL = new Set(
  '이다는의에을를가고하은들지한사로도그리자기과시인정수대어서나일해있것와으구부스제장전보'.split(''),
);
const FREQUENT_CYRILLIC = new Set('оеаинтсрвлкмдпуя'.split(''));

/**
 * Scores a decoding by its likeness to writing, as a mean over its characters outside ASCII: above 0 for plausible
 * text, below 0 for noise. Plain ASCII scores 1.
 */
function scriptScore(text: string): number {
  let sum = 0;
  let count = 0;
  let before = ' ';
  for (const character of text) {
    if (character > '\x7f' || isControlCharacter(character)) {
      sum += characterScore(character, before);
      count += 1;
    }
    before = character;
  }
  return count === 0 ? 1 : sum / count;
}

function isControlCharacter(character: string): boolean {
  return (character < ' ' && !'\t\n\r\f'.includes(character)) || character === '\x7f';
}

function characterScore(character: string, before: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0xa0 || code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff) || code > 0x2ffff) return -6;
  if (code < 0x250) return latinScore(code, before);
  if (code >= 0x400 && code < 0x500) return cyrillicScore(character, before);
  if (code >= 0x3040 && code <= 0x30ff) return 2;
  if (code >= 0x3000 && code < 0x3040) return 2;
  if (code >= 0xff61 && code <= 0xff9f) return -2;
  if (code >= 0xff00 && code <= 0xffef) return 1.5;
  if (code >= 0x2010 && code <= 0x2027) return 1;
  if (code >= 0x4e00 && code <= 0x9fff) return hanScore(character, before);
  if (code >= 0xac00 && code <= 0xd7a3) return FREQUENT_HANGUL.has(character) ? 3 : 0.4;
  return /[\p{L}\p{M}\p{N}]/u.test(character) ? 0.2 : -1;
}

function latinScore(code: number, before: string): number {
  if (code < 0xc0) return code === 0xa0 || '§°«»·¿¡£©®²³½ªº'.includes(String.fromCharCode(code)) ? 0.5 : -2;
  if (code === 0xd7 || code === 0xf7) return -1;
  if (before > '\x7f') return /\p{L}/u.test(before) ? -2 : 0;
  const isCapital = code <= 0xde;
  return isCapital && /[a-z]/u.test(before) ? -1 : 1;
}

function cyrillicScore(character: string, before: string): number {
  if (/[A-Za-z]/u.test(before)) return -2;
  const isCapital = character >= 'А' && character <= 'Я';
  if (isCapital && /[а-яё]/u.test(before)) return -2;
  return FREQUENT_CYRILLIC.has(character) ? 1.8 : 0.5;
}

function hanScore(character: string, before: string): number {
  if (/[A-Za-z]/u.test(before)) return -1.5;
  return FREQUENT_HAN.has(character) ? 3 : 0.2;
}
