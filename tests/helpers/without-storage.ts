import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { serveBurrow, type BurrowServer } from './static-server';

/** Missing features of a window, as a script that runs before any other in the page and in each worker. */
export const LACKS = {
  'has no storage of its own, like one of WebKitGTK,':
    'delete Object.getPrototypeOf(navigator).storage; delete globalThis.FileSystemFileHandle;',
  'is refused its folder':
    "StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('Not here.', 'SecurityError'));",
  'has neither files nor IndexedDB':
    "delete StorageManager.prototype.getDirectory; Object.defineProperty(globalThis, 'indexedDB', { value: undefined });",
} as const;

/** Serves the built site with workers that lack what the page lacks. */
export async function serveWithout(page: Page, script: string): Promise<BurrowServer> {
  const burrow = await serveBurrow();
  for (const name of readdirSync('dist/assets')) {
    if (!/\.worker-[^.]+\.js$/u.test(name)) continue;
    burrow.extra.set(`assets/${name}`, `${script}\n${readFileSync(join('dist/assets', name), 'utf8')}`);
  }
  await page.addInitScript(script);
  return burrow;
}
