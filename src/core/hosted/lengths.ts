import { varintReader, varintWriter } from './varints';

/** The file with the lengths of texts, entities and reports. */
export const LENGTHS_FILE = 'lengths.bin';

/** Lengths of texts, entities and reports in terms, as BM25 counts them, with the owners of text units and reports. */
export interface IndexLengths {
  /** Within a twentieth. */
  readonly texts: Float32Array;
  readonly entities: Float32Array;
  readonly reports: Float32Array;
  /** By document, the number of its first text unit; rising. */
  readonly firsts: Uint32Array;
  /** By report, the number of its community; rising. */
  readonly communities: Uint32Array;
}

/** Bytes of the lengths of so many texts, entities, reports and documents, at most. */
export const largestLengths = (rows: number): number => 64 + 5 * rows;

/** A length and the next one that is distinct from it. A ranking that only chooses rows to fetch needs no more. */
const STEP = 1.1;

/** A length is kept as the power of `STEP` that is nearest; 0 stays 0. */
const codeOf = (length: number): number => (length > 0 ? 1 + Math.round(Math.log(length) / Math.log(STEP)) : 0);
const LENGTHS = Float32Array.from({ length: 256 }, (_, code) => (code === 0 ? 0 : STEP ** (code - 1)));

/** Lengths as bytes, before they are packed. */
export function writeLengths({ texts, entities, reports, firsts, communities }: IndexLengths): Uint8Array<ArrayBuffer> {
  const writer = varintWriter();
  for (const lengths of [texts, entities, reports]) {
    writer.put(lengths.length);
    for (const length of lengths) writer.put(codeOf(length));
  }
  for (const rising of [firsts, communities]) {
    writer.put(rising.length);
    for (const [at, value] of rising.entries()) writer.put(value - (rising[at - 1] ?? 0));
  }
  return writer.taken();
}

/** Reads them. Throws RangeError for bytes that are none. */
export function readLengths(bytes: Uint8Array<ArrayBuffer>): IndexLengths {
  const reader = varintReader(bytes);
  const count = (): number => {
    const values = reader.next();
    // Each takes a byte at least.
    if (values > bytes.length) throw new RangeError('There are fewer bytes than lengths.');
    return values;
  };
  const lengths = (): Float32Array => Float32Array.from({ length: count() }, () => LENGTHS[reader.next()] ?? 0);
  const rising = (): Uint32Array => {
    let value = 0;
    return Uint32Array.from({ length: count() }, () => (value += reader.next()));
  };
  return { texts: lengths(), entities: lengths(), reports: lengths(), firsts: rising(), communities: rising() };
}
