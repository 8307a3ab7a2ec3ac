import { byteTokenizer, END_TOKEN, KNOWN_TOKENS } from './byte-tokenizer';
import type { LibraryMetadata, Parameter } from './library-metadata';

/** Files of a model that fits a library and knows nothing: made when they are asked for, the same each time. */
export interface SyntheticModel {
  readonly names: readonly string[];
  file(name: string): Buffer | undefined;
}

interface Shard {
  readonly name: string;
  readonly parameters: readonly (Parameter & { readonly offset: number; readonly bytes: number })[];
  readonly bytes: number;
}

const SHARD_BYTES = 32 * 2 ** 20;
const WIDTHS: Readonly<Record<string, number>> = { uint32: 4, float32: 4, float16: 2, uint16: 2, int8: 1, uint8: 1 };

export function syntheticModel(metadata: LibraryMetadata, contextWindow: number): SyntheticModel {
  const shards = intoShards(metadata.params);
  const json = (value: unknown) => () => Buffer.from(JSON.stringify(value));
  const list = json({ metadata: { ParamSize: metadata.params.length }, records: shards.map(shardRecord) });
  const makers = new Map<string, () => Buffer>([
    ['mlc-chat-config.json', json(chatConfig(metadata, contextWindow))],
    ['tokenizer.json', json(byteTokenizer())],
    ['tensor-cache.json', list],
    ['ndarray-cache.json', list], // its name before WebLLM 0.2.80
    ...shards.map((shard): [string, () => Buffer] => [shard.name, () => shardBytes(shard)]),
  ]);
  return { names: [...makers.keys()], file: (name) => makers.get(name)?.() };
}

/** Without any template, so that a prompt of one letter is a prompt of one token. */
function chatConfig(metadata: LibraryMetadata, contextWindow: number): object {
  return {
    version: '0.1.0',
    model_type: metadata.model_type,
    quantization: metadata.quantization,
    model_config: {},
    vocab_size: vocabulary(metadata.params),
    context_window_size: contextWindow,
    sliding_window_size: -1,
    attention_sink_size: -1,
    prefill_chunk_size: metadata.prefill_chunk_size,
    tensor_parallel_shards: 1,
    temperature: 1,
    top_p: 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    repetition_penalty: 1,
    tokenizer_files: ['tokenizer.json'],
    tokenizer_info: {
      token_postproc_method: 'byte_level',
      prepend_space_in_encode: false,
      strip_space_in_decode: false,
    },
    conv_template: {
      name: 'plain',
      system_template: '{system_message}',
      system_message: '',
      roles: { user: '', assistant: '', tool: '' },
      role_templates: { user: '{user_message}', assistant: '{assistant_message}', tool: '{tool_message}' },
      messages: [],
      seps: [''],
      role_content_sep: '',
      role_empty_sep: '',
      stop_str: [],
      stop_token_ids: [END_TOKEN],
      function_string: '',
      use_function_calling: false,
    },
    pad_token_id: KNOWN_TOKENS - 1,
    bos_token_id: KNOWN_TOKENS - 2,
    eos_token_id: END_TOKEN,
  };
}

function vocabulary(parameters: readonly Parameter[]): number {
  const embedding = parameters.find(({ name }) => isEmbedding(name));
  if (!embedding?.shape[0]) throw new Error('This library names no table of embeddings.');
  return embedding.shape[0];
}

const isEmbedding = (name: string): boolean => /embed|wte|lm_head/.test(name);

function intoShards(parameters: readonly Parameter[]): readonly Shard[] {
  const shards: { parameters: (Parameter & { offset: number; bytes: number })[]; bytes: number }[] = [];
  for (const parameter of parameters) {
    const bytes = count(parameter) * width(parameter);
    let shard = shards.at(-1);
    if (!shard || (shard.bytes > 0 && shard.bytes + bytes > SHARD_BYTES))
      shards.push((shard = { parameters: [], bytes: 0 }));
    shard.parameters.push({ ...parameter, offset: shard.bytes, bytes });
    shard.bytes += bytes;
  }
  return shards.map((shard, i) => ({ ...shard, name: `params_shard_${String(i)}.bin` }));
}

function shardRecord({ name, bytes, parameters }: Shard): object {
  const records = parameters.map(({ name, shape, dtype, bytes, offset }) => {
    return { name, shape, dtype, format: 'raw', nbytes: bytes, byteOffset: offset };
  });
  return { dataPath: name, format: 'raw-shard', nbytes: bytes, records };
}

function shardBytes({ parameters, bytes }: Shard): Buffer {
  const shard = Buffer.alloc(bytes);
  for (const parameter of parameters)
    fill(parameter, shard.subarray(parameter.offset, parameter.offset + parameter.bytes));
  return shard;
}

/** Words of the vocabulary that score more than 0: the bytes from space to tilde, so that the likeliest token is always visible text. */
const LIKELY = { from: 32, to: 127 };

/** Weights that let numbers through unharmed: norms 1, biases 0, small scales. */
function fill(parameter: Parameter, bytes: Buffer): void {
  const { name, shape, dtype } = parameter;
  if (dtype === 'uint32') return fillRandom(bytes, name);
  if (name.endsWith('bias')) return;
  const row = count(parameter) / (shape[0] ?? 1);
  const [from, to] = isEmbedding(name) ? [LIKELY.from * row, LIKELY.to * row] : [0, count(parameter)];
  const value = /norm|ln_/.test(name) ? 1 : name.endsWith('q_scale') ? 0.006 : undefined;
  const random = noise(name);
  for (let i = from; i < to; i++) writeFloat(bytes, i, dtype, value ?? ((random() / 2 ** 32) * 2 - 1) * 0.02);
}

function fillRandom(bytes: Buffer, seed: string): void {
  const random = noise(seed);
  for (let at = 0; at + 4 <= bytes.length; at += 4) bytes.writeUInt32LE(random(), at);
}

function writeFloat(bytes: Buffer, index: number, dtype: string, value: number): void {
  if (dtype === 'float32') bytes.writeFloatLE(value, index * 4);
  else if (dtype === 'float16') bytes.writeUInt16LE(half(value), index * 2);
  else throw new Error(`This smoke test makes no weights of type ${dtype}.`);
}

/** A number as 16-bit float, rounded towards zero; tiny ones become 0. */
function half(value: number): number {
  const bits = new Uint32Array(new Float32Array([value]).buffer)[0] ?? 0;
  const exponent = ((bits >>> 23) & 0xff) - 112;
  if (exponent <= 0) return 0;
  return ((bits >>> 16) & 0x8000) | (exponent << 10) | ((bits >>> 13) & 0x3ff);
}

/** Marsaglia's xorshift32, seeded by a text. */
function noise(seed: string): () => number {
  let state = 2463534242;
  for (const letter of seed) state = (Math.imul(state, 31) + letter.charCodeAt(0)) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>>= 0);
  };
}

const count = ({ shape }: Parameter): number => shape.reduce((product, size) => product * size, 1);

function width({ dtype }: Parameter): number {
  const bytes = WIDTHS[dtype];
  if (!bytes) throw new Error(`This smoke test knows no type ${dtype}.`);
  return bytes;
}
