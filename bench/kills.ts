import { buildIfNeeded } from '../scripts/build-if-needed';
import { ensureBrowser } from '../scripts/find-browser';
import { crashVisit } from '../tests/helpers/crash-visit';
import { withProfile } from '../tests/helpers/browser-process';
import { randomNumbers } from '../src/core/random';
import { serveBurrow } from '../tests/helpers/static-server';
import { incrementalVisit } from './lib/incremental-kills';
import { emptyLedger } from './lib/kill-ledger';

/**
 * Kills Chromium and counts what is missing afterwards: `npm run bench -- kills [first kills, 20] [incremental kills, 40] [seed]`. First on
 * fresh profiles, at moments spread over the first seconds of indexing and saving. Then again and again on one profile, at random moments
 * while documents are added one by one, deleted, entities merged and questions answered.
 */
const [FIRST_KILLS = 20, KILLS = 40, SEED = 2] = process.argv.slice(2).map(Number);
const FIRST = 300;
const LAST = 12_000;
/** Most kills of the second part come within these milliseconds, every fourth after a deletion has become final. */
const SOON = 6_000;
const LATE = 14_000;

if (process.env['BURROW_SITE'] === undefined) buildIfNeeded();
const random = randomNumbers(SEED);
const browser = ensureBrowser();
const burrow = await serveBurrow(process.env['BURROW_SITE']);
let lost = 0;
let stuck = 0;
await killFirstIndexing();
await withProfile(killIncrementally);
await burrow.close();
console.log(
  `${String(FIRST_KILLS + KILLS)} kills: ${String(lost)} lost that had been shown as kept, ${String(stuck)} times not ready again`,
);
if (lost + stuck > 0) process.exitCode = 1;

async function killFirstIndexing(): Promise<void> {
  const moments = Array.from({ length: FIRST_KILLS }, () => Math.round(FIRST + random() * (LAST - FIRST))).toSorted(
    (a, b) => a - b,
  );
  console.log('killed at   documents shown → there   answers shown → there   lost   ready again   it was');
  for (const moment of moments) {
    const visit = await crashVisit(browser, burrow.url, moment);
    const { before, after } = visit;
    lost += visit.lost.length;
    if (!visit.ready) stuck++;
    const pair = (kind: 'documents' | 'answers'): string =>
      `${String(before[kind].length).padStart(3)} → ${String(after[kind].length)}`;
    console.log(
      `${String(moment).padStart(6)} ms   ${pair('documents').padEnd(25)} ${pair('answers').padEnd(23)} ${String(visit.lost.length).padStart(4)}   ${(visit.ready ? 'yes' : 'NO').padEnd(11)}   ${visit.doing}`,
    );
  }
}

async function killIncrementally(profile: string): Promise<void> {
  const ledger = emptyLedger();
  console.log('\nkill   at          acts until then, and what had been lost by the kill before');
  for (let at = 0; at <= KILLS; at++) {
    const killAt = at === KILLS ? null : Math.round(FIRST + random() * ((at % 4 === 3 ? LATE : SOON) - FIRST));
    const visit = await incrementalVisit({ executable: browser, profile, url: burrow.url }, ledger, random, killAt);
    lost += visit.lost.length;
    if (!visit.ready) stuck++;
    const found = [...visit.lost.map((name) => `LOST ${name}`), ...(visit.ready ? [] : ['NOT READY AGAIN'])].join(', ');
    const moment = killAt === null ? 'end' : `${String(killAt).padStart(6)} ms`;
    console.log(
      `${String(at + 1).padStart(4)}   ${moment}   ${found}${found && visit.acts.length > 0 ? '; ' : ''}${visit.acts.join(' ')} ${visit.doing && `(${visit.doing})`}`,
    );
  }
  const counts = Object.entries(ledger).map(([kind, { size }]) => `${String(size)} ${kind}`);
  console.log(`In the end: ${counts.join(', ')}`);
}
