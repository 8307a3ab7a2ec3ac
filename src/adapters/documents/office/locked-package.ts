import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import { findElement, markupTree } from '../markup/markup-tree';
import { LIMITS } from '../limits';
import type { CompoundEntry } from './compound-file';

type Bytes = Uint8Array<ArrayBuffer>;
type Hash = (...parts: readonly Uint8Array[]) => Bytes;

interface UnlockOptions {
  readonly password: string;
  readonly onProgress: () => void;
}

/** Streams of an Office file with a password: how it is locked, and the package that is. */
const INFO = 'EncryptionInfo';
const PACKAGE = 'EncryptedPackage';

/**
 * Unlocks an Office file (MS-OFFCRYPTO, agile and standard encryption). Returns undefined where the password is wrong.
 * Throws ParseError where it is locked in another way.
 */
export async function unlockPackage({ inside }: CompoundEntry, options: UnlockOptions): Promise<Bytes | undefined> {
  const stream = (name: string): Bytes =>
    [...inside].find(([one]) => one.toUpperCase() === name.toUpperCase())?.[1].bytes() ?? new Uint8Array();
  const [info, locked] = [stream(INFO), stream(PACKAGE)];
  if (info.length < 8 || locked.length < 24) throw new ParseError(OTHER_WAY);
  const view = viewOf(info);
  const [major, minor] = [view.getUint16(0, true), view.getUint16(2, true)];
  if (minor === 2 && major >= 2 && major <= 4) return unlockStandard(info.subarray(4), locked, options);
  if (major === 4 && minor === 4) return unlockAgile(info.subarray(8), locked, options);
  throw new ParseError(OTHER_WAY);
}

const OTHER_WAY = message`It is protected in a way that cannot be opened here. Save it without a password and add that.`;

/** Turns of the hash that a file may ask for; those of Office ask for 100,000. */
const MOST_TURNS = 2_000_000;
const TURNS_AT_ONCE = 20_000;

/** A key that takes long to try: the hash of a password, hashed again and again with its own number. */
function slowHash(hash: Hash, salt: Uint8Array, turns: number, { password, onProgress }: UnlockOptions): Bytes {
  if (!(turns >= 0 && turns <= MOST_TURNS)) throw new ParseError(OTHER_WAY);
  let key = hash(salt, utf16(password));
  for (let turn = 0; turn < turns; turn += 1) {
    if (turn % TURNS_AT_ONCE === 0) onProgress();
    key = hash(number32(turn), key);
  }
  return key;
}

/** Names of hashes as files have them. */
const HASHES: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  SHA1: sha1,
  SHA256: sha256,
  SHA384: sha384,
  SHA512: sha512,
};

/** Purposes of keys. */
const [INPUT, VALUE, KEY] = ['fea7d2763b4b9e79', 'd7aa0f6d3061344e', '146e0be7abacd0d6'].map((hex) =>
  Uint8Array.from(hex.match(/../gu) ?? [], (byte) => parseInt(byte, 16)),
) as [Bytes, Bytes, Bytes];
const SEGMENT = 4096;

async function unlockAgile(info: Bytes, locked: Bytes, options: UnlockOptions): Promise<Bytes | undefined> {
  const tree = markupTree(new TextDecoder().decode(info), options.onProgress);
  const { salt } = lockOf(findElement(tree, 'keyData')?.attributes);
  const lock = lockOf(findElement(tree, 'encryptedKey')?.attributes);
  const { hash, given } = lock;
  const slow = slowHash(hash, lock.salt, Number(given['spinCount']), options);
  const secret = (name: string, purpose: Bytes): Promise<Bytes> => {
    const key = resized(hash(slow, purpose), Number(given['keyBits']) / 8);
    return decrypt(key, base64(given[name]), () => resized(lock.salt, BLOCK));
  };
  const input = await secret('encryptedVerifierHashInput', INPUT);
  const value = await secret('encryptedVerifierHashValue', VALUE);
  const expected = hash(input);
  if (!areEqual(expected, value.subarray(0, expected.length))) return undefined;
  const key = resized(await secret('encryptedKeyValue', KEY), Number(given['keyBits']) / 8);
  const ivOf = (segment: number): Bytes => resized(hash(salt, number32(segment)), BLOCK);
  return contentOf(locked, await decrypt(key, locked.subarray(8), ivOf, SEGMENT));
}

