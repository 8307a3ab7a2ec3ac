import type { IndexState } from '../../src/core/ports/index-state';
import { randomNumbers } from '../../src/core/random';
import { derivedReply } from './derived-replies';
import { collect, textFile } from './engine-env';
import { letters, type Letters } from './indexed-letters';
import { naming } from './naming-model';
import type { Script } from './scripted-model';

/** Everything that derivations can make. */
export const ALL: IndexState['parameters'] = {
  'model reading': { budget: 100 },
  'model resolution': { resolve: false },
  'model reports': { reports: 'all' },
  'model keywords': { write: true },
  'model contexts': { write: true },
  'model summaries': { write: true, cluster_tokens: 200 },
};

/** A word that stands in one document alone. */
export const markOf = (at: number): string => `zz${String(at)}qx`;

/** Repeats in every text of a reply the marks that it was shown. */
export const repeating: Script = (request, call) => {
  const reply = derivedReply(request.messages);
  return reply === undefined ? naming(request, call) : [reply];
};

/** A collection of which every derivation makes something, not indexed by a model yet. */
export async function markedCollection(seed: number, script: Script = repeating): Promise<Letters> {
  const random = randomNumbers(seed);
  const indexed = await letters(0, script);
  const files = Array.from({ length: 14 }, (_, at) => {
    const days = Array.from({ length: 8 }, (_unused, day) => {
      const other = Math.floor(random() * 5);
      return `Ada met Clara at ${markOf(at)} on day ${String(day)}. Babbage wrote to Ada of ${String(other)} carts at the mill.`;
    });
    return textFile(`${String(at)}.txt`, days.join(' '));
  });
  await collect(indexed.engine.add(files));
  return indexed;
}
