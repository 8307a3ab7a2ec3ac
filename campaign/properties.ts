import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds that a test may take. */
const PATIENCE = 3_600_000;

const [, , times = '20', ...chosen] = process.argv;
const files = readdirSync('tests/unit', { recursive: true, encoding: 'utf8' })
  .map((name) => `tests/unit/${name}`)
  .filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes("from 'fast-check'"))
  .filter((file) => chosen.length === 0 || chosen.some((part) => file.includes(part)));
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', `--testTimeout=${String(PATIENCE)}`, ...files],
  { stdio: 'inherit', env: { ...process.env, BURROW_PROPERTY_TIMES: times } },
);
process.exit(status ?? 1);
