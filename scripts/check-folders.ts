/** Counts what lies in each folder of `src` and `workers`, its README aside: a reader remembers 4 to 15 things. */
import { readdirSync } from 'node:fs';
import exceptions from './folder-exceptions.json' with { type: 'json' };

const [LEAST, MOST] = [4, 15];

/** A folder that may hold more or fewer, with its own limit and the reason. */
interface Exception {
  readonly folder: string;
  readonly things: number;
  readonly because: string;
}

const problems: string[] = [];
const counts = new Map<string, number>();
for (const root of ['src', 'workers']) count(root);
const known = new Map((exceptions as readonly Exception[]).map((one) => [one.folder, one.things]));
for (const [folder, things] of counts) {
  const limit = known.get(folder) ?? LEAST;
  if (things < Math.min(LEAST, limit) || things > Math.max(MOST, limit))
    problems.push(`${folder} holds ${String(things)} things; split or join folders, so that it holds 4 to 15`);
}
for (const folder of known.keys()) {
  const things = counts.get(folder) ?? LEAST;
  if (things >= LEAST && things <= MOST) problems.push(`${folder} needs no exception any more`);
}
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);

function count(folder: string): void {
  const things = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== 'README.md');
  counts.set(folder, things.length);
  for (const thing of things) if (thing.isDirectory()) count(`${folder}/${thing.name}`);
}
