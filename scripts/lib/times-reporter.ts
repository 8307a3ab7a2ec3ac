import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileTime } from './test-times.ts';

/** Writes the times of each test file to the file that `BURROW_TEST_TIMES` names. */
export default class TimesReporter implements Reporter {
  readonly #times: FileTime[] = [];

  onTestModuleEnd(module: TestModule): void {
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
    const { browser } = module.project.config;
    // In a browser the time until a file begins is that of all files before it.
    const imports = browser.enabled ? 0 : environmentSetupDuration + prepareDuration + collectDuration + setupDuration;
    this.#times.push({ file: module.moduleId, tests: duration / 1000, imports: imports / 1000 });
  }

  onTestRunEnd(): void {
    const path = process.env['BURROW_TEST_TIMES'];
    if (path) writeFileSync(path, JSON.stringify(this.#times));
  }
}
