// smoke: lost
import { printCorruption } from './lib/model-index/corruption';
import { printCost } from './lib/model-index/cost';
import { printIncremental } from './lib/model-index/incremental';
import { printLost } from './lib/model-index/lost';
import { printOrder } from './lib/model-index/order';
import { printOverhead } from './lib/model-index/overhead';
import { printReplies } from './lib/model-index/replies';
import { printSize } from './lib/model-index/size';

/**
 * Measures the cost, durability and quality of an index with scripted models: `npm run bench -- model-index [PART …]`.
 * It proves the handling of good and of bad replies, never the quality of a real model.
 */
const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  cost: () => printCost(),
  corruption: printCorruption,
  incremental: printIncremental,
  lost: printLost,
  order: printOrder,
  overhead: printOverhead,
  replies: printReplies,
  size: printSize,
};

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
  const part = PARTS[name];
  if (!part) throw new Error(`There is no part "${name}". There are: ${Object.keys(PARTS).join(', ')}.`);
  await part();
}
