import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { chooseModel, modelIndex, openPlan, runDone } from '../../../tests/helpers/model-index-steps';
import { serveModelServer, type ModelServer } from '../../../tests/helpers/model-server';
import { ready } from '../../../tests/helpers/page-steps';
import { openSite, type Site } from '../chromium';
import { nameDenseCorpus } from '../name-dense-corpus';
import { table } from '../table';
import { watchTasks } from '../watch-tasks';
import { linkingModel } from './answers';
import { insideCalls, type Span } from './inside-calls';

const MODEL = 'linking';
const WINDOW = 8192;
const DOCUMENTS = 200;
/** Text that is cut into about two thousand passages. */
const MEGABYTES = 4.45;
/** Names that the model keeps of a passage: so many that about twenty thousand are distinct. */
const NAMES = 40;
/** Names among which a megabyte of text chooses. */
const VARIETY = 120_000;
const HALF_AN_HOUR = 1_800_000;

/** Milliseconds of a call, and calls at a time. */
const RUNS = [
  { pace: 0, lanes: 4 },
  { pace: 500, lanes: 4 },
] as const;

/**
 * Prints the memory of the renderer for a large index: a whole run in Chromium on the built site, by a model that
 * answers at once and by one that takes its time.
 */
export async function printSize(): Promise<void> {
  const site = await openSite();
  const rows: string[][] = [];
  for (const run of RUNS) rows.push(await measure(site, run));
  await site.close();
  console.log(
    table(
      [
        'a call',
        'index',
        'plan',
        'whole run',
        'inside calls',
        'peak renderer',
        'without a model',
        'longest page task',
        'OPFS',
      ],
      rows,
    ),
  );
}

async function measure(site: Site, { pace, lanes }: (typeof RUNS)[number]): Promise<string[]> {
  const calls: Span[] = [];
  const server = await serveLinking(pace, calls);
  const { page, peak, close } = await site.open();
  try {
    await page.goto(site.url);
    await addCorpus(page);
    await ready(page, HALF_AN_HOUR);
    const before = peak();
    console.log('Indexed without a model');
    await chooseModel(page, server, MODEL, lanes);
    const looked = performance.now();
    const plan = await openPlan(page, HALF_AN_HOUR);
    const planned = performance.now() - looked;
    console.log(`Planned in ${seconds(planned)}`);
    await plan.getByRole('slider', { name: 'Passages to read' }).fill('100');
    await plan.getByRole('button', { name: 'Start' }).click();
    const tasks = await watchTasks(page);
    const start = performance.now();
    await runDone(page, HALF_AN_HOUR);
    const milliseconds = performance.now() - start;
    console.log(`Indexed with a model in ${seconds(milliseconds)}, at most ${peak().toFixed(0)} MB`);
    const size = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    const counts =
      (await page
        .getByRole('status')
        .filter({ hasText: /\bReady\b/u })
        .locator('..')
        .textContent()) ?? '';
    console.log((await modelIndex(page).innerText()).replaceAll(/\s+/gu, ' '));
    return [
      `${String(pace)} ms, ${String(lanes)} at a time`,
      `${counts.replaceAll(/\s+/gu, ' ').trim()}, ${String(calls.length)} calls`,
      seconds(planned),
      seconds(milliseconds),
      `${((100 * insideCalls(calls)) / milliseconds).toFixed(1)} %`,
      `${peak().toFixed(0)} MB`,
      `${before.toFixed(0)} MB`,
      `${Math.max(0, ...(await tasks())).toFixed(0)} ms`,
      `${(size / 1e6).toFixed(0)} MB`,
    ];
  } finally {
    await close();
    await server.close();
  }
}

/** A server whose model takes so many milliseconds for each call and writes down when it was. */
function serveLinking(pace: number, calls: Span[]): Promise<ModelServer> {
  const reply = linkingModel(NAMES);
  return serveModelServer({
    models: [{ id: MODEL, max_model_len: WINDOW }],
    answer: async ({ messages }) => {
      const began = performance.now();
      const answer = reply(messages, calls.length);
      if (pace > 0) await wait(pace);
      calls.push({ began, ended: performance.now() });
      return answer;
    },
  });
}

async function addCorpus(page: Page): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'burrow-bench-'));
  try {
    const files = nameDenseCorpus(MEGABYTES, DOCUMENTS, VARIETY);
    for (const { name, text } of files) await writeFile(join(folder, name), text);
    const paths = files.map(({ name }) => join(folder, name));
    await page.getByLabel('Add documents').first().setInputFiles(paths);
    await page.getByRole('heading', { name: `Documents ${String(files.length)}` }).waitFor({ timeout: HALF_AN_HOUR });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
