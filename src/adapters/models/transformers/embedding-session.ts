import type { PreTrainedModel, PreTrainedTokenizer, Tensor } from '@huggingface/transformers';
import type { EmbeddingModel, Pooling } from '../../../core/models/catalogue/embedding-models';
import type { Backend, Library } from './library';
import { tokenBatch, longestFirst, runBatches } from './token-batch';
import { type EmbedOptions, normalise } from '../../../core/models/encoders';
import type { RunnerTools } from './encoder-runner';

/** A loaded embedding model. */
export interface EmbeddingSession {
  /** Threads that share the arithmetic; one where a GPU does it. */
  readonly threads: number;
  /** The parts of a text with its prefix. */
  cut(text: number, content: string, kind: 'question' | 'passage'): readonly Part[];
  /** One unit vector per part. */
  run(parts: readonly Part[]): Promise<Float32Array[]>;
  dispose(): Promise<void>;
}

const EMBEDDING_DTYPE = { q8: 'q8', fp32: 'fp32' } as const;

export async function openEmbeddingSession(
  library: Library,
  model: EmbeddingModel,
  backend: Backend,
): Promise<EmbeddingSession> {
  const revision = model.revision ?? 'main';
  const [tokenizer, network] = await Promise.all([
    library.AutoTokenizer.from_pretrained(model.repository, { revision }),
    library.AutoModel.from_pretrained(model.repository, {
      revision,
      device: backend,
      dtype: EMBEDDING_DTYPE[model.precision],
    }),
  ]);
  const frames = {
    question: readFrame(tokenizer, model.questionPrefix),
    passage: readFrame(tokenizer, model.passagePrefix),
  };
  const prefixes = { question: model.questionPrefix, passage: model.passagePrefix };
  return {
    threads: (backend === 'wasm' && library.env.backends.onnx.wasm?.numThreads) || 1,
    cut: (text, content, kind) =>
      cutText(text, encode(tokenizer, prefixes[kind] + content), frames[kind], model.contextWindow),
    run: async (parts) => {
      const states = await runNetwork(library, network, parts, model.dims);
      const lengths = parts.map(({ tokens }) => tokens.length);
      return poolRows(states, lengths, model.dims, model.pooling);
    },
    dispose: async () => {
      await network.dispose();
    },
  };
}

async function runNetwork(
  library: Library,
  network: PreTrainedModel,
  parts: readonly Part[],
  dims: number,
): Promise<Float32Array> {
  const output = (await network(tokenBatch(library, parts))) as Record<string, Tensor>;
  const states = output['last_hidden_state'];
  if (!states || states.dims.at(-1) !== dims || !(states.data instanceof Float32Array)) {
    throw new Error(`The network gives ${describeOutput(output)}, not a last_hidden_state of ${String(dims)} numbers`);
  }
  return states.data;
}

/** Describes the output of a network, for a person who has to find out why it was refused. */
export function describeOutput(output: Readonly<Record<string, Tensor>>): string {
  return Object.entries(output)
    .map(([name, { type, dims }]) => `${name} (${type} ${dims.join('×')})`)
    .join(', ');
}

/** Finds what the tokenizer puts around a text by the difference that special tokens make. */
function readFrame(tokenizer: PreTrainedTokenizer, prefix: string): Frame {
  const inner = encode(tokenizer, 'a');
  const whole = tokenizer.encode('a');
  const start = whole.findIndex((_, i) => inner.every((token, j) => whole[i + j] === token));
  if (start < 0) throw new Error('The tokenizer changes a text when it frames it');
  return {
    before: whole.slice(0, start),
    prefix: encode(tokenizer, prefix.trimEnd()),
    after: whole.slice(start + inner.length),
  };
}

/** Tokens without special ones. */
export function encode(tokenizer: PreTrainedTokenizer, text: string): number[] {
  return text === '' ? [] : tokenizer.encode(text, { add_special_tokens: false });
}

/** Texts that are tokenised and sorted by length together. */
const WINDOW = 512;
/** Texts between two looks at the signal while tokenising. */
const SLICE = 32;

