import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core';

/** A Firefox on a profile that outlives it, driven by WebDriver BiDi. */
interface FirefoxVisit {
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

/** Settings of `about:config` for a window that is private and saves downloads in a folder without a question. */
export function privateWindow(downloads: string): Readonly<Record<string, string | number | boolean>> {
  return {
    'browser.privatebrowsing.autostart': true,
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
  };
}

export async function startFirefox(
  executablePath: string,
  userDataDir: string,
  settings: Readonly<Record<string, string | number | boolean>> = {},
): Promise<FirefoxVisit> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    userDataDir,
    headless: true,
    defaultViewport: { width: 1280, height: 900 },
    extraPrefsFirefox: { ...NO_OTHER_HOST, ...settings },
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
  await begin(page, question, mode);
  await kept(page, before + 1);
  return page.$$eval('article[aria-label="Answer"]', (all) =>
    [...(all.at(-1)?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent).join('\n'),
  );
}

/** Asks and does not wait. */
export async function begin(page: Page, question: string, mode: string): Promise<void> {
  await press(page, 'radio', mode);
  await page.locator('::-p-aria([name="Question"][role="textbox"])').fill(question);
  await press(page, 'button', 'Ask');
}

/** Waits until so many answers are kept, the last one with marks. */
export async function kept(page: Page, answersKept: number): Promise<void> {
  await page.waitForFunction(
    (count) => {
      const all = document.querySelectorAll('article[aria-label="Answer"][aria-busy="false"]');
      return all.length === count && all[count - 1]?.querySelector('mark');
    },
    {},
    answersKept,
  );
}

/**
 * Connects a model server of one model in Settings, and chooses that to write answers. Fields are found by their ids: by role and name, which are
 * looked for in every element of so long a page, each takes Firefox seconds.
 */
export async function chooseModel(page: Page, address: string, model: string): Promise<void> {
  await press(page, 'tab', 'Settings');
  await page.locator('#server-address').fill(address);
  await page.locator('form:has(#server-address) button').click();
  await holds(page, '[role="status"][aria-label="Model server"]', 'Connected: 1 model');
  const value = await page.$$eval(
    '#chat-model option',
    (options, wanted) => options.find(({ label }) => label.startsWith(wanted))?.value,
    model,
  );
  await page.select('#chat-model', value ?? '');
  await press(page, 'tab', 'Ask');
}

export function answers(page: Page): Promise<number> {
  return page.$$eval('article[aria-label="Answer"]', (all) => all.length);
}
