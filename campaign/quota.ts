import { table } from '../bench/lib/table';
import { buildIfNeeded } from '../scripts/build-if-needed';
import { ensureBrowser } from '../scripts/find-browser';
import { randomNumbers } from '../src/core/random';
import { withProfile } from '../tests/helpers/browser-process';
import { serveBurrow } from '../tests/helpers/static-server';
import { ACTS } from './acts/acts';
import { fillStorage, type FullRound } from './quota/quota-rounds';

/** Performs every act in a browser whose storage is full: `npm run campaign -- quota [seed, 1] [acts]`. */
const [seed = '1', only] = process.argv.slice(2);
const SITE = process.env['BURROW_SITE'];

if (SITE === undefined) buildIfNeeded();
const burrow = await serveBurrow(SITE);
const acts = ACTS.filter(({ name }) => only === undefined || name.includes(only));
const rounds: FullRound[] = [];
await withProfile(async (profile) => {
  const chromium = { executable: ensureBrowser(), profile, url: burrow.url };
  for await (const round of fillStorage(chromium, acts, randomNumbers(Number(seed)))) {
    rounds.push(round);
    console.log(`${round.act}: ${round.end.kind === 'refused' ? round.end.words : 'acknowledged'}`);
    for (const line of round.lost) console.log(`  LOST ${line}`);
  }
});
await burrow.close();
const rows = rounds.map(({ act, end, lost, worksAgain }) => [
  act,
  end.kind,
  String(lost.length),
  worksAgain ? 'yes' : 'NO',
]);
console.log(table(['act', 'with a full disk', 'lost', 'works with room'], rows));
if (rounds.some(({ lost, worksAgain }) => lost.length > 0 || !worksAgain)) process.exitCode = 1;
