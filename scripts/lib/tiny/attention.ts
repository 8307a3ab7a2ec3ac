import type { GraphBuilder } from './onnx.ts';

interface Heads {
  readonly count: number;
  readonly size: number;
}

/** `[batch, tokens, dims]` → `[batch, heads, tokens, size]`. */
export function splitHeads(graph: GraphBuilder, values: string, heads: Heads): string {
  const shape = graph.ints([0, 0, heads.count, heads.size]);
  return graph.op('Transpose', [graph.op('Reshape', [values, shape])], { perm: [0, 2, 1, 3] });
}

/** Attention of queries over keys and values, all of `[batch, heads, tokens, size]`, with what must be added to the scores. */
export function attend(
  graph: GraphBuilder,
  heads: Heads,
  { query, key, value, mask }: Readonly<Record<'query' | 'key' | 'value' | 'mask', string>>,
): string {
  const turned = graph.op('Transpose', [key], { perm: [0, 1, 3, 2] });
  const scores = graph.op('Mul', [graph.op('MatMul', [query, turned]), graph.scalar(1 / Math.sqrt(heads.size))]);
  const shares = graph.op('Softmax', [graph.op('Add', [scores, mask])], { axis: -1 });
  const mixed = graph.op('Transpose', [graph.op('MatMul', [shares, value])], { perm: [0, 2, 1, 3] });
  return graph.op('Reshape', [mixed, graph.ints([0, 0, heads.count * heads.size])]);
}

/** `[batch, tokens]` of ones and zeros → `[batch, 1, 1, tokens]` of zeros and very negative numbers. */
export function paddingMask(graph: GraphBuilder, attentionMask: string): string {
  const ones = graph.op('Cast', [attentionMask], { to: 1 });
  const far = graph.op('Mul', [graph.op('Sub', [graph.scalar(1), ones]), graph.scalar(-10_000)]);
  return graph.op('Unsqueeze', [far, graph.ints([1, 2])]);
}
