import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Seconds that a test file took: of its tests, and of starting and importing it. */
export interface FileTime {
  readonly file: string;
  readonly tests: number;
  readonly imports: number;
}

/** Times of the last run of each stage, the slowest file first. */
export type TestTimes = Readonly<Record<string, readonly FileTime[]>>;

const total = ({ tests, imports }: FileTime): number => tests + imports;

/** Sorts times, the slowest file first, with paths from the root of the repository. */
export const slowestFirst = (times: readonly FileTime[]): readonly FileTime[] =>
  times
    .map(({ file, tests, imports }) => ({
      file: relative('.', file),
      tests: rounded(tests),
      imports: rounded(imports),
    }))
    .toSorted((a, b) => total(b) - total(a));

const rounded = (seconds: number): number => Math.round(seconds * 100) / 100;

/** Adds up the tries of each test in a report of Playwright, by file. */
export function playwrightTimes(report: PlaywrightReport): readonly FileTime[] {
  const seconds = new Map<string, number>();
  const add = ({ file, specs = [], suites = [] }: PlaywrightSuite): void => {
    const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
    const sum = results.reduce((before, { duration }) => before + duration / 1000, 0);
    seconds.set(file, (seconds.get(file) ?? 0) + sum);
    suites.forEach(add);
  };
  report.suites.forEach(add);
  return Array.from(seconds, ([file, tests]) => ({ file: `tests/e2e/${file}`, tests, imports: 0 }));
}

/** The parts of a JSON report of Playwright that tell times. */
export interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  readonly file: string;
  readonly specs?: readonly {
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** Keeps the times of the stages that ran beside those of the others. */
export function keepTimes(path: string, times: TestTimes): void {
  const before = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as TestTimes) : {};
  writeFileSync(path, `${JSON.stringify({ ...before, ...times }, null, 1)}\n`);
}

/** A table of the slowest files of all stages. */
export function slowestFiles(times: TestTimes, most: number): string {
  const all = slowestFirst(Object.values(times).flat());
  const lines = all.slice(0, most).map((one) => {
    const imports = one.imports > 0 ? `, of which ${one.imports.toFixed(1)} s imports` : '';
    return `${total(one).toFixed(1).padStart(7)} s  ${one.file}${imports}`;
  });
  return [`The slowest of ${String(all.length)} test files:`, ...lines].join('\n');
}
