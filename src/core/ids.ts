import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of UTF-8 text, as 64 hex digits. */
export function sha256Text(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** A stable identifier of 32 hex digits: the start of the SHA-256 of the parts, which are kept apart by a separator. */
export function stableId(...parts: readonly (string | number)[]): string {
  return sha256Text(parts.join('\u001f')).slice(0, 32);
}