function lockOf(given: Readonly<Record<string, string>> = {}) {
  const algorithm = HASHES[given['hashAlgorithm'] ?? ''];
  if (!algorithm || given['cipherAlgorithm'] !== 'AES' || given['cipherChaining'] !== 'ChainingModeCBC')
    throw new ParseError(OTHER_WAY);
  return { hash: hashBy(algorithm), salt: base64(given['saltValue']), given };
}

const hashBy =
  (algorithm: (bytes: Uint8Array) => Uint8Array): Hash =>
  (...parts) =>
    Uint8Array.from(algorithm(concatBytes(...parts)));

const STANDARD_TURNS = 50_000;

async function unlockStandard(info: Bytes, locked: Bytes, options: UnlockOptions): Promise<Bytes | undefined> {
  const view = viewOf(info);
  const verifier = info.subarray(8 + (info.length > 12 ? view.getUint32(4, true) : info.length));
  const bits = info.length > 28 ? view.getUint32(24, true) || 128 : 0;
  if (verifier.length < 72 || ![128, 192, 256].includes(bits)) throw new ParseError(OTHER_WAY);
  const hash = hashBy(sha1);
  const slow = hash(slowHash(hash, verifier.subarray(4, 20), STANDARD_TURNS, options), number32(0));
  const part = (filler: number): Bytes => hash(resized(slow, 64, 0).map((byte) => byte ^ filler));
  const key = concatBytes(part(0x36), part(0x5c)).slice(0, bits / 8);
  const input = await decryptEach(key, verifier.subarray(20, 36));
  const value = await decryptEach(key, verifier.subarray(40, 72));
  if (!areEqual(hash(input), value.subarray(0, 20))) return undefined;
  return contentOf(locked, await decryptEach(key, locked.subarray(8)));
}

/** The package without what fills its last block; its length stands before it. */
function contentOf(locked: Bytes, content: Bytes): Bytes {
  const length = Number(viewOf(locked).getBigUint64(0, true));
  if (length > content.length || length > LIMITS.file) throw new ParseError(OTHER_WAY);
  return content.slice(0, length);
}

const BLOCK = 16;

/**
 * Decrypts AES in segments, each chained from its own start (CBC). WebCrypto knows one chain and wants a filled last
 * block: the chain is mended where a segment begins, and such a block is put behind.
 */
async function decrypt(raw: Bytes, data: Bytes, ivOf: (segment: number) => Bytes, size = Infinity): Promise<Bytes> {
  const whole = data.subarray(0, data.length - (data.length % BLOCK));
  if (whole.length === 0 || ![16, 24, 32].includes(raw.length)) throw new ParseError(OTHER_WAY);
  const key = await crypto.subtle.importKey('raw', raw, 'AES-CBC', false, ['encrypt', 'decrypt']);
  const filler = await crypto.subtle.encrypt({ name: 'AES-CBC', iv: whole.slice(-BLOCK) }, key, new Uint8Array());
  const chained = concatBytes(whole, new Uint8Array(filler));
  const plain = await crypto.subtle.decrypt({ name: 'AES-CBC', iv: ivOf(0) }, key, chained.slice());
  const mended = new Uint8Array(plain);
  for (let segment = 1, start = size; start < mended.length; segment += 1, start += size) {
    const iv = ivOf(segment);
    for (let at = start; at < start + BLOCK; at += 1)
      mended[at] = (mended[at] ?? 0) ^ (whole[at - BLOCK] ?? 0) ^ (iv[at - start] ?? 0);
  }
  return mended;
}

const UNCHAINED = new Uint8Array(BLOCK);

/** Decrypts each block by itself (ECB). */
const decryptEach = (key: Bytes, data: Bytes): Promise<Bytes> => decrypt(key, data, () => UNCHAINED, BLOCK);

/** Bytes cut or filled to a length. */
function resized(bytes: Uint8Array, length: number, filler = 0x36): Bytes {
  const result = new Uint8Array(length).fill(filler);
  result.set(bytes.subarray(0, length));
  return result;
}

const areEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

const viewOf = ({ buffer, byteOffset, length }: Bytes): DataView => new DataView(buffer, byteOffset, length);

function number32(value: number): Bytes {
  const bytes = new Uint8Array(4);
  viewOf(bytes).setUint32(0, value, true);
  return bytes;
}

const utf16 = (text: string): Bytes =>
  Uint8Array.from({ length: text.length * 2 }, (_, at) => (text.charCodeAt(at >> 1) >> (at % 2 === 0 ? 0 : 8)) & 0xff);

function base64(text = ''): Bytes {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch (cause) {
    throw new ParseError(OTHER_WAY, { cause });
  }
}
