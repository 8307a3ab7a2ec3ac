/** Just enough of the protocol buffer encoding to write an ONNX file by hand. */
export type Field = readonly [number: number, value: FieldValue];
/** A whole number, a text, bytes, a nested message, or a 32-bit float. */
type FieldValue = number | string | Uint8Array | readonly Field[] | { readonly float: number };

const VARINT = 0;
const BYTES = 2;
const FIXED32 = 5;

export function encodeMessage(fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  return concat(fields.map(([number, value]) => encodeField(number, value)));
}

function encodeField(number: number, value: FieldValue): Uint8Array {
  if (typeof value === 'number') return concat([key(number, VARINT), varint(BigInt(value))]);
  if (typeof value === 'object' && 'float' in value) {
    return concat([key(number, FIXED32), new Uint8Array(Float32Array.of(value.float).buffer)]);
  }
  const body = bytesOf(value);
  return concat([key(number, BYTES), varint(BigInt(body.length)), body]);
}

function bytesOf(value: string | Uint8Array | readonly Field[]): Uint8Array {
  if (typeof value === 'string') return new TextEncoder().encode(value);
  return value instanceof Uint8Array ? value : encodeMessage(value);
}

function key(number: number, type: number): Uint8Array {
  return varint(BigInt(number * 8 + type));
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}
