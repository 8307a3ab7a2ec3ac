import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Output of a program, which is not ours; throws with what it says where it fails. */
export function run(program: string, args: readonly string[], input?: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...(input !== undefined && { input }),
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr.slice(-2000)}`);
  return stdout;
}

const answers = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0;

/** Checks that a program is installed. */
export const isInstalled = (program: string): boolean => answers(program, '--version');

const known = new Map<string, readonly string[]>();

/** Pythons that have a module, each with another version of it. `PYTHONS` names more of them, with a colon between. */
export function pythonsWith(module: string): readonly string[] {
  const found = known.get(module) ?? findPythons(module);
  known.set(module, found);
  return found;
}

function findPythons(module: string): readonly string[] {
  const candidates = ['/usr/bin/python3', 'python3', ...(process.env['PYTHONS'] ?? '').split(':').filter(Boolean)];
  const found = new Map<string, string>();
  for (const python of candidates) {
    const script = `import ${module}; print(${module}.__version__)`;
    const { status, stdout } = spawnSync(python, ['-c', script], { encoding: 'utf8' });
    if (status === 0 && !found.has(stdout)) found.set(stdout, python);
  }
  return [...found.values()];
}

/** The path of a script that lies beside this file. */
const scriptAt = (name: string): string => new URL(name, import.meta.url).pathname;

/** Runs a Python script beside this file, and parses its JSON output. */
export const readWith = <T>(python: string, script: string, ...args: readonly string[]): T =>
  JSON.parse(run(python, [scriptAt(script), ...args])) as T;

/** Provides a folder that is removed afterwards. */
export async function inFolder<T>(use: (folder: string) => Promise<T> | T): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'burrow-readers-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
