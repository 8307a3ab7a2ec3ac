import type { Tensor } from '@huggingface/transformers';
import type { CrossEncoder } from '../../../core/models/catalogue/cross-encoders';
import type { Backend } from './backend';
import { describeOutput, encode } from './embedding-session';
import type { Library } from './library';
import { framePair, readPairFrame, type EncodedPair, type PairRow } from './text-pairs';
import { tokenBatch } from './token-batch';

/** A loaded model that reads two texts together. */
export interface CrossEncoderSession {
  /** Names of its classes, in the order of the logits; as the model's configuration has them. */
  readonly labels: readonly string[];
  /** A pair's tokens; what is too long is cut, see framePair. */
  frame(pair: number, first: string, second: string): PairRow;
  /** One logit per class and row. */
  run(rows: readonly PairRow[]): Promise<Float32Array[]>;
  dispose(): Promise<void>;
}

/**
 * Opens it with the class that the library has for any network: the head is part of the file, and some architectures, such as `new` of
 * GTE, have no class of their own in transformers.js 4.3.1.
 */
export async function openCrossEncoderSession(
  library: Library,
  model: Pick<CrossEncoder, 'repository' | 'revision' | 'precision' | 'contextWindow'>,
  backend: Backend | 'auto',
): Promise<CrossEncoderSession> {
  const revision = model.revision ?? 'main';
  const [tokenizer, network] = await Promise.all([
    library.AutoTokenizer.from_pretrained(model.repository, { revision }),
    library.AutoModel.from_pretrained(model.repository, { revision, device: backend, dtype: model.precision }),
  ]);
  const pair = tokenizer('a', { text_pair: 'b', return_tensor: false }) as unknown as EncodedPair;
  const frame = readPairFrame(pair, encode(tokenizer, 'a'), encode(tokenizer, 'b'));
  return {
    labels: labelsOf(network.config),
    frame: (index, first, second) => {
      const texts = [encode(tokenizer, first), encode(tokenizer, second)] as const;
      return framePair(index, texts, frame, model.contextWindow);
    },
    run: async (rows) => {
      const output = (await network(tokenBatch(library, rows, tokenizer.pad_token_id ?? 0))) as Record<string, Tensor>;
      return splitRows(output, rows.length);
    },
    dispose: async () => {
      await network.dispose();
    },
  };
}

function splitRows(output: Readonly<Record<string, Tensor>>, rows: number): Float32Array[] {
  const { logits } = output;
  if (logits?.dims.length !== 2 || logits.dims[0] !== rows || !(logits.data instanceof Float32Array)) {
    throw new Error(`The network gives ${describeOutput(output)}, not logits for ${String(rows)} pairs`);
  }
  const { data } = logits;
  const classes = data.length / rows;
  return Array.from({ length: rows }, (_, row) => data.slice(row * classes, (row + 1) * classes));
}

/** `id2label` of a configuration: an object of numbers as text. */
function labelsOf(config: object): readonly string[] {
  const named: unknown = 'id2label' in config ? config.id2label : undefined;
  if (typeof named !== 'object' || named === null) return [];
  return Object.entries(named)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, label]) => String(label));
}
