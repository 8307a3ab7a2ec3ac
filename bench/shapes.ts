// smoke: capitals --timeout 120
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { openSite, type Visit } from './lib/chromium';
import { addFiles, ask, until } from './lib/scale/acts';
import { givenFiles } from './lib/scale/given-folder';
import { attempt, withFreshVisit } from './lib/scale/measured-visit';
import { measureDeleting, measureIndexing, type Figures } from './lib/scale/parts';
import { figureTable, type Cell, type SizeColumn } from './lib/scale/scale-table';
import { SHAPES, type Shape } from './lib/scale/shapes';
import { textQuestions } from './lib/scale/text-questions';
import { look } from './lib/scale/watch-page';

/**
 * Unusual texts to *Ready*: `npm run bench -- shapes [part of a name …] [--real FILE or FOLDER] [--timeout SECONDS]`. A file or folder of
 * real text takes the place of the made-up ones. For many files, also the first answer and the deletion of one.
 */
const MANY = 500;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { real: { type: 'string' }, timeout: { type: 'string', default: '900' } },
});
const timeout = Number(values.timeout) * 1000;
const shapes = values.real === undefined ? SHAPES : [realShape(values.real)];
const site = await openSite();
const columns: SizeColumn[] = [];
for (const shape of shapes) {
  if (positionals.length > 0 && !positionals.some((part) => shape.name.includes(part))) continue;
  columns.push(await measureShape(shape));
  console.log(`\n${figureTable(columns)}`);
}
await site.close();

function realShape(path: string): Shape {
  return {
    name: basename(path),
    write: async () => ((await stat(path)).isFile() ? [path] : (await givenFiles(path)).map((file) => file.path)),
  };
}

async function measureShape({ name, write }: Shape): Promise<SizeColumn> {
  const folder = await mkdtemp(join(tmpdir(), 'burrow-bench-'));
  const files = await write(folder);
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1e6;
  const cells = new Map<string, Cell>([['MB', megabytes]]);
  const part = async (of: string, measure: () => Promise<Figures>): Promise<void> => {
    for (const [row, value] of Object.entries(await attempt(of, measure))) cells.set(row, value);
  };
  await withFreshVisit(site, async (visit) => {
    if (files.length < MANY) {
      await part('index', () => measureIndexing(visit, { files, megabytes, timeout }));
    } else {
      await part('index', () => measureManyFiles(visit, files, megabytes));
      await part('delete', () => measureDeleting(visit, { title: titleOf(files[0] ?? ''), timeout }));
    }
  });
  await rm(folder, { recursive: true });
  return { label: name, megabytes, cells };
}

function titleOf(file: string): string {
  return basename(file, extname(file));
}

/** Asks about the first document that is listed, as soon as it is, then waits for the rest. */
async function measureManyFiles(visit: Visit, files: readonly string[], megabytes: number): Promise<Figures> {
  const { page } = visit;
  const tasks: number[] = [];
  await addFiles(page, files);
  const { start } = await look(page);
  const title = page.locator('[aria-label="Library"] li button.title').first();
  await title.waitFor({ timeout });
  const listed = (await page.evaluate(() => performance.now())) / 1000 - start;
  const name = (await title.innerText()).trim();
  const path = files.find((file) => [titleOf(file), basename(file)].includes(name)) ?? '';
  const [question = name] = await textQuestions(path === '' ? [] : [{ path, bytes: 0 }], 1);
  tasks.push(...(await look(page)).tasks);
  const { evidence, start: asked } = await ask(page, question, timeout);
  const first = evidence === null ? null : asked + evidence - start;
  const { opened, silence, ...last } = await until(page, (watched) => watched.opened !== null, timeout);
  const seconds = (opened ?? Number.NaN) - start;
  tasks.push(...last.tasks);
  return {
    'first document listed, s': listed,
    'first evidence, s': first,
    'to Ready, s': seconds,
    'to Ready, s per MB': seconds / megabytes,
    'renderer peak, MB': visit.peak(),
    'page tasks > 50 ms': tasks.length,
    'longest page task, ms': Math.max(0, ...tasks),
    'longest without progress, s': silence,
  };
}
