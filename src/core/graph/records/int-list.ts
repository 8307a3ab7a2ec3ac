/** A growing list of 32-bit numbers. */
export interface IntList {
  readonly length: number;
  /** The numbers so far, with room after them. Another array after a push. */
  readonly data: Int32Array;
  push(value: number): void;
  /** A copy of just the numbers. */
  take(): Int32Array;
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
      if (length === data.length) data = grownInts(data, length + 1);
      data[length++] = value;
    },
    take: () => data.slice(0, length),
  };
}

/** The array itself where it is long enough, else a copy with room for more; new places hold `fill`. */
export function grownInts(array: Int32Array<ArrayBuffer>, least: number, fill = 0): Int32Array<ArrayBuffer> {
  if (array.length >= least) return array;
  const larger = new Int32Array(Math.max(least, Math.ceil(array.length * 1.5), 64));
  larger.set(array);
  if (fill !== 0) larger.fill(fill, array.length);
  return larger;
}
