import { spawnSync } from 'node:child_process';

/** Descriptions of the campaigns. A new one is a line here, and a file in `campaign/`. */
const CAMPAIGNS: Readonly<Record<string, string>> = {
  kills: 'kills the browser at everything that the screen acknowledges',
  quota: 'does every act in a browser whose storage is full',
  properties: 'tries the property tests with many more cases',
  documents: 'damages good files of every format and adds them: each is read or refused with a reason',
  exports: 'opens every export with programs that are not ours, and counts what is lost',
};

const [name = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(CAMPAIGNS, name)) {
  console.error(`There is no campaign "${name}". There are:`);
  for (const [one, what] of Object.entries(CAMPAIGNS)) console.error(`  npm run campaign -- ${one}: ${what}`);
  process.exit(1);
}
const { status } = spawnSync(process.execPath, ['--import', 'tsx', `campaign/${name}.ts`, ...args], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
