import type { PreTrainedModel, PreTrainedTokenizer, Tensor } from '@huggingface/transformers';
import type { EmbeddingModel } from '../../../core/models/catalogue/embedding-models';
import type { Backend } from './backend';
import type { Library } from './library';
import { poolRows } from './pooling';
import { cutText, type Frame, type Part } from './text-parts';
import { tokenBatch } from './token-batch';

/** A loaded embedding model. */
export interface EmbeddingSession {
  /** Of the processor that share the arithmetic; one where a GPU does it. */
  readonly threads: number;
  /** The parts of a text with its prefix. */
  cut(text: number, content: string, kind: 'question' | 'passage'): readonly Part[];
  /** One unit vector per part. */
  run(parts: readonly Part[]): Promise<Float32Array[]>;
  dispose(): Promise<void>;
}

const DTYPE = { q8: 'q8', fp32: 'fp32' } as const;

export async function openEmbeddingSession(
  library: Library,
  model: EmbeddingModel,
  backend: Backend,
): Promise<EmbeddingSession> {
  const revision = model.revision ?? 'main';
  const [tokenizer, network] = await Promise.all([
    library.AutoTokenizer.from_pretrained(model.repository, { revision }),
    library.AutoModel.from_pretrained(model.repository, { revision, device: backend, dtype: DTYPE[model.precision] }),
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

/** What a network gave, for a person who has to find out why it was refused. */
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
