import type { NodeState } from './node-state';
import type { PrunedPairs } from './pruned-pairs';
import type { Strongest } from './strongest';

/** A pair of entities that stays, by symbols of their keys. */
export interface PairFacts {
  readonly one: number;
  readonly other: number;
  readonly weight: number;
  readonly count: number;
  /** True where all that is known of it is as it was. */
  readonly isKnown: boolean;
  /** The share of all pairs that came before it, about. */
  readonly part: number;
}

interface PairPass {
  readonly state: NodeState;
  /** Touched entities, in the order of the result. */
  readonly nodes: readonly number[];
  readonly isTouched: (node: number) => boolean;
  /** Checks if a pair may have changed. */
  readonly isChanged: (one: number, other: number) => boolean;
  /** The entities of earlier relationships that touch one of these. */
  readonly earlier: Iterable<readonly [number, number]>;
  /** The least counted weight, and what weights in the state are multiplied by. */
  readonly least: number;
  readonly scale: number;
}

/** The pairs of touched entities that are among the strongest of either end, each once. */
export function* strongPairs({
  state,
  nodes,
  isTouched,
  isChanged,
  earlier,
  least,
  scale,
}: PairPass): Generator<PairFacts> {
  const { keys } = state.records.symbols;
  let part = 0;
  const facts = (one: number, strongest: Strongest, at: number): PairFacts | undefined => {
    const weight = (strongest.weights[at] ?? 0) / scale;
    const other = strongest.nodes[at] ?? 0;
    const isKnown = !isChanged(one, other);
    return weight < least ? undefined : { one, other, weight, count: strongest.counts[at] ?? 0, isKnown, part };
  };
  for (const [place, node] of nodes.entries()) {
    part = place / nodes.length;
    const strongest = state.strongest.get(node);
    for (let at = 0; strongest && at < strongest.nodes.length; at++) {
      const other = strongest.nodes[at] ?? 0;
      const isTheirs = isTouched(other) && state.strongest.get(other)?.nodes.includes(node);
      // The end with the lower key gives it in its own turn.
      if (isTheirs && keys.text(other) < keys.text(node)) continue;
      const pair = facts(node, strongest, at);
      if (pair) yield pair;
    }
  }
  for (const [source, target] of earlier) {
    const [touched, other] = isTouched(source) ? [source, target] : [target, source];
    if (isTouched(other) || state.strongest.get(touched)?.nodes.includes(other)) continue;
    const strongest = state.strongest.get(other);
    const at = strongest?.nodes.indexOf(touched) ?? -1;
    const pair = strongest && at >= 0 ? facts(other, strongest, at) : undefined;
    if (pair) yield pair;
  }
}

/** The pairs that stay of the whole graph. */
export function* prunedFacts({ low, high, weight, count }: PrunedPairs): Generator<PairFacts> {
  for (const [at, one] of low.entries()) {
    const part = at / low.length;
    yield { one, other: high[at] ?? 0, weight: weight[at] ?? 0, count: count[at] ?? 0, isKnown: false, part };
  }
}
