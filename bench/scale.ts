// needs: FOLDER [--sizes MB,MB …] [--against DIST [--rounds N] [--release NAME]] [--without rest,ask,add,delete,merge,open] [--questions N] [--timeout SECONDS]
// smoke: sample --sizes 0.05 --questions 2
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeProfile, openSite, type Site } from './lib/chromium';
import { beginningOf, filesUpTo, givenFiles, megabytesOf, type GivenFile } from './lib/scale/given-folder';
import { kernelSeconds } from './lib/scale/kernel-seconds';
import { attempt, showSite, withWatchedVisit } from './lib/scale/measured-visit';
import {
  measureAdding,
  measureAsking,
  measureDeleting,
  measureIndexing,
  measureMerging,
  measureOpening,
  measureResting,
  type Figures,
  type Sizing,
} from './lib/scale/parts';
import { medianOf, pairTable, scaleTable, type Cell, type SizeColumn } from './lib/scale/scale-table';
import { textQuestions } from './lib/scale/text-questions';

/**
 * Measures how time, memory and bytes grow with real text: any folder of it, in growing parts, in a real Chromium on
 * the built site. Each size has a profile of its own on disk. A part that takes too long is marked as such.
 * `--against` measures another built site in turns with this one, `--rounds` times each, and tells the medians. `--release` adds them to
 * `history.jsonl`.
 */
const ADDED_BYTES = 20_000;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string' },
    without: { type: 'string', default: '' },
    questions: { type: 'string', default: '40' },
    timeout: { type: 'string', default: '600' },
    against: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    release: { type: 'string' },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Give a folder of text: npm run bench -- scale FOLDER');
const without = new Set(values.without.split(','));
const { reserved, files } = reserve(await givenFiles(folder));
const all = megabytesOf(files);
const sizes = values.sizes?.split(',').map(Number) ?? [all / 8, all / 4, all / 2, all];
const added = await beginningOf(reserved, ADDED_BYTES);
const addedTitle = 'bench-added';

const HISTORY = 'bench/history.jsonl';
if (values.against === undefined) await measureGrowth();
else await measurePair(values.against);

async function measureGrowth(): Promise<void> {
  const site = await openSite();
  const columns: SizeColumn[] = [];
  for (const size of sizes) {
    columns.push(await measureSize(site, filesUpTo(files, size)));
    console.log(`\n${scaleTable(columns)}`);
  }
  await site.close();
}

async function measurePair(against: string): Promise<void> {
  const sites = [await openSite(against), await openSite()] as const;
  for (const size of sizes) {
    const given = filesUpTo(files, size);
    const [before, now]: [SizeColumn[], SizeColumn[]] = [[], []];
    for (let round = 0; round < Number(values.rounds); round++) {
      before.push(await measureSize(sites[0], given));
      now.push(await measureSize(sites[1], given));
    }
    const kernels = await kernelSeconds(given);
    console.log(
      `\n${pairTable(before, now)}\n\nThe reading kernels alone take ${kernels.toFixed(1)} processor seconds.`,
    );
    if (values.release !== undefined) await keepHistory(values.release, now, kernels);
  }
  for (const site of sites) await site.close();
}

async function keepHistory(release: string, columns: readonly SizeColumn[], kernels: number): Promise<void> {
  const names = new Set(columns.flatMap(({ cells }) => [...cells.keys()]));
  const figures = Object.fromEntries([...names].map((name) => [name.trim(), medianOf(columns, name)]));
  const line = { release, date: new Date().toISOString().slice(0, 10), text: columns[0]?.label, kernels, figures };
  await appendFile(HISTORY, `${JSON.stringify(line)}\n`);
}

/** The smallest file that is large enough is left out of every size; its beginning is the document that is added. */
function reserve(given: readonly GivenFile[]): {
  readonly reserved: GivenFile;
  readonly files: readonly GivenFile[];
} {
  const bySize = given.toSorted((a, b) => a.bytes - b.bytes);
  const document = bySize.find(({ bytes }) => bytes >= ADDED_BYTES) ?? bySize.at(-1);
  if (!document) throw new Error(`There is no file in ${String(folder)}`);
  return { reserved: document, files: given.filter((file) => file !== document) };
}

async function measureSize(measured: Site, given: readonly GivenFile[]): Promise<SizeColumn> {
  const megabytes = megabytesOf(given);
  const profile = await makeProfile();
  const path = join(profile.folder, `${addedTitle}.txt`);
  await writeFile(path, added);
  const sizing: Sizing = {
    files: given.map((file) => file.path),
    megabytes,
    added: { path, title: addedTitle, bytes: Buffer.byteLength(added) },
    questions: await textQuestions(given, Number(values.questions)),
    timeout: Number(values.timeout) * 1000,
  };
  const cells = new Map<string, Cell>([['files', given.length]]);
  const part = async (name: string, measure: () => Promise<Figures>): Promise<void> => {
    if (without.has(name)) return;
    const figures = await attempt(name, measure);
    console.error(`${megabytes.toFixed(1)} MB, ${name}: ${JSON.stringify(figures)}`);
    for (const [row, value] of Object.entries(figures)) cells.set(row, value);
  };
  await withWatchedVisit(measured, join(profile.folder, 'profile'), async (visit) => {
    await showSite(visit, measured);
    await part('index', () => measureIndexing(visit, sizing));
    await part('rest', () => measureResting(visit));
    await part('ask', () => measureAsking(visit, sizing));
    await part('add', () => measureAdding(visit, sizing));
    await part('delete', () => measureDeleting(visit, { title: addedTitle, timeout: sizing.timeout }));
    await part('merge', () => measureMerging(visit, sizing));
  });
  await withWatchedVisit(measured, join(profile.folder, 'profile'), (visit) =>
    part('open', () => measureOpening(visit, measured.url, sizing)),
  );
  await profile.remove();
  return { label: `${megabytes.toFixed(1)} MB`, megabytes, cells };
}
