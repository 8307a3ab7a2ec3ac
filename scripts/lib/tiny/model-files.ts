/** Files of a model's repository, by path. */
export type ModelFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

export function textFile(content: object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(content, null, 1));
}
