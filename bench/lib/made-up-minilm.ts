import { attend, paddingMask, splitHeads } from '../../scripts/lib/tiny/attention';
import { GraphBuilder } from '../../scripts/lib/tiny/onnx';
import { randomWeights } from '../../scripts/lib/tiny/random-weights';

const VOCABULARY = 30_522;
const LAYERS = 6;
const DIMS = 384;
const INNER = 1536;
const HEADS = { count: 12, size: 32 };

export type Precision = 'q8' | 'fp32';

/**
 * An encoder of the shape of MiniLM L6 with random weights. `q8` as ONNX Runtime's dynamic quantisation writes it: 8-bit weights and words,
 * activations made 8-bit on the way. Positions, which cost nothing, are left out.
 */
export function madeUpMiniLm(precision: Precision): Uint8Array<ArrayBuffer> {
  const graph = new GraphBuilder();
  const net = layersOf(graph, precision);
  const words = net.words('words', VOCABULARY, 'input_ids');
  let text = net.norm('embeddings', graph.op('Add', [words, net.words('types', 2, 'token_type_ids')]));
  const mask = paddingMask(graph, 'attention_mask');
  for (let i = 0; i < LAYERS; i++) {
    const name = (part: string): string => `${String(i)} ${part}`;
    const heads = (part: string): string => splitHeads(graph, net.linear(name(part), text, DIMS, DIMS), HEADS);
    const mixed = attend(graph, HEADS, { query: heads('query'), key: heads('key'), value: heads('value'), mask });
    const heard = graph.op('Add', [text, net.linear(name('out'), mixed, DIMS, DIMS)]);
    text = net.norm(name('heard'), heard);
    const wide = gelu(graph, net.linear(name('widen'), text, DIMS, INNER));
    const thought = graph.op('Add', [text, net.linear(name('narrow'), wide, INNER, DIMS)]);
    text = net.norm(name('thought'), thought, i === LAYERS - 1 ? 'last_hidden_state' : undefined);
  }
  const shape = ['batch', 'tokens'];
  return graph.build(
    ['input_ids', 'attention_mask', 'token_type_ids'].map((name) => ({ name, type: 'int64', shape })),
    [{ name: 'last_hidden_state', type: 'float', shape: [...shape, DIMS] }],
  );
}

function layersOf(graph: GraphBuilder, precision: Precision) {
  const random = randomWeights(1);
  const few = (name: string, count: number): string =>
    graph.weights({ name, dims: [count], values: random(count, 0.1) });
  /** Weights within ±`spread`; as 8-bit numbers with their scale and zero point, or in full. */
  const small = (name: string, rows: number, columns: number, spread: number) => ({
    numbers: graph.weights({
      name,
      dims: [rows, columns],
      values: Int8Array.from(random(rows * columns, 127), Math.round),
    }),
    scale: graph.scalar(spread / 127),
    zero: graph.weights({ name: `${name} zero`, dims: [], values: Int8Array.of(0) }),
  });
  const full = (name: string, rows: number, columns: number, spread: number): string =>
    graph.weights({ name, dims: [rows, columns], values: random(rows * columns, spread) });

  const product = (name: string, input: string, from: number, to: number): string => {
    const spread = 2 / Math.sqrt(from);
    if (precision === 'fp32') return graph.op('MatMul', [input, full(name, from, to, spread)]);
    const [numbers, scale, zero] = graph.quantize(input);
    const weights = small(name, from, to, spread);
    const whole = graph.op('MatMulInteger', [numbers, weights.numbers, zero, weights.zero]);
    const unit = graph.op('Mul', [scale, weights.scale]);
    return graph.op('Mul', [graph.op('Cast', [whole], { to: 1 }), unit]);
  };
  return {
    linear: (name: string, input: string, from: number, to: number): string =>
      graph.op('Add', [product(name, input, from, to), few(`${name} bias`, to)]),
    words: (name: string, rows: number, ids: string): string => {
      if (precision === 'fp32') return graph.op('Gather', [full(name, rows, DIMS, 1), ids]);
      const { numbers, scale, zero } = small(name, rows, DIMS, 1);
      return graph.op('DequantizeLinear', [graph.op('Gather', [numbers, ids]), scale, zero]);
    },
    norm: (name: string, input: string, output?: string): string => {
      const scale = graph.weights({ name: `${name} scale`, dims: [DIMS], values: new Float32Array(DIMS).fill(1) });
      return graph.op('LayerNormalization', [input, scale, few(`${name} shift`, DIMS)], { axis: -1 }, output);
    },
  };
}

function gelu(graph: GraphBuilder, input: string): string {
  const share = graph.op('Erf', [graph.op('Div', [input, graph.scalar(Math.SQRT2)])]);
  const gated = graph.op('Mul', [input, graph.op('Add', [share, graph.scalar(1)])]);
  return graph.op('Mul', [gated, graph.scalar(0.5)]);
}
