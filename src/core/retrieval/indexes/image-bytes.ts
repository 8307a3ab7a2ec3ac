const KINDS = { i8: Int8Array, u16: Uint16Array, u32: Uint32Array, i32: Int32Array, f32: Float32Array } as const;
type Kind = keyof typeof KINDS;
type TypedArray = InstanceType<(typeof KINDS)[Kind]>;

/** Kind, start and number of values of each array; the rest is as in the tree. */
type Outline = readonly [kind: Kind, start: number, length: number] | { readonly [name: string]: Outline };

const ALIGNED = 8;
const aligned = (length: number): number => Math.ceil(length / ALIGNED) * ALIGNED;

/** The arrays in an object, and in the objects in it, in one piece of bytes: the length of the outline, the outline as JSON, then all arrays. */
export function packArrays(tree: object): Uint8Array<ArrayBuffer> {
  const parts: TypedArray[] = [];
  let size = 0;
  const outlineOf = (node: object): Outline => {
    const kind = (Object.keys(KINDS) as Kind[]).find((name) => node instanceof KINDS[name]);
    if (!kind) {
      const inside = Object.entries(node) as [string, object][];
      return Object.fromEntries(inside.map(([name, one]) => [name, outlineOf(one)]));
    }
    const array = node as TypedArray;
    const start = size;
    parts.push(array);
    size += aligned(array.byteLength);
    return [kind, start, array.length];
  };
  const outline = new TextEncoder().encode(JSON.stringify(outlineOf(tree)));
  const first = aligned(4 + outline.length);
  const bytes = new Uint8Array(first + size);
  new DataView(bytes.buffer).setUint32(0, outline.length, true);
  bytes.set(outline, 4);
  let at = first;
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += aligned(byteLength);
  }
  return bytes;
}

/** The object again, with its arrays in place. The bytes must be as they were packed. */
export function unpackArrays(bytes: Uint8Array<ArrayBuffer>): object {
  // Arrays of numbers begin at whole multiples of their size.
  const { buffer, byteOffset } = bytes.byteOffset % ALIGNED === 0 ? bytes : bytes.slice();
  const size = new DataView(buffer, byteOffset).getUint32(0, true);
  const outline = JSON.parse(String.fromCharCode(...bytes.subarray(4, 4 + size))) as Outline;
  const first = byteOffset + aligned(4 + size);
  const treeOf = (node: Outline): object => {
    if (!isArray(node)) return Object.fromEntries(Object.entries(node).map(([name, one]) => [name, treeOf(one)]));
    const [kind, start, length] = node;
    return new KINDS[kind](buffer, first + start, length);
  };
  return treeOf(outline);
}

const isArray = (node: Outline): node is readonly [Kind, number, number] => Array.isArray(node);
