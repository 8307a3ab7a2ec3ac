import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A bench that cannot run without an argument says so in a line `// needs: …`. */
const NEEDS = /^\/\/ needs: (.+)$/mu;
/** Arguments with which a bench takes seconds, in a line `// smoke: …`. */
const SMOKE = /^\/\/ smoke: (.+)$/mu;

interface Bench {
  readonly name: string;
  readonly needs: string | undefined;
  readonly smoke: readonly string[];
}

const [name, ...args] = process.argv.slice(2);
const all = readdirSync('bench')
  .filter((file) => file.endsWith('.ts'))
  .map((file): Bench => {
    const source = readFileSync(`bench/${file}`, 'utf8');
    return {
      name: file.slice(0, -3),
      needs: NEEDS.exec(source)?.[1],
      smoke: SMOKE.exec(source)?.[1]?.split(' ') ?? [],
    };
  });

/** `smoke` runs every bench, or those named behind it, on a tiny input: it tells that they end, not what they measure. */
function chooseRuns(): readonly (readonly [Bench, readonly string[]])[] {
  if (name === 'smoke')
    return all
      .filter((bench) => args.length === 0 || args.includes(bench.name))
      .map((bench) => [bench, bench.smoke] as const);
  const chosen = name === undefined ? all.filter(({ needs }) => !needs) : all.filter((bench) => bench.name === name);
  return chosen.map((bench) => [bench, args] as const);
}

const runs = chooseRuns();
if (runs.length === 0) {
  console.error(`There is no bench "${String(name)}". There are:`);
  for (const bench of all) console.error(`  npm run bench -- ${bench.name} ${bench.needs ?? ''}`);
  console.error('  npm run bench -- smoke [NAME …]');
  process.exit(1);
}
const failed = runs.filter(([bench, given]) => {
  const start = performance.now();
  const file = `bench/${bench.name}.ts`;
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', file, ...given], { stdio: 'inherit' });
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  if (name === 'smoke') console.log(`\n${status === 0 ? 'ended' : 'FAILED'}: ${bench.name}, ${seconds} s\n`);
  return status !== 0;
});
if (failed.length > 0) console.error(`Failed: ${failed.map(([bench]) => bench.name).join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
