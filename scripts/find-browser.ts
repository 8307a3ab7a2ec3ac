import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const USUAL_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** An installed Chrome or Chromium: the one named by the variable CHROMIUM, a usual place, or Playwright's own. */
export function findBrowser(): string | undefined {
  const candidates = [process.env['CHROMIUM'], ...USUAL_PATHS, chromium.executablePath()];
  return candidates.find((path): path is string => !!path && existsSync(path));
}

/** Finds a browser, or installs one by the platform's own means. */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  console.log('No Chrome or Chromium found; installing one. Set CHROMIUM=/path/to/chrome to use another.');
  if (isRootOnDebian()) install('apt-get', ['update'], ['install', '-y', '--no-install-recommends', 'chromium']);
  else install('npx', ['playwright', 'install', 'chromium']);
  const installed = findBrowser();
  if (!installed) throw new Error('No browser could be installed. Install Chrome or Chromium and run this again.');
  return installed;
}

function install(command: string, ...steps: readonly (readonly string[])[]): void {
  for (const step of steps) {
    execFileSync(command, step, { stdio: 'inherit', shell: process.platform === 'win32' });
  }
}

function isRootOnDebian(): boolean {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return process.getuid?.() === 0 && /^ID=debian$/mu.test(release);
}
