import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const SOURCES = ['index.html', 'package-lock.json', 'vite.config.ts', 'src', 'workers', 'public', 'scripts'];
const RESULT = 'dist/service-worker.js';

/** Builds `dist` when it is missing or older than what it is made from. */
export function buildIfNeeded(): void {
  const built = existsSync(RESULT) ? statSync(RESULT).mtimeMs : 0;
  if (SOURCES.every((source) => newest(source) <= built)) return;
  const vite = join('node_modules', 'vite', 'bin', 'vite.js');
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { stdio: 'inherit' });
}

function newest(path: string): number {
  if (!existsSync(path)) return 0;
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) buildIfNeeded();
