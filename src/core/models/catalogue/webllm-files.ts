import { ParseError } from '../../errors';
import { message } from '../../message';
import type { WebllmModel } from './webllm-models';

/** One file of a model, under the name of the cache where WebLLM looks for it. */
export interface WebllmFile {
  readonly cache: 'webllm/config' | 'webllm/model' | 'webllm/wasm';
  readonly url: string;
  /** Size, where a list gives it. */
  readonly bytes?: number;
}

/** Fields of `mlc-chat-config.json` that are read here. */
export interface ModelConfig {
  /** Tokens that the model was made to read at once. */
  readonly context_window_size?: number;
  /** Positive for models that forget what is further back. */
  readonly sliding_window_size?: number;
  readonly model_config?: NetworkSizes & { readonly text_config?: NetworkSizes };
  readonly tokenizer_files?: readonly string[];
}

/** Sizes of the network that decide its memory per token. */
interface NetworkSizes {
  readonly num_hidden_layers?: number;
  readonly num_key_value_heads?: number;
  readonly num_attention_heads?: number;
  readonly hidden_size?: number;
  readonly head_dim?: number;
}

/** Fields of `tensor-cache.json` that are read here. */
export interface TensorCache {
  readonly records: readonly { readonly dataPath: string; readonly nbytes: number }[];
}

/** The files that name the others, and the library. */
export function webllmFirstFiles(model: WebllmModel): Readonly<Record<'config' | 'tensors' | 'library', WebllmFile>> {
  return {
    config: { cache: 'webllm/config', url: address(model, 'mlc-chat-config.json') },
    tensors: { cache: 'webllm/model', url: address(model, 'tensor-cache.json') },
    library: { cache: 'webllm/wasm', url: model.libraryUrl },
  };
}

/** The tokenizer and the weights. Throws ParseError for lists that name files elsewhere. */
export function webllmFurtherFiles(
  model: WebllmModel,
  config: ModelConfig,
  tensors: TensorCache,
): readonly WebllmFile[] {
  const tokenizer = tokenizerOf(config);
  if (!tokenizer)
    throw new ParseError(message`The configuration of “${model.title}” names no tokenizer that WebLLM reads.`);
  return [
    { cache: 'webllm/model', url: address(model, tokenizer) },
    ...tensors.records.map(({ dataPath, nbytes }): WebllmFile => {
      return { cache: 'webllm/model', url: address(model, plainName(dataPath)), bytes: nbytes };
    }),
  ];
}

/** The tokenizer that WebLLM takes of those that a configuration names; undefined where it reads none of them. */
export function tokenizerOf({ tokenizer_files: named = [] }: ModelConfig): string | undefined {
  return ['tokenizer.json', 'tokenizer.model'].find((file) => named.includes(file));
}

/** Checks that a list of weights names a file of the model's own folder. */
export function isPlainName(path: string): boolean {
  return /^[\w-][\w.-]*$/.test(path);
}

const address = ({ modelUrl }: WebllmModel, file: string): string => `${modelUrl}/resolve/main/${file}`;

function plainName(path: string): string {
  if (isPlainName(path)) return path;
  throw new ParseError(message`The list of weights names a file outside the model’s folder.`, { detail: path });
}
