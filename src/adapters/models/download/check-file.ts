import { type Message, message } from '../../../core/message';
import { md5 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type ModelFile, listFault } from './model-files';
import { formatSize } from './download-errors';

const POINTER = 'version https://git-lfs.github.com/spec/';

/**
 * Finds the fault in the bytes of a file, in words that follow “it is not what it should be:”; undefined for none.
 * Throws the signal's reason when aborted.
 */
export async function findFileFault(file: ModelFile, bytes: Blob, signal: AbortSignal): Promise<Message | undefined> {
  if (bytes.size === 0) return message`it is empty`;
  if (file.bytes !== undefined && bytes.size !== file.bytes) {
    if (await isPointer(bytes)) return message`it is only a pointer of Git LFS; run “git lfs pull” in that folder`;
    return message`it has ${exactly(bytes.size)} instead of ${exactly(file.bytes)}`;
  }
  if (await isPointer(bytes)) return message`it is only a pointer of Git LFS; run “git lfs pull” in that folder`;
  if (file.md5 !== undefined && bytesToHex(await digestOf(md5, bytes, signal)) !== file.md5.toLowerCase())
    return message`its MD5 sum is another`;
  if (file.integrity !== undefined && !(await matches(bytes, file.integrity, signal)))
    return message`its hash is another than the pinned one`;
  return findContentFault(file, bytes);
}

const exactly = (bytes: number): Message => message`${formatSize(bytes)} (${bytes} bytes)`;

async function isPointer(bytes: Blob): Promise<boolean> {
  return bytes.size < 1024 && (await bytes.text()).startsWith(POINTER);
}

const CHUNK = 8 << 20;

/** In pieces: weights may be larger than what a worker's memory takes twice. */
async function digestOf(
  algorithm: typeof md5 | (typeof ALGORITHMS)[string],
  bytes: Blob,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const hash = algorithm.create();
  for (let at = 0; at < bytes.size; at += CHUNK) {
    signal.throwIfAborted();
    hash.update(new Uint8Array(await bytes.slice(at, at + CHUNK).arrayBuffer()));
  }
  return hash.digest();
}

const ALGORITHMS: Readonly<Record<string, typeof sha256 | typeof sha512>> = { sha256, sha384, sha512 };

/** Subresource Integrity: `sha256-` and the base64 of the digest. */
async function matches(bytes: Blob, integrity: string, signal: AbortSignal): Promise<boolean> {
  const [name = '', wanted] = integrity.split(/-(.*)/su);
  const algorithm = ALGORITHMS[name];
  if (algorithm === undefined) throw new Error(`Unknown hash in a pin: ${integrity}`);
  return btoa(String.fromCharCode(...(await digestOf(algorithm, bytes, signal)))) === wanted;
}

/** Bytes at the start of a file in which a web page is looked for. */
const HEAD = 1024;
const PAGE = /^\uFEFF?\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype|html|head|body)\b/iu;

/**
 * Finds the fault in the content of a file, in words that follow “it is not what it should be:”; undefined for none.
 * JSON must parse and a list must name files. No file may be a web page, which a proxy or a login page answers in the
 * host's place.
 */
export async function findContentFault(file: ModelFile, bytes: Blob): Promise<Message | undefined> {
  if (PAGE.test(await bytes.slice(0, HEAD).text())) {
    return message`it is a web page; a login page of this network, or a proxy, may stand between`;
  }
  return file.path.endsWith('.json') ? faultOfJson(file, await bytes.text()) : undefined;
}

/** Checks if a stored file has to be fetched again, since nothing can be read from it. */
export async function isDamaged(file: ModelFile, read: (file: ModelFile) => Promise<unknown>): Promise<boolean> {
  if (!file.path.endsWith('.json')) return false;
  try {
    const parsed = await read(file);
    return file.list !== undefined && listFault(file.list, parsed) !== undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}

function faultOfJson({ list }: ModelFile, text: string): Message | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return list && listFault(list, parsed);
  } catch (error) {
    if (error instanceof SyntaxError) return message`it is not JSON`;
    throw error;
  }
}
