import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser';

const PORT = Number(process.env['BURROW_E2E_PORT'] ?? 4179);
const executablePath = findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  timeout: 120_000,
  // Slack for a machine that does other work at the same time; no test asserts a time by it.
  expect: { timeout: 20_000 },
  workers: 2,
  // On a shared machine a test may meet a stall; what passed only the second time is listed as flaky.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: !!process.env['CI'],
  use: {
    baseURL: `http://127.0.0.1:${String(PORT)}/burrow/`,
    browserName: 'chromium',
    serviceWorkers: 'allow',
    trace: 'off',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'],
    },
  },
  webServer: {
    command: `node --import tsx scripts/serve.ts --base /burrow/ --port ${String(PORT)}`,
    url: `http://127.0.0.1:${String(PORT)}/burrow/`,
    reuseExistingServer: false,
  },
});
