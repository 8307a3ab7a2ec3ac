import { ensureBrowser } from '../scripts/find-browser';
import { buildIfNeeded } from '../scripts/build-if-needed';
import { randomNumbers } from '../src/core/random';
import { withProfile } from '../tests/helpers/browser-process';
import { serveBurrow } from '../tests/helpers/static-server';
import { ACTS } from './acts/acts';
import { KillRounds, type Kill } from './kills/kill-rounds';
import { killTally } from './kills/tally';

/**
 * Kills Chromium at everything that the screen acknowledges: `npm run campaign -- kills [kills, 100] [seed, 1] [act]`. A site that is built
 * already is named by the variable BURROW_SITE.
 */
const [KILLS = 100, SEED = 1] = process.argv.slice(2, 4).map(Number);
const [, , , , ONLY] = process.argv;
const SITE = process.env['BURROW_SITE'];

if (SITE === undefined) buildIfNeeded();
const burrow = await serveBurrow(SITE);
const kills: Kill[] = [];
const acts = ACTS.filter(({ name }) => ONLY === undefined || name.includes(ONLY));
await withProfile(async (profile) => {
  const rounds = new KillRounds({ executable: ensureBrowser(), profile, url: burrow.url }, acts, randomNumbers(SEED));
  await rounds.begin();
  for await (const kill of rounds.run(KILLS)) {
    kills.push(kill);
    console.log(`${String(kills.length).padStart(4)}  ${inWords(kill)}`);
  }
});
await burrow.close();
console.log(killTally(kills));
if (kills.some((kill) => faultsOf(kill).length > 0)) process.exitCode = 1;

function inWords(kill: Kill): string {
  const { act, beside, after, afterAcknowledgement: late } = kill;
  const moment =
    late === null ? `${String(after)} ms, not acknowledged` : `${String(late)} ms after it was acknowledged`;
  return [`${act}, beside ${beside}: ${moment}`, ...faultsOf(kill)].join('\n      ');
}

function faultsOf({ lost, halfDone, unopenable }: Kill): readonly string[] {
  return [
    ...lost.map((line) => `LOST ${line}`),
    ...halfDone.map((line) => `HALF DONE ${line}`),
    ...unopenable.map((name) => `DOES NOT OPEN ${name}`),
  ];
}
