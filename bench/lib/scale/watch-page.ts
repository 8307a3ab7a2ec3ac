import type { Page } from '@playwright/test';

/** Figures since the last act of a person: a click, a key, a choice of files. */
export interface Watched {
  /** Seconds from the navigation to what the person did. */
  readonly start: number;
  /** Seconds from there to *Ready*; null while it is not reached. */
  readonly ready: number | null;
  /** Seconds from there until it was not *Ready* any more; null while that has not come. */
  readonly left: number | null;
  /** Seconds from there to the first passage of a new answer; null without one. */
  readonly evidence: number | null;
  /** Seconds from there to the end of a new answer; null without one. */
  readonly answered: number | null;
  /** Seconds that each stage was shown. */
  readonly stages: Readonly<Record<string, number>>;
  /** Milliseconds of each task that blocked the page for more than 50 ms. */
  readonly tasks: readonly number[];
  /** The longest time without *Ready* in which neither words nor bar of the progress changed, in seconds. */
  readonly silence: number;
  /** Seconds from the navigation to the first *Ready*. */
  readonly opened: number | null;
  /** Bytes that workers have written to files since the navigation. */
  readonly written: number;
}

/** The channel over which workers tell how many bytes they wrote. */
const CHANNEL = 'bench bytes';
/** Shim for the runner of this file, which may mark names in a way that the page does not know. */
const SHIM = 'globalThis.__name ??= (value) => value;';

interface Watch {
  look(): Watched;
  /** Looks at every change, or only when asked. */
  observe(always: boolean): void;
}

/**
 * Watches a page from its first script on. Bytes are counted where workers write: in the sync access handles and streams of the origin
 * private file system. IndexedDB is not counted.
 */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(SHIM);
  await page.addInitScript(watch, CHANNEL);
  page.on('worker', (worker) => {
    void worker
      .evaluate(SHIM)
      .then(() => worker.evaluate(countWrites, CHANNEL))
      .catch(() => undefined);
  });
}

export function look(page: Page): Promise<Watched> {
  return page.evaluate(() => (globalThis as unknown as { watch: Watch }).watch.look());
}

/** Has the page looked at while something is done only when asked, since looking at every change of a long list is work itself. */
export async function seldom<T>(page: Page, work: () => Promise<T>): Promise<T> {
  const observe = (always: boolean): Promise<void> =>
    page.evaluate((given) => (globalThis as unknown as { watch: Watch }).watch.observe(given), always);
  await observe(false);
  try {
    return await work();
  } finally {
    await observe(true);
  }
}

/** Runs in the page. */
function watch(channel: string): void {
  let start = 0;
  let left: number | null = null;
  let ready: number | null = null;
  let evidence: number | null = null;
  let answered: number | null = null;
  let opened: number | null = null;
  let stages: Record<string, number> = {};
  let tasks: number[] = [];
  let silence = 0;
  let written = 0;
  let shown = '';
  let stage: string | undefined;
  let wasReady = false;
  let changed = 0;
  let last = 0;
  let before = { status: '', answer: null as Element | null };
  const read = () => ({
    status:
      [...document.querySelectorAll('[role=status]')]
        .map((element) => element.textContent)
        .find((text) => /\b(?:Ready|Indexing|Paused)\b/u.test(text)) ?? '',
    // The newest: far ones of a long conversation are not drawn, so that their number says nothing.
    answer: [...document.querySelectorAll('article[aria-busy]')].at(-1) ?? null,
  });
  const restart = (at: number): void => {
    [start, last, changed] = [at, at, at];
    [left, ready, evidence, answered, silence] = [null, null, null, null, 0];
    [stages, tasks, before] = [{}, [], read()];
    look();
  };
  const look = (): void => {
    const now = performance.now();
    const since = (now - start) / 1000;
    const { status, answer } = read();
    const bar = document.querySelector('[role=progressbar]');
    const progress = `${status} ${bar?.parentElement?.textContent ?? ''} ${bar?.firstElementChild?.getAttribute('style') ?? ''}`;
    const isReady = /\bReady\b/u.test(status);
    if (stage !== undefined) stages[stage] = (stages[stage] ?? 0) + (now - last) / 1000;
    last = now;
    if (!wasReady) silence = Math.max(silence, now - changed);
    wasReady = isReady;
    if (progress !== shown) [shown, changed] = [progress, now];
    if (!isReady || status !== before.status) left ??= since;
    stage = isReady ? undefined : (bar?.getAttribute('aria-valuetext') ?? 'Before').split(':')[0];
    if (!isReady) ready = null;
    else if (left !== null) ready ??= since;
    if (isReady) opened ??= now / 1000;
    if (answer === before.answer) return;
    if (answer?.getAttribute('aria-busy') === 'false') answered ??= since;
    if (answer?.querySelector('article.passage')) evidence ??= since;
  };
  new BroadcastChannel(channel).addEventListener('message', ({ data }) => (written += data as number));
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  });
  for (const type of ['click', 'change', 'keydown']) {
    addEventListener(type, (event) => restart(event.timeStamp), { capture: true });
  }
  const observer = new MutationObserver(look);
  const observe = (always: boolean): void => {
    observer.disconnect();
    if (!always) return;
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['style', 'aria-valuetext', 'aria-busy'],
    });
  };
  observe(true);
  Object.assign(globalThis, {
    watch: {
      observe,
      look: (): Watched => {
        look();
        const seconds = { start: start / 1000, silence: silence / 1000 };
        return { ...seconds, left, ready, evidence, answered, stages, tasks, opened, written };
      },
    },
  });
}

/** Runs in a worker. */
function countWrites(name: string): void {
  interface Writer {
    write(data: BufferSource | Blob, ...rest: unknown[]): unknown;
  }
  const channel = new BroadcastChannel(name);
  const scope = globalThis as unknown as Record<string, { readonly prototype: Writer } | undefined>;
  for (const kind of ['FileSystemSyncAccessHandle', 'FileSystemWritableFileStream']) {
    const prototype = scope[kind]?.prototype;
    if (!prototype) continue;
    const write = prototype.write;
    prototype.write = function (this: Writer, data, ...rest) {
      channel.postMessage(data instanceof Blob ? data.size : data.byteLength);
      return write.call(this, data, ...rest);
    };
  }
}
