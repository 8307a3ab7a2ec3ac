import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A bench that cannot run without an argument says so in a first line `// needs: …`. */
const NEEDS = /^\/\/ needs: (.+)$/mu;

const [name, ...args] = process.argv.slice(2);
const all = readdirSync('bench')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ name: file.slice(0, -3), needs: NEEDS.exec(readFileSync(`bench/${file}`, 'utf8'))?.[1] }));
const chosen = name === undefined ? all.filter(({ needs }) => !needs) : all.filter((bench) => bench.name === name);

if (chosen.length === 0) {
  console.error(`There is no bench "${String(name)}". There are:`);
  for (const bench of all) console.error(`  npm run bench -- ${bench.name} ${bench.needs ?? ''}`);
  process.exit(1);
}
const failed = chosen.filter((bench) => {
  const file = `bench/${bench.name}.ts`;
  return spawnSync(process.execPath, ['--import', 'tsx', file, ...args], { stdio: 'inherit' }).status !== 0;
});
process.exit(failed.length > 0 ? 1 : 0);
