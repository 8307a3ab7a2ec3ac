import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core';

/** A Firefox on a profile that outlives it, driven by WebDriver BiDi. */
export interface FirefoxVisit {
  readonly page: Page;
  /** Errors in the console of the page, those that nothing caught, and requests for other hosts. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

/** A proxy that is not there, for every host but this machine. */
const NO_OTHER_HOST = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.failover_direct': false,
};
const PATIENCE = 60_000;

export async function startFirefox(executablePath: string, userDataDir: string): Promise<FirefoxVisit> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    userDataDir,
    headless: true,
    defaultViewport: { width: 1280, height: 900 },
    extraPrefsFirefox: NO_OTHER_HOST,
    timeout: PATIENCE,
    protocolTimeout: 2 * PATIENCE,
  });
  const errors: string[] = [];
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') errors.push(`asked ${request.url()}`);
  });
  return { page, errors, close: () => browser.close() };
}

/** Clicks what has this role and name, once it can be clicked. */
export async function press(page: Page, role: string, name: string): Promise<void> {
  await page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click();
}

/** Waits until an element that matches holds these words. */
export async function holds(page: Page, selector: string, words: string): Promise<void> {
  await page.waitForFunction(
    (wanted, text) => [...document.querySelectorAll(wanted)].some((found) => found.textContent?.includes(text)),
    {},
    selector,
    words,
  );
}

export async function ready(page: Page): Promise<void> {
  await holds(page, '[role="status"]', 'Ready');
}

export async function addFiles(page: Page, ...paths: readonly string[]): Promise<void> {
  const input = (await page.waitForSelector('input[aria-label="Add documents"]')) as ElementHandle<HTMLInputElement>;
  await input.uploadFile(...paths);
}

/** Asks, and waits until the answer is kept; then the words of its first marks. */
export async function ask(page: Page, question: string, mode: string): Promise<string> {
  const before = await answers(page);
  await press(page, 'radio', mode);
  await page.locator('::-p-aria([name="Question"][role="textbox"])').fill(question);
  await press(page, 'button', 'Ask');
  await page.waitForFunction(
    (count) => {
      const kept = document.querySelectorAll('article[aria-label="Answer"][aria-busy="false"]');
      return kept.length === count && kept[count - 1]?.querySelector('mark');
    },
    {},
    before + 1,
  );
  return page.$$eval('article[aria-label="Answer"]', (all) =>
    [...(all.at(-1)?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent).join('\n'),
  );
}

export function answers(page: Page): Promise<number> {
  return page.$$eval('article[aria-label="Answer"]', (all) => all.length);
}
