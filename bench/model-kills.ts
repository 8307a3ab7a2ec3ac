import { buildIfNeeded } from '../scripts/build-if-needed';
import { ensureBrowser } from '../scripts/find-browser';
import { randomNumbers } from '../src/core/random';
import { serveGold } from '../tests/helpers/gold-server';
import {
  indexUnderKills,
  unreadCopy,
  VICTIMS,
  type KilledRun,
  type PlannedKill,
} from '../tests/helpers/model-kill-visit';
import { differences } from '../tests/helpers/read-copy';
import { serveBurrow } from '../tests/helpers/static-server';
import { table } from './lib/table';

/**
 * Kills the page, the browser or a worker at random moments while a scripted server's model indexes the sample's documents in full depth.
 * Kills of the GPU's process come on top. Compares the tables in the end with those of an undisturbed run.
 * `npm run bench -- model-kills [kills] [seed]`; a site that is built already is named by the variable BURROW_SITE.
 */
const KILLS = Number(process.argv[2] ?? 30);
const SEED = Number(process.argv[3] ?? 5);
const SITE = process.env['BURROW_SITE'];
const PER_RUN = 6;
/** Milliseconds of a call; two run at a time. */
const PACE = 150;
/** Calls, and milliseconds after them, between a kill and the next one, at the most. */
const MOST_CALLS = 16;
const MOST_DELAY = 1_500;
/** Kills of what takes part in a run: a server's model uses no GPU, which is killed besides. */
const countOf = (run: KilledRun): number => run.kills.filter(({ victim }) => victim !== 'gpu').length;
/** Milliseconds for an answer from the server's end of the connection to the disk, on a machine that is busy starting browsers. */
const ON_ITS_WAY = 500;

if (!SITE) buildIfNeeded();
const random = randomNumbers(SEED);
const executable = ensureBrowser();
const burrow = await serveBurrow(SITE);
const gold = await serveGold({ schemas: 'ignored' });
const copy = await unreadCopy(executable, burrow.url);
const undisturbed = await indexUnderKills(executable, burrow.url, { gold, copy, plan: [] });
console.log(
  `Undisturbed: ${String(undisturbed.calls)} calls, ${String(undisturbed.copy.tables.get('entities')?.length)} entities`,
);
gold.pace = PACE;
const runs: KilledRun[] = [];
const unlike: (readonly string[])[] = [];
let done = 0;
while (done < KILLS) {
  const run = await indexUnderKills(executable, burrow.url, {
    gold,
    copy,
    plan: planFor(Math.min(PER_RUN, KILLS - done)),
  });
  const differing = differences(undisturbed.copy, run.copy);
  runs.push(run);
  if (differing.length > 0) unlike.push(differing);
  done += countOf(run);
  console.log(
    `${String(run.kills.length)} kills: ${String(run.calls)} calls, tables ${differing.length > 0 ? `differ in ${differing.join(', ')}` : 'identical'}`,
  );
  if (run.kills.length === 0) break;
}
await burrow.close();
await gold.close();
tell();

function planFor(kills: number): readonly PlannedKill[] {
  return Array.from({ length: kills }, (_, at) => ({
    victim: VICTIMS[(runs.length + at + SEED) % VICTIMS.length] ?? 'page',
    calls: Math.floor(random() * MOST_CALLS),
    delay: Math.floor(random() * MOST_DELAY),
  }));
}

function tell(): void {
  const kills = runs.flatMap((run) => run.kills.map((kill, at) => ({ ...kill, again: run.again[at] })));
  const rows = kills.map(({ victim, at, again }) => [
    victim,
    String(at),
    String(again?.inFlight),
    String(again?.all),
    (again?.answered ?? []).map(({ kind, before }) => `${kind} ${before.toFixed(0)} ms before`).join(', '),
  ]);
  console.log(table(['killed', 'after calls', 'in flight', 'asked again', 'of these answered'], rows));
  const answered = kills.flatMap(({ again }) => again?.answered ?? []);
  const late = answered.filter(({ before }) => before > ON_ITS_WAY);
  const all = kills.reduce((sum, { again }) => sum + (again?.all ?? 0), 0);
  const kinds = VICTIMS.map((victim) => `${String(kills.filter((kill) => kill.victim === victim).length)} ${victim}`);
  console.log(
    `${String(kills.length)} kills (${kinds.join(', ')}): ${String(all)} calls asked again, of which ${String(all - answered.length)} were in flight, ` +
      `${String(answered.length - late.length)} answers were on their way to the disk and ${String(late.length)} were kept; ` +
      `${String(unlike.length)} of ${String(runs.length)} runs with other tables`,
  );
  if (late.length + unlike.length > 0) process.exitCode = 1;
}
