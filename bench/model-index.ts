import { printCost } from './lib/model-index/cost';

/**
 * What an index with a model costs, survives and takes, with scripted models: `npm run bench -- model-index [PART …]`. It proves what is done
 * with good and with bad replies, never how good those of a real model are.
 */
const PARTS: Readonly<Record<string, () => Promise<void>>> = { cost: () => printCost() };

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
  const part = PARTS[name];
  if (!part) throw new Error(`There is no part "${name}". There are: ${Object.keys(PARTS).join(', ')}.`);
  await part();
}
