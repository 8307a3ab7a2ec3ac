import { makeZip } from 'client-zip';

/** A file on its way into a ZIP file. */
export interface PackInput {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** One date for all files, so that the same tables give the same bytes. */
const DATE = new Date(1980, 0, 1);

/** Bytes that are handed on together. */
const PART = 1 << 20;

/** A ZIP file as its bytes come, any number of files of any size; nothing in it is compressed. */
export async function* packFiles(files: AsyncIterable<PackInput>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = makeZip(inputs(files)).getReader();
  let chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (value) {
        chunks.push(value);
        size += value.length;
      }
      if (size >= PART || (done && size > 0)) {
        yield joined(chunks, size);
        chunks = [];
        size = 0;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function* inputs(files: AsyncIterable<PackInput>) {
  for await (const { path: name, bytes: input } of files) yield { name, input, lastModified: DATE };
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
