import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { table } from '../bench/lib/table';
import { buildIfNeeded } from '../scripts/build-if-needed';
import { ensureBrowser } from '../scripts/find-browser';
import { serveBurrow } from '../tests/helpers/static-server';
import { mutants } from './documents/mutants';
import { addMutants, type Outcome } from './documents/site-rounds';

/** Adds damaged files of every format to the built site: `npm run campaign -- documents [--seed 1] [--mutations 1000]`. */
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, mutations: { type: 'string', default: '1000' } },
});
const ENDS = ['read', 'asks', 'refused', 'hang', 'crash'] as const satisfies readonly Outcome['end'][];
const SITE = process.env['BURROW_SITE'];

if (SITE === undefined) buildIfNeeded();
const burrow = await serveBurrow(SITE);
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox'] });
const outcomes: Outcome[] = [];
try {
  for await (const outcome of addMutants(browser, burrow.url, mutants(Number(values.mutations), Number(values.seed)))) {
    outcomes.push(outcome);
    if (isFault(outcome)) console.log(`${outcome.mutant.name} (${outcome.mutant.origin}): ${outcome.reason}`);
  }
} finally {
  await browser.close();
  await burrow.close();
  console.log(table(['format', ...ENDS], tally()));
}

const faults = outcomes.filter(isFault);
if (faults.length > 0) {
  const folder = await mkdtemp(join(tmpdir(), 'burrow-mutants-'));
  for (const { mutant } of faults) await writeFile(join(folder, mutant.name), mutant.bytes);
  console.log(`\n${faults.length} faults, kept in ${folder}`);
  process.exitCode = 1;
}

function isFault({ end }: Outcome): boolean {
  return end === 'hang' || end === 'crash';
}

function tally(): readonly (readonly string[])[] {
  const formats = [...new Set(outcomes.map(({ mutant }) => mutant.format)), 'all'];
  return formats.map((format) => {
    const some = outcomes.filter(({ mutant }) => format === 'all' || mutant.format === format);
    return [format, ...ENDS.map((end) => String(some.filter((outcome) => outcome.end === end).length))];
  });
}
