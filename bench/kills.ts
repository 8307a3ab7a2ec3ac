import { buildIfNeeded } from '../scripts/build-if-needed';
import { ensureBrowser } from '../scripts/find-browser';
import { crashVisit } from '../tests/helpers/crash-visit';
import { randomNumbers } from '../src/core/random';
import { serveBurrow } from '../tests/helpers/static-server';

/** Kills Chromium at moments spread over the first seconds of indexing and saving, and counts what is missing afterwards. */
const KILLS = 20;
const FIRST = 300;
const LAST = 12_000;

buildIfNeeded();
const random = randomNumbers(2);
const moments = Array.from({ length: KILLS }, () => Math.round(FIRST + random() * (LAST - FIRST))).toSorted(
  (a, b) => a - b,
);
const browser = ensureBrowser();
const burrow = await serveBurrow();
let lost = 0;
let stuck = 0;
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
await burrow.close();
console.log(
  `${String(KILLS)} kills, ${String(lost)} documents or answers lost that had been shown as kept, ${String(stuck)} times not ready again`,
);
if (lost + stuck > 0) process.exitCode = 1;
