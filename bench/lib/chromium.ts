import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { buildIfNeeded } from '../../scripts/build-if-needed';
import { ensureBrowser } from '../../scripts/find-browser';
import { createStaticServer } from '../../scripts/lib/static-server';
import { processorTime, rendererMegabytes, type Spent } from './renderer-process';

const ARGS = ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];
const VIEWPORT = { width: 1280, height: 850 };
const SAMPLED = 250;

/** One Chromium with one profile. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The highest resident memory of any renderer process so far, in MB. */
  peak(): number;
  /** The resident memory of the largest renderer process now, in MB. */
  memory(): number;
  /** Processor time so far; null where it is not known. */
  spent(): Spent | null;
  /** Has the page and all its workers give back what nobody holds. */
  collectGarbage(): Promise<void>;
  close(): Promise<void>;
}

export interface Site {
  readonly url: string;
  /** A fresh profile in memory, or the one in `profile`, which outlives the browser. */
  open(profile?: string): Promise<Visit>;
  close(): Promise<void>;
}

/** A built site under `/burrow/` on a free port, for a real Chromium without any other host; by default what `BURROW_SITE` holds, or that of now. */
export async function openSite(built = process.env['BURROW_SITE']): Promise<Site> {
  if (built === undefined) buildIfNeeded();
  const port = await freePort();
  const server = createStaticServer({ folder: built ?? 'dist', base: '/burrow/' });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String(port)}/burrow/`,
    open: openVisit,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A folder for a profile, and what removes it. */
export async function makeProfile(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'burrow-bench-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

async function openVisit(profile?: string): Promise<Visit> {
  const { context, end } = await openContext(profile);
  let most = 0;
  const sample = setInterval(() => (most = Math.max(most, rendererMegabytes())), SAMPLED);
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    context,
    page,
    peak: () => most,
    memory: rendererMegabytes,
    spent: processorTime,
    collectGarbage: () => collectGarbage(page),
    close: async () => {
      clearInterval(sample);
      await end();
    },
  };
}

async function collectGarbage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const workers: string[] = [];
  session.on('Target.attachedToTarget', ({ sessionId }) => workers.push(sessionId));
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false });
  const message = JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' });
  const answers = workers.map(
    (sessionId) =>
      new Promise<void>((resolve) =>
        session.on('Target.receivedMessageFromTarget', (answer) => answer.sessionId === sessionId && resolve()),
      ),
  );
  for (const sessionId of workers) await session.send('Target.sendMessageToTarget', { sessionId, message });
  await Promise.all(answers);
  await session.detach();
}

async function openContext(
  profile: string | undefined,
): Promise<{ readonly context: BrowserContext; end(): Promise<void> }> {
  const options = { executablePath: ensureBrowser(), args: ARGS };
  if (profile !== undefined) {
    const context = await chromium.launchPersistentContext(profile, { ...options, viewport: VIEWPORT });
    return { context, end: () => context.close() };
  }
  const browser = await chromium.launch(options);
  return { context: await browser.newContext({ viewport: VIEWPORT }), end: () => browser.close() };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('There is no free port')),
      );
    });
  });
}
