import { expect, test, type Page } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import type { ModelFiles } from '../../scripts/lib/tiny/model-files';
import { tinyChat } from '../../scripts/lib/tiny/tiny-chat';
import { tinyEmbedder } from '../../scripts/lib/tiny/tiny-embedder';
import { TRANSFORMERS_CHAT_MODELS } from '../../src/core/models/catalogue/transformers-chat-models';
import { EMBEDDING_MODELS } from '../../src/core/models/catalogue/embedding-models';
import { hubUrl } from '../../src/core/models/catalogue/hub-files';
import type { ChatReply, ChatRequest } from '../../src/core/models/chat-model';
import { bundle } from '../helpers/bundle';
import type { ModelWorkerDriver } from '../helpers/model-worker-driver';
import { serveBurrow, type BurrowServer } from '../helpers/static-server';

const [embedding] = EMBEDDING_MODELS;
const [chat] = TRANSFORMERS_CHAT_MODELS;
if (!embedding || !chat) throw new Error('The catalogue is empty');

let script: string;
let burrow: BurrowServer;
let complaints: string[];

test.beforeAll(async () => {
  script = await bundle('tests/helpers/model-worker-driver.ts');
});
test.beforeEach(async ({ page }) => {
  burrow = await serveBurrow();
  burrow.extra.set('driver.js', script);
  complaints = [];
  page.on('console', (message) => {
    if (/Content Security Policy|jsdelivr|huggingface/u.test(message.text())) complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(burrow.url) && !request.url().startsWith('data:')) complaints.push(request.url());
  });
  await page.goto(burrow.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
});
test.afterEach(() => burrow.close());

interface DriverModule {
  readonly driver: ModelWorkerDriver;
}

function worker(name: string): string {
  const file = readdirSync('dist/assets').find((asset) => asset.startsWith(`${name}.worker-`) && asset.endsWith('.js'));
  return `${burrow.url}assets/${String(file)}`;
}

function store(page: Page, repository: string, files: ModelFiles): Promise<void> {
  const given = [...files].map(([path, bytes]) => [hubUrl(repository, path), Buffer.from(bytes).toString('base64')]);
  return page.evaluate(
    async ([module, stored]) => {
      const { driver } = (await import(module)) as DriverModule;
      await driver.store(stored);
    },
    [`${burrow.url}driver.js`, Object.fromEntries(given) as Record<string, string>] as const,
  );
}

function embed(page: Page, texts: readonly string[], script = worker('embed')): Promise<readonly number[]> {
  return page.evaluate(
    async ([module, file, model, given]) => {
      const { driver } = (await import(module)) as DriverModule;
      return driver.embed(file, model, given);
    },
    [`${burrow.url}driver.js`, script, embedding?.id ?? '', texts] as const,
  );
}

function load(page: Page, script: string): Promise<string> {
  return page.evaluate(
    async ([module, file, model]) => {
      const { driver } = (await import(module)) as DriverModule;
      return driver.load(file, model);
    },
    [`${burrow.url}driver.js`, script, embedding?.id ?? ''] as const,
  );
}

/** The embedder on a processor of four cores, whatever this one has. */
function onFourCores(): string {
  burrow.extra.set('four.js', `Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 });`);
  burrow.extra.set('embed-on-four.js', `import './four.js'; import '${worker('embed')}';`);
  return `${burrow.url}embed-on-four.js`;
}

/** Keeps files of a test offline beside those of the build: nothing else of the site is kept. */
async function keepWithBuild(page: Page, files: readonly string[]): Promise<void> {
  await page.evaluate(
    async (urls) => {
      const build = (await caches.keys()).find((name) => name.startsWith('burrow ')) ?? '';
      await (await caches.open(build)).addAll(urls);
    },
    files.map((file) => burrow.url + file),
  );
}

function answer(page: Page, request: ChatRequest): Promise<ChatReply> {
  return page.evaluate(
    async ([module, file, model, given]) => {
      const { driver } = (await import(module)) as DriverModule;
      return driver.answer(file, model, given);
    },
    [`${burrow.url}driver.js`, worker('chat'), chat?.id ?? '', request] as const,
  );
}

test('texts are embedded under the content policy, by files of this site alone, and offline afterwards', async ({
  page,
  context,
}) => {
  await store(page, embedding.repository, tinyEmbedder(embedding.dims, 'onnx/model_quantized.onnx'));
  const vectors = await embed(page, ['a fox', 'a burrow']);
  expect(vectors).toHaveLength(2 * embedding.dims);
  expect(Math.hypot(...vectors.slice(0, embedding.dims))).toBeCloseTo(1, 4);
  await context.setOffline(true);
  expect(await embed(page, ['a fox', 'a burrow'])).toEqual(vectors);
  expect(complaints).toEqual([]);
});

test('a first visit embeds on one thread, later ones on several with the same vectors', async ({ page, context }) => {
  await store(page, embedding.repository, tinyEmbedder(embedding.dims, 'onnx/model_quantized.onnx'));
  const script = onFourCores();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  expect(await load(page, script)).toBe(`${embedding.title} is ready.`);
  const vectors = await embed(page, ['a fox', 'a burrow'], script);
  await page.reload();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await load(page, script)).toBe(`${embedding.title} is ready, on 3 threads.`);
  expect(await embed(page, ['a fox', 'a burrow'], script)).toEqual(vectors);
  await keepWithBuild(page, ['driver.js', 'four.js', 'embed-on-four.js']);
  await context.setOffline(true);
  await page.reload();
  expect(await load(page, script)).toBe(`${embedding.title} is ready, on 3 threads.`);
  expect(complaints).toEqual([]);
});

test('a small chat model answers in a form under the content policy', async ({ page }) => {
  await store(page, chat.repository, tinyChat('onnx/model_quantized.onnx'));
  const shape = { kind: 'choice', options: ['yes', 'no'] } as const;
  const messages = [{ role: 'user', content: 'Is it dry down there?' }] as const;
  const reply = await answer(page, { messages, maxTokens: 8, temperature: 0, shape });
  expect(['yes', 'no']).toContain(reply.text);
  expect(complaints).toEqual([]);
});

test('a model that is not there is asked of no one', async ({ page }) => {
  await expect(embed(page, ['a fox'])).rejects.toThrow('Download it first');
  expect(complaints).toEqual([]);
});

test('no one downloads what runs models before using it', () => {
  const [, build = ''] = /const BUILD = (\{[\s\S]*?\n\});/u.exec(readFileSync('dist/service-worker.js', 'utf8')) ?? [];
  const { shell, rest, assets } = JSON.parse(build) as Readonly<Record<string, readonly string[]>>;
  const runsModels = /ort-wasm|transformers|web-llm/u;
  expect([...(shell ?? []), ...(rest ?? [])].filter((file) => runsModels.test(file))).toEqual([]);
  expect((assets ?? []).filter((file) => /ort-wasm.*\.wasm$/u.test(file))).toHaveLength(3);
});
