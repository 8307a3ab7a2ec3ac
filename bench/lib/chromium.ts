import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { buildIfNeeded } from '../../scripts/build-if-needed';
import { ensureBrowser } from '../../scripts/find-browser';
import { createStaticServer } from '../../scripts/lib/static-server';
import { rendererCpuSeconds, rendererMegabytes } from './renderer-process';

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
  /** Processor time of the renderer processes so far, in seconds; null where it is not known. */
  cpuSeconds(): number | null;
  close(): Promise<void>;
}

export interface Site {
  readonly url: string;
  /** A fresh profile in memory, or the one in `profile`, which outlives the browser. */
  open(profile?: string): Promise<Visit>;
  close(): Promise<void>;
}

/** The site as built now, or what `BURROW_SITE` holds, under `/burrow/` on a free port, for a real Chromium without any other host. */
export async function openSite(): Promise<Site> {
  const built = process.env['BURROW_SITE'];
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
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    peak: () => most,
    memory: rendererMegabytes,
    cpuSeconds: rendererCpuSeconds,
    close: async () => {
      clearInterval(sample);
      await end();
    },
  };
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
