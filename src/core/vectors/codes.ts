/**
 * Rows of vectors as int8 codes with what bounds their error; see `CodedRows` for the bound. Kept beside the full numbers, so that opening
 * need not make them again.
 */
export interface Codes {
  /** Three numbers a row: the scale, then upper bounds of the lengths of what coding left out and of the coded row. */
  readonly facts: Float32Array;
  /** Row by row, as many codes as `paddedDims` says, from -127 to 127. */
  readonly codes: Int8Array;
}

/** Raised whenever codes or bounds come out differently: codes of another version are made again. */
export const CODES_VERSION = 1;

export const FACTS = 3;

/** Numbers a row with the zeros behind them, which let the kernel take 16 at a time. */
export function paddedDims(dims: number): number {
  return (dims + 15) & -16;
}

/** Bytes of the codes of so many rows. */
export function codesBytes(rows: number, dims: number): number {
  return rows * (FACTS * 4 + paddedDims(dims));
}
