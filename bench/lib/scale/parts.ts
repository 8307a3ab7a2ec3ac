import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Visit } from '../chromium';
import { quantile } from '../quantile';
import {
  act,
  addFiles,
  ask,
  deleteDocument,
  mergeSuggested,
  showConversation,
  showDuplicates,
  until,
  type Act,
} from './acts';
import { seldom } from './watch-page';

/** Figures in the order of the table; null for an unknown one. */
export type Figures = Readonly<Record<string, number | null>>;

/** Settings that the parts of one size share. */
export interface Sizing {
  readonly files: readonly string[];
  readonly megabytes: number;
  /** A document that is not among the files, and its title. */
  readonly added: { readonly path: string; readonly title: string; readonly bytes: number };
  readonly questions: readonly string[];
  /** Milliseconds that one act may take. */
  readonly timeout: number;
}

/** Milliseconds between two looks at a page that indexes. */
const SELDOM = 500;
/** Milliseconds until a page at rest has given back what it can. */
const RESTING = 5_000;
/** Questions after which a new conversation is begun, so that none grows long. */
const PER_CONVERSATION = 10;

const longest = (values: readonly number[]): number => Math.max(0, ...values);

/** All files at once until *Ready*. */
export async function measureIndexing(
  visit: Visit,
  { files, megabytes, timeout }: Pick<Sizing, 'files' | 'megabytes' | 'timeout'>,
): Promise<Figures> {
  const adding = (): Promise<void> => addFiles(visit.page, files);
  const { watched, bytes, spent } = await seldom(visit.page, () => act(visit, adding, timeout, SELDOM));
  const seconds = watched.ready ?? Number.NaN;
  const stages = Object.entries(watched.stages).map(([name, spent]) => [`  ${name}, s`, spent] as const);
  return {
    ...(await shownCounts(visit.page)),
    'to Ready, s': seconds,
    'to Ready, s per MB': seconds / megabytes,
    'processor time, s': spent?.renderer ?? null,
    '  of it in the system, s': spent?.system ?? null,
    '  of it the page, s': spent?.page ?? null,
    '  of it the engine, s': spent?.engine ?? null,
    'processor time of the browser, s': spent?.others ?? null,
    ...Object.fromEntries(stages),
    'renderer peak, MB': visit.peak(),
    'page tasks > 50 ms': watched.tasks.length,
    'longest page task, ms': longest(watched.tasks),
    'longest without progress, s': watched.silence,
    'written to Ready, MB': bytes / 1e6,
  };
}

/** Memory of a page at rest after a forced collection. */
export async function measureResting(visit: Visit): Promise<Figures> {
  await visit.collectGarbage();
  await wait(RESTING);
  return { 'at rest, MB': visit.memory() };
}

/** One document more until *Ready*. */
export async function measureAdding(visit: Visit, { added, timeout }: Sizing): Promise<Figures> {
  const done = await act(visit, () => addFiles(visit.page, [added.path]), timeout);
  return { ...actFigures('add', done), 'add: written / document': done.bytes / added.bytes };
}

/** The document of this title gone. The seconds in which it can be undone are not waited for. */
export async function measureDeleting(
  visit: Visit,
  { title, timeout }: { readonly title: string; readonly timeout: number },
): Promise<Figures> {
  return actFigures('delete', await act(visit, () => deleteDocument(visit.page, title), timeout));
}

/** The first suggested pair of entities merged. */
export async function measureMerging(visit: Visit, { timeout }: Sizing): Promise<Figures> {
  await showDuplicates(visit.page);
  await visit.page
    .getByRole('button', { name: /^Merge .+ into / })
    .first()
    .waitFor({ timeout });
  const done = await act(visit, () => mergeSuggested(visit.page), timeout);
  await showConversation(visit.page);
  return actFigures('merge', done);
}

/** Questions to evidence on the screen, one after the other. */
export async function measureAsking(visit: Visit, { questions, timeout }: Sizing): Promise<Figures> {
  const times: number[] = [];
  const tasks: number[] = [];
  for (const [at, question] of questions.entries()) {
    if (at > 0 && at % PER_CONVERSATION === 0) await newConversation(visit.page);
    const { evidence, answered } = await ask(visit.page, question, timeout);
    times.push((evidence ?? answered ?? Number.NaN) * 1000);
    tasks.push(...(await until(visit.page, (watched) => watched.answered !== null, timeout)).tasks);
  }
  return {
    'question to evidence p50, ms': quantile(times, 0.5),
    'question to evidence p95, ms': quantile(times, 0.95),
    'asking: longest page task, ms': longest(tasks),
  };
}

/** The collection opened by a new browser, and a question asked at once. The times count from the navigation. */
export async function measureOpening(visit: Visit, url: string, { questions, timeout }: Sizing): Promise<Figures> {
  await visit.page.goto(url);
  const first = await ask(visit.page, questions[0] ?? '', timeout);
  const ready = await until(visit.page, ({ opened }) => opened !== null, timeout);
  await wait(RESTING);
  const [megabytes, spent] = [visit.memory(), visit.spent()];
  await visit.collectGarbage();
  await wait(RESTING);
  return {
    'open: first answer, s': first.start + (first.evidence ?? first.answered ?? Number.NaN),
    'open: Ready, s': ready.opened,
    'open: longest page task, ms': longest(ready.tasks),
    'open: processor time, s': spent?.renderer ?? null,
    '  of it the engine when open, s': spent?.engine ?? null,
    'open: held, MB': megabytes,
    'open: held after a collection, MB': visit.memory(),
  };
}

/** Passages and entities, as the page counts them. */
async function shownCounts(page: Page): Promise<Figures> {
  const words = await page
    .getByRole('status')
    .filter({ hasText: /\bReady\b/u })
    .first()
    .textContent();
  const [passages = Number.NaN, entities = Number.NaN] = (words?.match(/\d[\d,]*/gu) ?? []).map((digits) =>
    Number(digits.replaceAll(',', '')),
  );
  return { passages, entities };
}

async function newConversation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New conversation' }).click();
}

function actFigures(name: string, { watched, bytes, spent }: Act): Figures {
  return {
    [`${name}: to Ready, s`]: (watched.ready ?? Number.NaN) - (name === 'delete' ? (watched.left ?? 0) : 0),
    [`${name}: processor time, s`]: spent?.renderer ?? null,
    [`${name}: longest page task, ms`]: longest(watched.tasks),
    [`${name}: longest without progress, s`]: watched.silence,
    [`${name}: written, kB`]: bytes / 1e3,
  };
}
