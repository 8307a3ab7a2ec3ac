import { GraphBuilder } from '../../scripts/lib/tiny/onnx';
import { textFile, type ModelFiles } from '../../scripts/lib/tiny/model-files';
import { randomWeights } from '../../scripts/lib/tiny/random-weights';
import { tinyEmbedder } from '../../scripts/lib/tiny/tiny-embedder';

const DIMS = 16;
const LABELS = ['contradiction', 'entailment', 'neutral'];

/** An NLI model with random weights, one token per character: it proves that a folder of weights is read, and judges nothing. */
export function madeUpNli(): ModelFiles {
  const files = tinyEmbedder(DIMS);
  const read = (path: string): Readonly<Record<string, unknown>> =>
    JSON.parse(new TextDecoder().decode(files.get(path))) as Readonly<Record<string, unknown>>;
  const tokenizer = read('tokenizer.json');
  const part = (id: string, type: number): object => ({ Sequence: { id, type_id: type } });
  const [open, , close] = (tokenizer['post_processor'] as { readonly single: readonly object[] }).single;
  const config = {
    ...read('config.json'),
    architectures: ['BertForSequenceClassification'],
    id2label: Object.fromEntries(LABELS.map((label, at) => [at, label])),
    label2id: Object.fromEntries(LABELS.map((label, at) => [label, at])),
  };
  const pair = [open, part('A', 0), close, part('B', 1), close];
  const processor = { ...(tokenizer['post_processor'] as object), pair };
  return new Map([
    ['config.json', textFile(config)],
    ['tokenizer.json', textFile({ ...tokenizer, post_processor: processor })],
    ['tokenizer_config.json', textFile(read('tokenizer_config.json'))],
    ['onnx/model.onnx', onnx(Object.keys((tokenizer['model'] as { readonly vocab: object }).vocab).length)],
  ]);
}

/** The mean of the words' vectors, those of the second text turned by its type, and one number for each label. */
function onnx(words: number): Uint8Array<ArrayBuffer> {
  const graph = new GraphBuilder();
  const random = randomWeights(3);
  const rows = (name: string, count: number): string =>
    graph.weights({ name, dims: [count, DIMS], values: random(count * DIMS, 1) });
  const text = graph.op('Mul', [
    graph.op('Gather', [rows('words', words), 'input_ids']),
    graph.op('Gather', [rows('types', 2), 'token_type_ids']),
  ]);
  const mask = graph.op('Unsqueeze', [graph.op('Cast', ['attention_mask'], { to: 1 }), graph.ints([2])]);
  const sum = graph.op('ReduceSum', [graph.op('Mul', [text, mask]), graph.ints([1])], { keepdims: 0 });
  const head = graph.weights({ name: 'head', dims: [DIMS, LABELS.length], values: random(DIMS * LABELS.length, 0.2) });
  graph.op('MatMul', [sum, head], {}, 'logits');
  return graph.build(
    ['input_ids', 'attention_mask', 'token_type_ids'].map((name) => ({
      name,
      type: 'int64',
      shape: ['batch', 'tokens'],
    })),
    [{ name: 'logits', type: 'float', shape: ['batch', LABELS.length] }],
  );
}
