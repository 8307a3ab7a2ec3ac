import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { buildIfNeeded } from '../../scripts/build-if-needed';
import { ensureBrowser } from '../../scripts/find-browser';
import { createStaticServer } from '../../scripts/lib/static-server';

const ARGS = ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];

export interface Site {
  readonly url: string;
  /** A fresh profile; `peak` is the highest resident memory of any renderer process so far, in MB. */
  open(): Promise<{ context: BrowserContext; page: Page; peak: () => number; close(): Promise<void> }>;
  close(): Promise<void>;
}

/** The built site under `/burrow/` on a free port, for a real Chromium without any other host. */
export async function openSite(): Promise<Site> {
  buildIfNeeded();
  const port = await freePort();
  const server = createStaticServer({ folder: 'dist', base: '/burrow/' });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String(port)}/burrow/`,
    open: openBrowser,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function openBrowser() {
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ARGS });
  const context = await browser.newContext({ viewport: { width: 1280, height: 850 } });
  let most = 0;
  const sample = setInterval(() => (most = Math.max(most, rendererMegabytes())), 500);
  return {
    context,
    page: await context.newPage(),
    peak: () => most,
    close: async () => {
      clearInterval(sample);
      await browser.close();
    },
  };
}

/** Resident memory of the largest renderer process, in MB. */
function rendererMegabytes(): number {
  const lines = execFileSync('ps', ['-eo', 'rss=,args='], { encoding: 'utf8', maxBuffer: 1e8 }).split('\n');
  const renderers = lines.filter((line) => line.includes('--type=renderer'));
  return Math.max(0, ...renderers.map((line) => Number.parseInt(line.trim(), 10) / 1024));
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