/** See Embedder.embed. */
export async function embedTexts(
  texts: readonly string[],
  kind: 'question' | 'passage',
  dims: number,
  { withSession, pace, breathe, onProgress }: RunnerTools<EmbeddingSession> & Pick<EmbedOptions, 'onProgress'>,
): Promise<Float32Array<ArrayBuffer>> {
  const all = new Float32Array(texts.length * dims);
  for (let start = 0; start < texts.length; start += WINDOW) {
    const window = texts.slice(start, start + WINDOW);
    const parts = await withSession((session) => cutAll(session, window, kind, breathe));
    const vectors = await runBatches(parts, {
      pace,
      breathe,
      run: (batch, timed) => withSession((session) => timed(() => session.run(batch))),
      onBatch: (done) => onProgress?.(start + Math.floor((done / parts.length) * window.length)),
    });
    const owners = parts.map(({ text }) => text);
    all.set(joinParts(vectors, owners, window.length, dims), start * dims);
  }
  return all;
}

/** The parts of all texts, the longest first. */
async function cutAll(
  session: EmbeddingSession,
  texts: readonly string[],
  kind: 'question' | 'passage',
  breathe: () => Promise<void>,
): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for (const [i, text] of texts.entries()) {
    if (i % SLICE === 0) await breathe();
    parts.push(...session.cut(i, text, kind));
  }
  return longestFirst(parts);
}

/** A piece of a text that the model reads at once: its tokens, special ones included. */
interface Part {
  /** Index of its text. */
  readonly text: number;
  readonly tokens: readonly number[];
}

/** Special tokens of a tokenizer around a text, and the prefix that the model wants in front of each part. */
interface Frame {
  readonly before: readonly number[];
  readonly prefix: readonly number[];
  readonly after: readonly number[];
}

/**
 * Cuts the tokens of a text (without special ones, with the prefix) into parts of about equal length that fit `maxTokens`; each gets
 * the special tokens and the prefix again. A short text is one part, an empty one a part without words.
 */
export function cutText(text: number, tokens: readonly number[], frame: Frame, maxTokens: number): Part[] {
  const hasPrefix = frame.prefix.every((token, i) => tokens[i] === token);
  const prefix = hasPrefix ? frame.prefix : [];
  const body = tokens.slice(prefix.length);
  const room = Math.max(1, maxTokens - frame.before.length - prefix.length - frame.after.length);
  const count = Math.max(1, Math.ceil(body.length / room));
  return Array.from({ length: count }, (_, i) => {
    const slice = body.slice(Math.floor((i * body.length) / count), Math.floor(((i + 1) * body.length) / count));
    return { text, tokens: [...frame.before, ...prefix, ...slice, ...frame.after] };
  });
}

/**
 * One unit vector per row of a model's output of `rows × tokens × dims` numbers; `lengths` are the numbers of tokens
 * without padding.
 */
export function poolRows(
  states: Float32Array,
  lengths: readonly number[],
  dims: number,
  pooling: Pooling,
): Float32Array[] {
  const tokens = states.length / dims / lengths.length;
  return lengths.map((length, row) => {
    const vector = new Float32Array(dims);
    const counted = { cls: 1, mean: length }[pooling];
    for (let token = 0; token < counted; token++) {
      const start = (row * tokens + token) * dims;
      for (let i = 0; i < dims; i++) vector[i] = (vector[i] ?? 0) + (states[start + i] ?? 0);
    }
    normalise(vector);
    return vector;
  });
}

/** Row-major unit vectors of `texts` texts: the mean direction of each one's parts. `owners` names the text of each vector. */
export function joinParts(
  vectors: readonly Float32Array[],
  owners: readonly number[],
  texts: number,
  dims: number,
): Float32Array<ArrayBuffer> {
  const joined = new Float32Array(texts * dims);
  vectors.forEach((vector, part) => {
    const start = (owners[part] ?? 0) * dims;
    for (let i = 0; i < dims; i++) joined[start + i] = (joined[start + i] ?? 0) + (vector[i] ?? 0);
  });
  for (let text = 0; text < texts; text++) normalise(joined.subarray(text * dims, (text + 1) * dims));
  return joined;
}
