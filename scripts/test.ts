import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfNeeded } from './build-if-needed';
import { ensureBrowser } from './find-browser';
import {
  type FileTime,
  keepTimes,
  type PlaywrightReport,
  playwrightTimes,
  slowestFiles,
  slowestFirst,
  type TestTimes,
} from './lib/test-times';

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Times of all files, which CI keeps. */
const TIMES = 'test-times.json';
const SHOWN = 20;

const STAGES = ['unit', 'component', 'e2e'] as const;
type Stage = (typeof STAGES)[number];

const chosen = STAGES.filter((stage) => process.argv.includes(stage));
const more = process.argv.slice(2).filter((argument) => !STAGES.some((stage) => stage === argument));
const reports = mkdtempSync(join(tmpdir(), 'burrow-tests-'));
const stages = chosen.length > 0 ? chosen : STAGES;
const results = stages.map((stage) => runStage(stage));
const times: TestTimes = Object.fromEntries(stages.map((stage) => [stage, slowestFirst(timesOf(stage))]));

const sum = (key: keyof Counts): number => results.reduce((total, counts) => total + counts[key], 0);
rmSync(reports, { recursive: true, force: true });
keepTimes(TIMES, times);
console.log(`\n${slowestFiles(times, SHOWN)}`);
console.log(`\n${String(sum('passed'))} passed, ${String(sum('failed'))} failed`);
process.exit(sum('failed') > 0 ? 1 : 0);

function runStage(stage: Stage): Counts {
  const report = join(reports, `${stage}.json`);
  if (stage !== 'unit') process.env['CHROMIUM'] = ensureBrowser();
  if (stage === 'e2e') buildIfNeeded();
  const [script, ...args] = stage === 'e2e' ? playwright() : vitest(stage, report);
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, BURROW_TEST_TIMES: timesFile(stage) };
  const { status } = spawnSync(process.execPath, [script, ...args, ...more], { stdio: 'inherit', env });
  const counts = existsSync(report) ? readCounts(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 };
  return status === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

function vitest(project: Stage, report: string): [string, ...string[]] {
  const times = '--reporter=./scripts/lib/times-reporter.ts';
  const reporters = ['--reporter=default', '--reporter=json', times, `--outputFile.json=${report}`];
  return ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...reporters];
}

function playwright(): [string, ...string[]] {
  return ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'];
}

function timesFile(stage: Stage): string {
  return join(reports, stage === 'e2e' ? 'e2e.json' : `${stage}-times.json`);
}

function timesOf(stage: Stage): readonly FileTime[] {
  const path = timesFile(stage);
  if (!existsSync(path)) return [];
  const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return stage === 'e2e' ? playwrightTimes(read as PlaywrightReport) : (read as readonly FileTime[]);
}

function readCounts(report: unknown): Counts {
  if (isRecord(report) && isRecord(report['stats'])) {
    const { expected, flaky, unexpected } = report['stats'];
    return { passed: Number(expected) + Number(flaky), failed: Number(unexpected) };
  }
  if (!isRecord(report)) return { passed: 0, failed: 1 };
  return { passed: Number(report['numPassedTests']), failed: Number(report['numFailedTests']) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
