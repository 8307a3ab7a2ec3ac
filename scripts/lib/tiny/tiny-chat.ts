import { attend, paddingMask, splitHeads } from './attention.ts';
import { GraphBuilder, type Port } from './onnx.ts';
import { randomWeights } from './random-weights.ts';
import { textFile, type ModelFiles } from './model-files.ts';

/** Tokens of prompt and reply together. */
export const TINY_CHAT_CONTEXT = 512;
const DIMS = 32;
const HEADS = { count: 2, size: DIMS / 2 };
const SPECIAL = ['<|pad|>', '<|start|>', '<|end|>'];
const END = 256 + SPECIAL.indexOf('<|end|>');
const VOCABULARY = [...byteCharacters(), ...SPECIAL];
const TEMPLATE =
  "{% for message in messages %}{{ '<|start|>' + message['role'] + '\\n' + message['content'] + '<|end|>' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|start|>assistant\\n' }}{% endif %}";

/**
 * A Llama-like decoder of one layer with random weights and a key-value cache: one token per byte, so it babbles. `file` is the path of
 * the network, so that the model can stand in for another one.
 */
export function tinyChat(file = 'onnx/model.onnx'): ModelFiles {
  return new Map([
    ['config.json', textFile(config())],
    ['generation_config.json', textFile({ eos_token_id: END, pad_token_id: 256 })],
    ['tokenizer.json', textFile(tokenizer())],
    ['tokenizer_config.json', textFile(tokenizerConfig())],
    [file, onnx()],
  ]);
}

function onnx(): Uint8Array<ArrayBuffer> {
  const graph = new GraphBuilder();
  const random = randomWeights(2);
  const table = (name: string, rows: number, columns: number, spread: number) =>
    graph.weights({ name, dims: [rows, columns], values: random(rows * columns, spread) });
  const words = graph.op('Gather', [table('words', VOCABULARY.length, DIMS, 1), 'input_ids']);
  const places = graph.op('Gather', [table('places', TINY_CHAT_CONTEXT, DIMS, 1), 'position_ids']);
  const text = graph.op('Add', [words, places]);
  const heads = (name: string) => splitHeads(graph, graph.op('MatMul', [text, table(name, DIMS, DIMS, 0.4)]), HEADS);
  const grown = (name: string) =>
    graph.op('Concat', [`past_key_values.0.${name}`, heads(name)], { axis: 2 }, `present.0.${name}`);
  const query = heads('query');
  const mask = graph.op('Add', [causalMask(graph), paddingMask(graph, 'attention_mask')]);
  const mixed = attend(graph, HEADS, { query, key: grown('key'), value: grown('value'), mask });
  const sum = graph.op('Add', [text, graph.op('MatMul', [mixed, table('out', DIMS, DIMS, 0.4)])]);
  const scale = graph.weights({ name: 'scale', dims: [DIMS], values: new Float32Array(DIMS).fill(1) });
  const bias = graph.weights({ name: 'bias', dims: [DIMS], values: random(DIMS, 0.1) });
  const normal = graph.op('LayerNormalization', [sum, scale, bias], { axis: -1 });
  graph.op('MatMul', [normal, table('head', DIMS, VOCABULARY.length, 1)], {}, 'logits');
  return graph.build(inputs(), outputs());
}

/** `[1, 1, tokens, all tokens]`: zero where a token may look, very negative where it would look ahead. */
function causalMask(graph: GraphBuilder): string {
  const length = (name: string) => graph.op('Gather', [graph.op('Shape', [name]), graph.ints([1], [])], { axis: 0 });
  const all = length('attention_mask');
  const one = graph.ints([1], []);
  const before = graph.op('Sub', [all, length('input_ids')]);
  const rows = graph.op('Unsqueeze', [graph.op('Range', [before, all, one]), graph.ints([1])]);
  const columns = graph.op('Range', [graph.ints([0], []), all, one]);
  const ahead = graph.op('Cast', [graph.op('Greater', [columns, rows])], { to: 1 });
  const far = graph.op('Mul', [ahead, graph.scalar(-10_000)]);
  return graph.op('Unsqueeze', [far, graph.ints([0, 1])]);
}

function inputs(): readonly Port[] {
  const past = ['key', 'value'].map((name): Port => cache(`past_key_values.0.${name}`, 'past'));
  return [
    { name: 'input_ids', type: 'int64', shape: ['batch', 'tokens'] },
    { name: 'attention_mask', type: 'int64', shape: ['batch', 'all'] },
    { name: 'position_ids', type: 'int64', shape: ['batch', 'tokens'] },
    ...past,
  ];
}

function outputs(): readonly Port[] {
  const present = ['key', 'value'].map((name): Port => cache(`present.0.${name}`, 'all'));
  return [{ name: 'logits', type: 'float', shape: ['batch', 'tokens', VOCABULARY.length] }, ...present];
}

function cache(name: string, length: string): Port {
  return { name, type: 'float', shape: ['batch', HEADS.count, length, HEADS.size] };
}

function config(): object {
  return {
    model_type: 'llama',
    architectures: ['LlamaForCausalLM'],
    hidden_size: DIMS,
    num_attention_heads: HEADS.count,
    num_key_value_heads: HEADS.count,
    num_hidden_layers: 1,
    vocab_size: VOCABULARY.length,
    max_position_embeddings: TINY_CHAT_CONTEXT,
    eos_token_id: END,
  };
}

function tokenizer(): object {
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map((content, i) => ({
      id: 256 + i,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false },
    post_processor: null,
    decoder: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      vocab: Object.fromEntries(VOCABULARY.map((token, id) => [token, id])),
      merges: [],
    },
  };
}

function tokenizerConfig(): object {
  return {
    tokenizer_class: 'GPT2Tokenizer',
    model_max_length: TINY_CHAT_CONTEXT,
    eos_token: '<|end|>',
    pad_token: '<|pad|>',
    clean_up_tokenization_spaces: false,
    chat_template: TEMPLATE,
  };
}

/** The printable stand-ins that byte-level BPE uses for the 256 bytes, by byte. */
function byteCharacters(): string[] {
  const isPlain = (byte: number) => (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(isPlain(byte) ? byte : next++));
}
