import type { CrossEncoderSession } from './cross-encoder-session';
import type { AtWork } from './seat';
import { longestFirst, runBatches } from './token-batch';

/** Pairs that are tokenised between two looks at the signal. */
const SLICE = 32;

/** Two texts, in the order in which the model was trained to read them. */
export type TextPair = readonly [first: string, second: string];

/** What `read` makes of each pair's logits, in the order of the pairs. */
export async function scorePairs<R>(
  { withSession, pace, breathe }: AtWork<CrossEncoderSession>,
  pairs: readonly TextPair[],
  read: (logits: Float32Array, labels: readonly string[]) => R,
): Promise<R[]> {
  const rows = await withSession(async (session) => {
    const framed = [];
    for (const [i, [first, second]] of pairs.entries()) {
      if (i % SLICE === 0) await breathe();
      framed.push(session.frame(i, first, second));
    }
    return longestFirst(framed);
  });
  const results = await runBatches(rows, {
    pace,
    breathe,
    run: (batch, timed) =>
      withSession(async (session) =>
        (await timed(() => session.run(batch))).map((logits) => read(logits, session.labels)),
      ),
  });
  const scored = rows.map(({ pair }, i) => ({ pair, result: results[i] as R }));
  return scored.sort((a, b) => a.pair - b.pair).map(({ result }) => result);
}
