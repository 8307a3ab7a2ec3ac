/**
 * Whole numbers from 0 to 2^53 as bytes, seven bits each, the lowest first; the top bit marks a following byte
 * (LEB128).
 */
interface VarintWriter {
  put(value: number): void;
  /** Texts as UTF-8 with their length in bytes before them. */
  text(value: string): void;
  length(): number;
  /** Returns all written bytes, as one piece. */
  taken(): Uint8Array<ArrayBuffer>;
}

/** An empty writer. */
export function varintWriter(): VarintWriter {
  let bytes = new Uint8Array(1024);
  let length = 0;
  const encoder = new TextEncoder();
  const reserve = (more: number): void => {
    if (length + more <= bytes.length) return;
    const larger = new Uint8Array(Math.max(length + more, 2 * bytes.length));
    larger.set(bytes.subarray(0, length));
    bytes = larger;
  };
  const put = (value: number): void => {
    reserve(8);
    let left = value;
    while (left > 127) {
      bytes[length++] = (left % 128) + 128;
      left = Math.floor(left / 128);
    }
    bytes[length++] = left;
  };
  return {
    put,
    text(value) {
      const encoded = encoder.encode(value);
      put(encoded.length);
      reserve(encoded.length);
      bytes.set(encoded, length);
      length += encoded.length;
    },
    length: () => length,
    taken: () => bytes.slice(0, length),
  };
}

/** Reads the output of a writer. Throws RangeError where the bytes end too early, or are none that a writer writes. */
interface VarintReader {
  next(): number;
  text(): string;
  /** True once all of it was read. */
  done(): boolean;
}

/** Begins to read. */
export function varintReader(bytes: Uint8Array<ArrayBuffer>): VarintReader {
  let at = 0;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const next = (): number => {
    let value = 0;
    for (let factor = 1; factor < 2 ** 53; factor *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw new RangeError('The bytes end within a number.');
  };
  return {
    next,
    text() {
      const length = next();
      if (at + length > bytes.length) throw new RangeError('The bytes end within a text.');
      at += length;
      return decoder.decode(bytes.subarray(at - length, at));
    },
    done: () => at >= bytes.length,
  };
}
