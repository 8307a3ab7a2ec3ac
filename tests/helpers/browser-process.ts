import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';

/** A Chromium of our own with a profile that outlives it. */
export interface BrowserProcess {
  readonly page: Page;
  /** Kills the browser with all its processes at once, as a power switch would; resolves when they are gone. */
  kill(): Promise<void>;
}

const ADDRESS = /DevTools listening on (ws:\S+)/u;

/** Starts Chromium in a process group of its own, on the profile in `profile`. */
export async function startBrowser(executable: string, profile: string): Promise<BrowserProcess> {
  const browser = spawn(
    executable,
    [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      // What the browser does for itself costs a second of each start.
      '--disable-extensions',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--window-size=1280,900',
      '--remote-debugging-port=0',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const connection = await chromium.connectOverCDP(await debuggingAddress(browser));
  const context = connection.contexts()[0] ?? (await connection.newContext());
  const page = context.pages()[0] ?? (await context.newPage());
  return { page, kill: () => killGroup(browser) };
}

function debuggingAddress({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = ADDRESS.exec(output)?.[1];
      if (address) resolve(address);
    });
    stderr?.on('end', () => reject(new Error(`Chromium ended before it could be driven: ${output}`)));
  });
}

async function killGroup(browser: ChildProcess): Promise<void> {
  if (browser.pid === undefined || browser.exitCode !== null || browser.signalCode !== null) return;
  const gone = once(browser, 'exit');
  process.kill(-browser.pid, 'SIGKILL');
  await gone;
}

/** A folder for a profile, removed after `use`. */
export async function withProfile<T>(use: (profile: string) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'burrow-profile-'));
  try {
    return await use(profile);
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
