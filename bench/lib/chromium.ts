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

/** The site as built now, or what `BURROW_SITE` holds, under `/burrow/` on a free port, for a real Chromium without any other host. */
export async function openSite(): Promise<Site> {
  const built = process.env['BURROW_SITE'];
  if (built === undefined) buildIfNeeded();
  const port = await freePort();
  const server = createStaticServer({ folder: built ?? 'dist', base: '/burrow/' });
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

/** Resident memory of the largest renderer process that this bench started, in MB. */
function rendererMegabytes(): number {
  const output = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8', maxBuffer: 1e8 });
  const processes = output.split('\n').map((line) => {
    const [pid = 0, parent = 0, kilobytes = 0] = line.trim().split(/\s+/u, 3).map(Number);
    return { pid, parent, megabytes: kilobytes / 1024, renderer: line.includes('--type=renderer') };
  });
  const parentOf = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(parentOf.get(pid) ?? 0));
  const renderers = processes.filter(({ renderer, pid }) => renderer && isOurs(pid));
  return Math.max(0, ...renderers.map(({ megabytes }) => megabytes));
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
