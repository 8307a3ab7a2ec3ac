import { attend, paddingMask, splitHeads } from './attention.ts';
import { GraphBuilder } from './onnx.ts';
import { randomWeights } from './random-weights.ts';
import { textFile, type ModelFiles } from './model-files.ts';

const HEADS = 2;
const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
const CHARACTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789.,;:?!'-()"];
export const VOCABULARY = [...SPECIAL, ...CHARACTERS, ...CHARACTERS.map((character) => `##${character}`)];

/**
 * A BERT-like encoder of one layer with random weights: one token per character, `dims` numbers per vector (an even number). `file` is
 * the path of the network, so that the model can stand in for another one.
 */
export function tinyEmbedder(dims = 32, file = 'onnx/model.onnx'): ModelFiles {
  return new Map([
    ['config.json', textFile(config(dims))],
    ['tokenizer.json', textFile(tokenizer())],
    ['tokenizer_config.json', textFile(tokenizerConfig())],
    [file, onnx(dims)],
  ]);
}

function onnx(dims: number): Uint8Array<ArrayBuffer> {
  const graph = new GraphBuilder();
  const random = randomWeights(1);
  const split = { count: HEADS, size: dims / HEADS };
  const inner = 2 / Math.sqrt(dims);
  const table = (name: string, rows: number, spread: number) =>
    graph.weights({ name, dims: [rows, dims], values: random(rows * dims, spread) });
  const words = graph.op('Gather', [table('words', VOCABULARY.length, 1), 'input_ids']);
  const text = graph.op('Add', [words, graph.op('Gather', [table('types', 2, 0.1), 'token_type_ids'])]);
  const heads = (name: string) => splitHeads(graph, graph.op('MatMul', [text, table(name, dims, inner)]), split);
  const mixed = attend(graph, split, {
    query: heads('query'),
    key: heads('key'),
    value: heads('value'),
    mask: paddingMask(graph, 'attention_mask'),
  });
  const sum = graph.op('Add', [text, graph.op('MatMul', [mixed, table('out', dims, inner)])]);
  const scale = graph.weights({ name: 'scale', dims: [dims], values: new Float32Array(dims).fill(1) });
  const bias = graph.weights({ name: 'bias', dims: [dims], values: random(dims, 0.1) });
  graph.op('LayerNormalization', [sum, scale, bias], { axis: -1 }, 'last_hidden_state');
  const shape = ['batch', 'tokens'];
  return graph.build(
    ['input_ids', 'attention_mask', 'token_type_ids'].map((name) => ({ name, type: 'int64', shape })),
    [{ name: 'last_hidden_state', type: 'float', shape: [...shape, dims] }],
  );
}

function config(dims: number): object {
  return {
    model_type: 'bert',
    architectures: ['BertModel'],
    hidden_size: dims,
    num_attention_heads: HEADS,
    num_hidden_layers: 1,
    vocab_size: VOCABULARY.length,
    max_position_embeddings: 512,
  };
}

/** WordPiece of one token per character; a pair as BERT frames it. */
export function tokenizer(): object {
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map((content, id) => addedToken(id, content)),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, special('[SEP]')],
      pair: [
        special('[CLS]'),
        { Sequence: { id: 'A', type_id: 0 } },
        special('[SEP]'),
        { Sequence: { id: 'B', type_id: 1 } },
        special('[SEP]', 1),
      ],
      special_tokens: Object.fromEntries(
        ['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [VOCABULARY.indexOf(id)], tokens: [id] }]),
      ),
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(VOCABULARY.map((token, id) => [token, id])),
    },
  };
}

export function tokenizerConfig(): object {
  return {
    tokenizer_class: 'BertTokenizer',
    do_lower_case: true,
    model_max_length: 512,
    pad_token: '[PAD]',
    unk_token: '[UNK]',
    cls_token: '[CLS]',
    sep_token: '[SEP]',
  };
}

function addedToken(id: number, content: string): object {
  return { id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
}

function special(id: string, type = 0): object {
  return { SpecialToken: { id, type_id: type } };
}
