import { ensureBrowser } from '../scripts/find-browser';
import { buildIfNeeded } from '../scripts/build-if-needed';
import { randomNumbers } from '../src/core/random';
import { withProfile } from '../tests/helpers/browser-process';
import { serveBurrow } from '../tests/helpers/static-server';
import { actsNamed } from './acts/acts';
import { KillRounds, type Kill } from './kills/kill-rounds';
import { killModelRuns, runsNamed } from './kills/model-runs';
import { killTally } from './kills/tally';

/**
 * Kills Chromium at everything that the screen acknowledges: `npm run campaign -- kills [kills, 100] [seed, 1] [acts]`. A quarter of them comes
 * in runs of a model. `acts` are words parted by commas: only acts with one of them in their name are done, or only runs of a model where no
 * act has one: those with such a word, or all. The variable BURROW_SITE names a site that is built already. Interrupted, it ends with the kill under way and prints the tally.
 */
const [all = '100', seed = '1', only] = process.argv.slice(2);
const SITE = process.env['BURROW_SITE'];
const IN_RUNS = 0.25;

if (SITE === undefined) buildIfNeeded();
const burrow = await serveBurrow(SITE);
const chromium = { executable: ensureBrowser(), url: burrow.url };
const random = randomNumbers(Number(seed));
const acts = actsNamed(only);
const inRuns = only === undefined ? Math.round(Number(all) * IN_RUNS) : acts.length === 0 ? Number(all) : 0;
const kills: Kill[] = [];
let isEnded = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isEnded = true));
try {
  if (acts.length > 0) await withProfile((profile) => killAtActs(profile, Number(all) - inRuns));
  if (inRuns > 0 && !isEnded) await gather(killModelRuns(chromium, inRuns, random, runsNamed(only)));
} finally {
  await burrow.close();
  console.log(killTally(kills));
}
if (kills.some((kill) => faultsOf(kill).length > 0)) process.exitCode = 1;

async function killAtActs(profile: string, count: number): Promise<void> {
  const rounds = new KillRounds({ ...chromium, profile }, acts, random);
  await rounds.begin();
  await gather(rounds.run(count));
}

async function gather(found: AsyncIterable<Kill>): Promise<void> {
  for await (const kill of found) {
    kills.push(kill);
    console.log(`${String(kills.length).padStart(4)}  ${inWords(kill)}`);
    if (isEnded) return;
  }
}

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
