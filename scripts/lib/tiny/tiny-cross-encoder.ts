import { attend, paddingMask, splitHeads } from './attention.ts';
import { textFile, type ModelFiles } from './model-files.ts';
import { GraphBuilder } from './onnx.ts';
import { randomWeights } from './random-weights.ts';
import { tokenizer, tokenizerConfig, VOCABULARY } from './tiny-embedder.ts';

const LAYERS = 2;
const DIMS = 32;
const HEADS = { count: 2, size: DIMS / 2 };
const POSITIONS = 512;

interface TinyCrossEncoder {
  /** Names of its classes, in the order of the logits; one for a reranker. */
  readonly labels: readonly string[];
  /** Path of the network, so that the model can stand in for another one. */
  readonly file?: string;
  /** As in a configuration; default `bert`. */
  readonly type?: string;
}

/** A BERT-like classifier of two texts, of two layers with random weights: its scores mean nothing, and are the same on every machine. */
export function tinyCrossEncoder({ labels, file = 'onnx/model.onnx', type = 'bert' }: TinyCrossEncoder): ModelFiles {
  return new Map([
    ['config.json', textFile(config(labels, type))],
    ['tokenizer.json', textFile(tokenizer())],
    ['tokenizer_config.json', textFile(tokenizerConfig())],
    [file, onnx(labels.length)],
  ]);
}

function onnx(classes: number): Uint8Array<ArrayBuffer> {
  const graph = new GraphBuilder();
  const random = randomWeights(3);
  const inner = 2 / Math.sqrt(DIMS);
  const table = (name: string, rows: number, columns: number, spread: number) =>
    graph.weights({ name, dims: [rows, columns], values: random(rows * columns, spread) });
  const rowsOf = (name: string, rows: number, spread: number, ids: string) =>
    graph.op('Gather', [table(name, rows, DIMS, spread), ids]);
  const length = graph.op('Gather', [graph.op('Shape', ['input_ids']), graph.ints([1], [])], { axis: 0 });
  const places = graph.op('Range', [graph.ints([0], []), length, graph.ints([1], [])]);
  const words = rowsOf('words', VOCABULARY.length, 1, 'input_ids');
  const typed = graph.op('Add', [words, rowsOf('types', 2, 1, 'token_type_ids')]);
  let text = graph.op('Add', [typed, rowsOf('places', POSITIONS, 0.5, places)]);
  const mask = paddingMask(graph, 'attention_mask');
  for (let layer = 0; layer < LAYERS; layer++) {
    const linear = (name: string, input: string) =>
      graph.op('MatMul', [input, table(`${String(layer)} ${name}`, DIMS, DIMS, inner)]);
    const heads = (name: string) => splitHeads(graph, linear(name, text), HEADS);
    const mixed = attend(graph, HEADS, { query: heads('query'), key: heads('key'), value: heads('value'), mask });
    const sum = graph.op('Add', [text, linear('out', mixed)]);
    const scale = graph.weights({
      name: `${String(layer)} scale`,
      dims: [DIMS],
      values: new Float32Array(DIMS).fill(1),
    });
    const bias = graph.weights({ name: `${String(layer)} bias`, dims: [DIMS], values: random(DIMS, 0.1) });
    text = graph.op('LayerNormalization', [sum, scale, bias], { axis: -1 });
  }
  const first = graph.op('Gather', [text, graph.ints([0], [])], { axis: 1 });
  graph.op('MatMul', [first, table('head', DIMS, classes, 0.5)], {}, 'logits');
  return graph.build(
    ['input_ids', 'attention_mask', 'token_type_ids'].map((name) => ({
      name,
      type: 'int64',
      shape: ['batch', 'tokens'],
    })),
    [{ name: 'logits', type: 'float', shape: ['batch', classes] }],
  );
}

function config(labels: readonly string[], type: string): object {
  return {
    model_type: type,
    architectures: ['BertForSequenceClassification'],
    hidden_size: DIMS,
    num_attention_heads: HEADS.count,
    num_hidden_layers: LAYERS,
    vocab_size: VOCABULARY.length,
    max_position_embeddings: POSITIONS,
    id2label: Object.fromEntries(labels.map((label, i) => [i, label])),
  };
}
