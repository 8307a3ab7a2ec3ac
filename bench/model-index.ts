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
 * What an index with a model costs, survives and takes, with scripted models: `npm run bench -- model-index [PART …]`. It proves what is done
 * with good and with bad replies, never how good those of a real model are.
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
