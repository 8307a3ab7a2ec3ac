import type { Packing } from '../core/hosted/block-files';

/** Raw Deflate by the platform: in workers, and in Node. */
export const deflate: Packing = {
  pack: (bytes) => through(bytes, new CompressionStream('deflate-raw'), Number.MAX_SAFE_INTEGER),
  unpack: (bytes, most) => through(bytes, new DecompressionStream('deflate-raw'), most),
};

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: ReadableWritablePair<Uint8Array<ArrayBuffer>, BufferSource>,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      size += step.value.length;
      if (size > most) throw new RangeError('The bytes become more than they may.');
      parts.push(step.value);
    }
  } catch (cause) {
    void reader.cancel().catch(() => undefined);
    // The platform throws a TypeError for damaged bytes.
    throw cause instanceof RangeError ? cause : new RangeError('The bytes are damaged.', { cause });
  }
  if (parts.length === 1 && parts[0]) return parts[0];
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
