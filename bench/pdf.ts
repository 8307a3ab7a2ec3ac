import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// needs: FILE [CHECKOUT ...]
// smoke: tests/fixtures/documents/across-pages.pdf

/**
 * Reads a PDF three times in a process of its own, in turns with other checkouts of Burrow where some are named. Prints
 * the pages per second of processor time, without the first reading, which starts the reader, and the most memory.
 */
const TURNS = 3;
const READINGS = 3;

interface Reading {
  readonly pages: number;
  readonly pagesPerSecond: number;
  readonly megabytes: number;
}

const [file = '', ...others] = process.argv.slice(2);

async function readOften(checkout: string): Promise<Reading> {
  const at = (path: string): string => pathToFileURL(resolve(checkout, path)).href;
  const { readSource } = (await import(
    at('src/adapters/documents/read-source.ts')
  )) as typeof import('../src/adapters/documents/read-source');
  const { openPdfInNode } = (await import(
    at('scripts/lib/open-pdf-in-node.ts')
  )) as typeof import('../scripts/lib/open-pdf-in-node');
  const bytes = new Blob([await readFile(file)]);
  let [pages, seconds] = [0, 0];
  for (let reading = 0; reading < READINGS; reading += 1) {
    const before = process.cpuUsage();
    const result = await readSource({ path: 'bench.pdf', bytes }, { openPdf: openPdfInNode });
    const { user, system } = process.cpuUsage(before);
    if (reading > 0) seconds += (user + system) / 1e6 / (READINGS - 1);
    pages = result.kind === 'documents' ? (result.documents[0]?.page_starts.length ?? 0) : 0;
  }
  return { pages, pagesPerSecond: pages / seconds, megabytes: process.resourceUsage().maxRSS / 1024 };
}

const one = process.env['BENCH_CHECKOUT'];
if (one !== undefined) console.log(JSON.stringify(await readOften(one)));
else
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const checkout of ['.', ...others]) {
      const options = { env: { ...process.env, BENCH_CHECKOUT: checkout }, encoding: 'utf8' } as const;
      const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'bench/pdf.ts', file], options);
      const { pages, pagesPerSecond, megabytes } = JSON.parse(stdout) as Reading;
      console.log(
        checkout.padEnd(24),
        `${pages} pages ${pagesPerSecond.toFixed(1)} a second ${megabytes.toFixed(0)} MB`,
      );
    }
