import { table } from '../bench/lib/table';
import { buildIfNeeded } from '../scripts/build-if-needed';
import { ensureBrowser } from '../scripts/find-browser';
import { randomNumbers } from '../src/core/random';
import { withProfile } from '../tests/helpers/browser-process';
import { serveBurrow } from '../tests/helpers/static-server';
import { actsNamed } from './acts/acts';
import { fillStorage, type ActEnd, type FullRound } from './quota/quota-rounds';

/** Performs every act in a browser whose storage is full: `npm run campaign -- quota [seed, 1] [acts]`. */
const [seed = '1', only] = process.argv.slice(2);
const SITE = process.env['BURROW_SITE'];

if (SITE === undefined) buildIfNeeded();
const burrow = await serveBurrow(SITE);
const acts = actsNamed(only);
const rounds: FullRound[] = [];
let isEnded = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isEnded = true));
try {
  await withProfile(async (profile) => {
    const chromium = { executable: ensureBrowser(), profile, url: burrow.url };
    for await (const round of fillStorage(chromium, acts, randomNumbers(Number(seed)))) {
      rounds.push(round);
      console.log(`${round.act}: ${inWords(round.end)}`);
      for (const line of faultsOf(round)) console.log(`  ${line}`);
      if (isEnded) break;
    }
  });
} finally {
  await burrow.close();
  const rows = rounds.map((round) => [round.act, round.end.kind, round.withRoom.kind, String(faultsOf(round).length)]);
  console.log(table(['act', 'with a full disk', 'with room', 'faults'], rows));
}
if (rounds.some((round) => faultsOf(round).length > 0)) process.exitCode = 1;

function inWords(end: ActEnd): string {
  if (end.kind === 'acknowledged') return 'acknowledged';
  return `${end.kind}: ${end.kind === 'refused' ? end.words : end.reason}`;
}

function faultsOf({ end, lost, unopenable, withRoom }: FullRound): readonly string[] {
  return [
    ...(end.kind === 'unanswered' ? ['NEITHER DONE NOR REFUSED'] : []),
    ...(end.kind === 'refused' && !end.words.includes('storage is full') ? ['REFUSED FOR ANOTHER REASON'] : []),
    ...lost.map((line) => `LOST ${line}`),
    ...unopenable.map((name) => `DOES NOT OPEN ${name}`),
    ...(withRoom.kind === 'acknowledged' ? [] : [`WITH ROOM ${inWords(withRoom)}`]),
  ];
}
