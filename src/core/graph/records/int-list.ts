/** A growing list of 32-bit numbers. */
export interface IntList {
  readonly length: number;
  /** The numbers so far, with room after them. After a push, or once the list is taken, it is no longer to be used. */
  readonly data: Int32Array;
  push(value: number): void;
  /** Just the numbers. The list ends with it. */
  take(): Int32Array<ArrayBuffer>;
}

export function createIntList(room = 64): IntList {
  let data = new Int32Array(room);
  let length = 0;
  return {
    get length() {
      return length;
    },
    get data() {
      return data;
    },
    push(value) {
      if (length === data.length) data = resized(data, Math.ceil(length * 1.5) + 64);
      data[length++] = value;
    },
    take: () => resized(data, length),
  };
}

/**
 * The numbers in an array of another length, in the same memory where the browser can do that: the garbage collector hardly counts large arrays,
 * and those left behind by growing lists would pile up to hundreds of megabytes.
 */
function resized(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const { buffer } = array;
  if ('transfer' in buffer) return new Int32Array(buffer.transfer(length * Int32Array.BYTES_PER_ELEMENT));
  if (length <= array.length) return array.slice(0, length);
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}

/** The array itself where it is long enough, else a copy with room for more; new places hold `fill`. */
export function grownInts(array: Int32Array<ArrayBuffer>, least: number, fill = 0): Int32Array<ArrayBuffer> {
  if (array.length >= least) return array;
  const larger = new Int32Array(Math.max(least, Math.ceil(array.length * 1.5), 64));
  larger.set(array);
  if (fill !== 0) larger.fill(fill, array.length);
  return larger;
}
