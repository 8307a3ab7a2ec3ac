import { inOrder } from '../../in-order';

/** Maps items, as many at a time as there are lanes; results are in the items' order. The first failure ends it once nothing is under way. */
export async function inLanes<A, B>(
  items: readonly A[],
  lanes: number,
  map: (item: A, at: number) => Promise<B>,
): Promise<readonly B[]> {
  const results: B[] = [];
  const numbered = items.map((item, at) => ({ item, at }));
  const run = ({ item, at }: { item: A; at: number }): Promise<B> => map(item, at);
  await inOrder(numbered, Math.max(1, lanes), run, async (result) => void results.push(result));
  return results;
}
