import { buildIfNeeded } from '../scripts/build-if-needed';
import { ensureBrowser } from '../scripts/find-browser';
import { randomFrom } from '../tests/helpers/generated-text';
import { serveGold } from '../tests/helpers/gold-server';
import { indexUnderKills, unreadCopy, VICTIMS, type PlannedKill } from '../tests/helpers/model-kill-visit';
import { differences } from '../tests/helpers/read-copy';
import { serveBurrow } from '../tests/helpers/static-server';
import { table } from './lib/table';

/**
 * Kills the page, the browser, the engine or the worker that speaks with the server at random moments while a scripted server's model indexes
 * the sample's documents in full depth, and compares the tables in the end with those of an undisturbed run. `npm run bench -- model-kills [n]`
 */
const KILLS = Number(process.argv[2] ?? 30);
const PER_RUN = 6;
const SEED = Number(process.argv[3] ?? 5);
/** Calls at a time, as the server is connected. */
const LANES = 2;
/** Milliseconds of a call. */
const PACE = 150;
const MOST_CALLS = 24;
const MOST_DELAY = 1_500;

buildIfNeeded();
const random = randomFrom(SEED);
const executable = ensureBrowser();
const burrow = await serveBurrow();
const copy = await unreadCopy(executable, burrow.url);
const gold = await serveGold({ schemas: 'ignored' });
const undisturbed = await indexUnderKills(executable, burrow.url, { gold, copy, plan: [] });
console.log(
  `Undisturbed: ${String(undisturbed.calls)} calls, ${String(undisturbed.copy.tables.get('entities')?.length)} entities`,
);
const kinds = new Map<string, number>();
for (const { kind } of gold.calls()) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
console.log([...kinds].map(([kind, count]) => `${String(count)} ${kind}`).join(', '));
gold.pace = PACE;
const rows: string[][] = [];
const total = { kills: 0, repeated: 0, paidTwice: 0, tooMany: 0, unlike: 0 };
while (total.kills < KILLS) {
  const plan = Array.from({ length: Math.min(PER_RUN, KILLS - total.kills) }, (_, at): PlannedKill => ({
    victim: VICTIMS[(total.kills + at) % VICTIMS.length] ?? 'page',
    calls: Math.floor(random() * MOST_CALLS),
    delay: Math.floor(random() * MOST_DELAY),
  }));
  const run = await indexUnderKills(executable, burrow.url, { gold, copy, plan });
  const unlike = differences(undisturbed.copy, run.copy);
  for (const [at, kill] of run.kills.entries()) {
    const again = run.repeated[at] ?? 0;
    rows.push([kill.victim, String(kill.at), String(kill.running), String(again)]);
    if (again > LANES) total.tooMany++;
  }
  total.kills += run.kills.length;
  total.repeated += run.repeated.reduce((sum, one) => sum + one, 0);
  total.paidTwice += run.paidTwice;
  total.unlike += unlike.length > 0 ? 1 : 0;
  console.log(
    `${String(run.kills.length)} kills in one run: ${String(run.calls)} calls, tables ${unlike.length > 0 ? `differ: ${unlike.join(', ')}` : 'identical'}`,
  );
  if (run.kills.length === 0) break;
}
await burrow.close();
await gold.close();
console.log(table(['killed', 'after calls', 'in flight', 'asked again'], rows));
console.log(
  `${String(total.kills)} kills, ${String(total.repeated)} calls asked again (${String(total.paidTwice)} of them had just been answered), ` +
    `${String(total.tooMany)} kills after which more than those in flight were; ${String(total.unlike)} runs whose tables differ`,
);
if (total.tooMany + total.unlike > 0) process.exitCode = 1;
