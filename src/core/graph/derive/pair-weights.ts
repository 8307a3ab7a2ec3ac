/**
 * GraphRAG's normalised edge weight (spec A6.1): p(ab)·log2(p(ab) / (p(a)·p(b))), with p(ab) = weight / Σ weights and
 * p(x) = frequency(x) / Σ frequencies. Can be negative.
 */
export function pmiWeights(
  weights: Float64Array,
  ends: (edge: number) => readonly [number, number],
  frequencies: Float64Array,
): Float64Array {
  const allWeights = weights.reduce((sum, weight) => sum + weight, 0);
  const allFrequencies = frequencies.reduce((sum, frequency) => sum + frequency, 0);
  return weights.map((weight, edge) => {
    const [a, b] = ends(edge);
    const together = weight / allWeights;
    const alone = ((frequencies[a] ?? 0) / allFrequencies) * ((frequencies[b] ?? 0) / allFrequencies);
    return alone > 0 ? together * Math.log2(together / alone) : 0;
  });
}
