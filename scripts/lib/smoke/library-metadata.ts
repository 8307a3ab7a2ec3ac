/** Metadata of a compiled MLC model library. */
export interface LibraryMetadata {
  readonly model_type: string;
  readonly quantization: string;
  readonly context_window_size: number;
  readonly prefill_chunk_size: number;
  readonly params: readonly Parameter[];
}

export interface Parameter {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
}

/** The metadata lies in the library as plain JSON, as the constant that its function `_metadata` returns. */
export function libraryMetadata(library: Buffer): LibraryMetadata {
  const start = library.lastIndexOf('{"model_type"', library.indexOf('"params": ['));
  if (start < 0) throw new Error('This file holds no metadata of an MLC model library.');
  return JSON.parse(balanced(library.toString('latin1', start))) as LibraryMetadata;
}

/** The JSON object at the beginning of a text. */
function balanced(text: string): string {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (quoted && character === '\\') i++;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === '{') depth++;
    else if (!quoted && character === '}' && --depth === 0) return text.slice(0, i + 1);
  }
  throw new Error('The metadata of this library has no end.');
}
