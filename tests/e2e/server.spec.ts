import { chromium, expect, test, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser';
import { serveModelServer, type Behaviour, type ModelServer } from '../helpers/model-server';
import { dialectNames, readDialect } from '../helpers/dialect';
import { watchRequests } from '../helpers/page-checks';
import { addFiles, ask, passages, ready, textFile } from '../helpers/page-steps';
import { serveBurrow } from '../helpers/static-server';

let server: ModelServer;
const others: ModelServer[] = [];
test.beforeEach(async () => {
  server = await serveModelServer({ models: [{ id: 'small:1b' }, { id: 'large:8b' }, { id: 'nomic-embed-text' }] });
});
test.afterEach(async () => {
  await Promise.all([server, ...others.splice(0)].map((one) => one.close()));
});

async function another(behaviour: Partial<Behaviour> = {}): Promise<ModelServer> {
  const made = await serveModelServer(behaviour);
  others.push(made);
  return made;
}

async function openSettings(page: Page, url = './'): Promise<void> {
  await page.goto(url);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('textbox', { name: 'Server address' })).toBeVisible();
}

async function connect(page: Page, address: string, key = ''): Promise<void> {
  await page.getByRole('textbox', { name: 'Server address' }).fill(address);
  await page.getByLabel('Key, if it asks for one').fill(key);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
}

const link = (page: Page) => page.getByRole('status', { name: 'Model server' });
const alert = (page: Page) => page.getByRole('main').getByRole('alert');
const trial = (page: Page) => page.getByRole('status', { name: 'Trial' });
const paths = (one: ModelServer) => one.asked.map(({ method, path }) => `${method} ${path}`);

async function choose(page: Page, model: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Chat model' }).selectOption({ label: `${model} (model server)` });
}

test('a server is connected, its models are listed, and one is tried word by word', async ({ page }) => {
  const foreign = watchRequests(page);
  await openSettings(page);
  expect([...paths(server), ...foreign()]).toEqual([]);
  await connect(page, server.url);
  await expect(link(page)).toContainText('Connected: 2 models');
  await choose(page, 'small:1b');
  server.hold = 'before each piece';
  await page.getByRole('button', { name: 'Try it' }).click();
  for (const heard of ['Boats', 'Boats are', 'Boats are kept']) {
    await expect.poll(() => server.standing).toBe(1);
    server.release();
    await expect(trial(page)).toHaveText(heard);
  }
  delete server.hold;
  server.release();
  await expect(trial(page)).toContainText('Boats are kept dry.');
  await expect(trial(page)).toContainText('4 written');
  const asked = server.asked.at(-1)?.json as { readonly model: string; readonly stream: boolean };
  expect(asked).toMatchObject({ model: 'small:1b', stream: true });
  expect(foreign().filter((url) => !url.startsWith(server.url))).toEqual([]);
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('status', { name: 'Outside requests' })).toHaveText('0');
});

for (const name of dialectNames().filter((one) => ['ollama', 'lmstudio', 'llamacpp', 'vllm'].includes(one))) {
  const { server: speaks, exchanges, chats } = readDialect(name);
  test(`a model is connected by its address and answers: ${speaks}`, async ({ page }) => {
    const played = await another({ exchanges });
    await openSettings(page);
    await connect(page, played.url);
    await expect(link(page)).toContainText('Connected');
    await choose(page, chats ?? '');
    await page.getByRole('button', { name: 'Try it' }).click();
    await expect(trial(page)).toContainText('Boats are kept dry.');
    await expect(trial(page)).toContainText('18 tokens read, 5 written');
    await expect(alert(page)).toHaveCount(0);
  });
}

test('an embedding model of the server embeds documents after a click, finds by meaning, and is told when it is gone', async ({
  page,
}) => {
  await page.goto('./');
  await addFiles(page, textFile('boats.txt', 'Boats are kept in the boathouse. Agnes Lorne paints them in spring.'));
  await ready(page);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await connect(page, server.url);
  await expect(link(page)).toContainText('It also has 1 embedding model');
  await page.getByRole('combobox', { name: 'Embedding model' }).selectOption('server/nomic-embed-text');
  const plan = page.getByRole('group', { name: 'Embedding plan' });
  await expect(plan).toContainText('to embed with nomic-embed-text');
  const inputs = () =>
    server.asked.flatMap(({ path, json }) => (path === '/v1/embeddings' ? (json as { input: string[] }).input : []));
  expect(inputs().join(' ')).not.toContain('Boats');
  await plan.getByRole('button', { name: 'Embed this collection' }).click();
  await expect(plan).toContainText('is embedded with nomic-embed-text');
  expect(inputs().some((text) => text.startsWith('search_document: ') && text.includes('Boats'))).toBe(true);
  await page.getByRole('tab', { name: 'Ask' }).click();
  await ask(page, 'Where are boats kept?', 'Local');
  await expect(passages(page).first()).toContainText('boathouse');
  expect(inputs()).toContain('search_query: Where are boats kept?');
  await expect(page.getByText('Searched by words only')).toHaveCount(0);
  await server.close();
  await ask(page, 'Who paints boats?', 'Local');
  await expect(page.getByText(`Searched by words only: Nothing answers at ${server.url}`)).toBeVisible();
  await expect(passages(page).first()).toContainText('Agnes');
});

test('a reranker of the server puts passages in its order, and evidence goes on without it when it is gone', async ({
  page,
}) => {
  const ranks = await another({ models: [{ id: 'bge-reranker-v2-m3' }] });
  await page.goto('./');
  const much = 'Boats are kept in the boathouse. Boats are kept dry there, and boats are kept painted all year.';
  await addFiles(page, textFile('much.txt', much), textFile('little.txt', 'Agnes kept a boat by the river.'));
  await ready(page);
  await ask(page, 'Where are boats kept?', 'Basic');
  await expect(passages(page).first()).toContainText('boathouse');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await connect(page, ranks.url);
  await expect(link(page)).toContainText('It also has 1 reranker');
  await page.getByRole('combobox', { name: 'Reranker' }).selectOption('server/bge-reranker-v2-m3');
  await page.getByRole('tab', { name: 'Ask' }).click();
  await ask(page, 'Where are boats kept?', 'Basic');
  await expect(passages(page).first()).toContainText('Agnes');
  const { query, documents } = ranks.asked.at(-1)?.json as { readonly query: string; readonly documents: string[] };
  expect([query, documents.length]).toEqual(['Where are boats kept?', 2]);
  await ranks.close();
  await ask(page, 'Where are the boats kept?', 'Basic');
  await expect(passages(page).first()).toContainText('boathouse');
  const trace = page.getByRole('region', { name: 'Trace' }).last();
  await trace.getByRole('button', { name: /How this was found/ }).click();
  await expect(trace).toContainText(`Nothing answers at ${ranks.url}`);
});

test('stopping a trial closes the connection, and the next one runs', async ({ page }) => {
  await openSettings(page);
  await connect(page, server.url);
  await choose(page, 'large:8b');
  server.hold = 'before the first piece';
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect.poll(() => server.standing).toBe(1);
  await page.getByRole('button', { name: 'Stop the trial' }).click();
  await expect.poll(() => [server.running, server.left]).toEqual([0, 1]);
  delete server.hold;
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(trial(page)).toContainText('Boats are kept dry.');
  await expect(alert(page)).toHaveCount(0);
});

test('a connected server is found again after a reload, and asked nothing more once it is disconnected', async ({
  page,
}) => {
  await openSettings(page);
  await connect(page, server.url, 'a-key');
  await choose(page, 'small:1b');
  await openSettings(page);
  await expect(link(page)).toContainText('Connected');
  await expect(page.getByRole('combobox', { name: 'Chat model' })).toHaveValue('server/small:1b');
  expect(server.asked.at(-1)?.headers.authorization).toBe('Bearer a-key');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('combobox', { name: 'Chat model' })).toHaveValue('');
  const before = paths(server);
  await openSettings(page);
  await expect(page.getByRole('textbox', { name: 'Server address' })).toHaveValue('http://localhost:11434');
  await expect(page.getByRole('button', { name: 'Disconnect' })).toHaveCount(0);
  expect(paths(server)).toEqual(before);
});

test('a server that does not let this page read is told from one that is not there, each with its remedy', async ({
  page,
}) => {
  await openSettings(page);
  await page.reload(); // isolated from the second visit on
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await expect(page.getByRole('textbox', { name: 'Server address' })).toBeVisible();
  const { origin } = new URL(page.url());
  server.origins = [];
  await connect(page, server.url);
  await expect(alert(page)).toContainText(
    `There is a server at ${server.url}, but it does not let pages from ${origin} read`,
  );
  await expect(alert(page)).toContainText(`OLLAMA_ORIGINS=${origin}`);
  server.strict = true;
  await connect(page, server.url);
  await expect(alert(page)).toContainText(`OLLAMA_ORIGINS=${origin}`);
  server.origins = [origin];
  await connect(page, server.url);
  await expect(link(page)).toContainText('Connected');
  await expect(alert(page)).toHaveCount(0);
  const gone = await another();
  await gone.close();
  await connect(page, gone.url);
  await expect(alert(page)).toContainText(`Nothing answers at ${gone.url}`);
  await expect(alert(page)).toContainText('Ollama listens on 11434');
});

test('a wrong key is told, and the right one connects', async ({ page }) => {
  server.key = 'right';
  await openSettings(page);
  await connect(page, server.url, 'wrong');
  await expect(alert(page)).toContainText('does not know this one');
  await connect(page, server.url, 'right');
  await expect(link(page)).toContainText('Connected');
});

test('a server without models says how to get one', async ({ page }) => {
  server.models = [{ id: 'nomic-embed-text' }];
  await openSettings(page);
  await connect(page, server.url);
  await expect(link(page)).toContainText('no chat model. Get one there');
});

test('an address that cannot be allowed is not asked, whatever is entered', async ({ page }) => {
  const foreign = watchRequests(page);
  await openSettings(page);
  for (const [typed, words] of [
    ['http://models.example.org', 'so it needs https'],
    ['http://localhost.evil.example', 'so it needs https'],
    ['http://127.0.0.2:11434', 'a name of this machine'],
    ['https://*.example.org', 'cannot be allowed by name'],
    [`http://me:secret@127.0.0.1:${new URL(server.url).port}`, 'name or a password'],
    [server.url.replace('http:', 'https:'), 'without encryption'],
    ['what is this', 'not the address of a model server'],
  ] as const) {
    await connect(page, typed);
    await expect(alert(page)).toContainText(words);
  }
  expect([...foreign(), ...paths(server)]).toEqual([]);
});

for (const readable of [true, false]) {
  test(`a server that sends on to another is not followed${readable ? ', and told' : ', even when it lets nobody read'}`, async ({
    page,
  }) => {
    const other = await another();
    await openSettings(page);
    if (!readable) server.origins = [];
    server.instead.set('/v1/models', { status: 307, location: `${other.url}/v1/models` });
    await connect(page, server.url);
    await expect(alert(page)).toContainText(readable ? 'sends on to another address' : 'does not let pages');
    expect(other.asked).toEqual([]);
  });
}

test('a refused address leaves the server of before in use', async ({ page }) => {
  const broken = await another();
  broken.instead.set('/v1/models', { status: 500, type: 'text/plain', body: 'out of order' });
  await openSettings(page);
  await connect(page, server.url);
  await choose(page, 'small:1b');
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(trial(page)).toContainText('dry.');
  await connect(page, broken.url);
  await expect(alert(page)).toContainText('The server failed (500): out of order.');
  server.pieces = ['Still ', 'here.'];
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(trial(page)).toContainText('Still here.');
  expect(paths(broken)).toEqual(['GET /v1/models']);
});

test('what goes wrong while a model answers is told beside it', async ({ page }) => {
  await openSettings(page);
  await connect(page, server.url);
  await choose(page, 'small:1b');
  const chat = '/v1/chat/completions';
  server.instead.set(chat, { status: 400, body: '{"error":"the request exceeds the available context size"}' });
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(alert(page)).toContainText('does not fit into the context window');
  const body = 'data: {"choices":[{"delta":{"content":"Half"}}]}\n\n';
  server.instead.set(chat, { type: 'text/event-stream', body, then: 'cut', times: 1 });
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(trial(page)).toContainText('Boats are kept dry.');
  await expect(trial(page)).not.toContainText('Half');
  await expect(alert(page)).toHaveCount(0);
});

test('sealed, the server on this machine is still used, and the page says so', async ({ page }) => {
  const foreign = watchRequests(page);
  await openSettings(page);
  await connect(page, server.url);
  await choose(page, 'small:1b');
  await page.getByRole('switch', { name: 'Sealed mode' }).check();
  await expect(page.getByText('It is the only exception')).toBeVisible();
  await openSettings(page);
  await expect(link(page)).toContainText('Connected');
  await expect(page.getByRole('switch', { name: 'Sealed mode' })).toBeChecked();
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(trial(page)).toContainText('Boats are kept dry.');
  expect(foreign().filter((url) => !url.startsWith(server.url))).toEqual([]);
});

/** A page that the browser takes for one of the internet: it has to be let through to this machine. */
async function openFromOutside(granted: boolean) {
  const burrow = await serveBurrow();
  const { port } = new URL(burrow.url);
  const origin = `http://burrow.example:${port}`;
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--host-resolver-rules=MAP burrow.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      `--unsafely-treat-insecure-origin-as-secure=${origin}`,
      `--ip-address-space-overrides=127.0.0.1:${port}=public`,
    ],
  });
  const context = await browser.newContext(granted ? { permissions: ['local-network-access'] } : {});
  const page = await context.newPage();
  await openSettings(page, `${origin}/burrow/`);
  return { page, origin, close: () => Promise.all([browser.close(), burrow.close()]) };
}

test('a browser that keeps the page from this machine is told, with the remedy, and nothing arrives', async () => {
  const { page, close } = await openFromOutside(false);
  await connect(page, server.url);
  await expect(alert(page)).toContainText(
    'The browser has not let this page connect to programs on this machine. Allow it',
  );
  expect(server.asked).toEqual([]);
  await page.context().grantPermissions(['local-network-access']);
  await connect(page, server.url);
  await expect(link(page)).toContainText('Connected');
  await close();
});

test('a page from the internet that was let through connects, and a missing server is told as such', async () => {
  const { page, origin, close } = await openFromOutside(true);
  server.origins = [];
  await connect(page, server.url);
  await expect(alert(page)).toContainText(`does not let pages from ${origin} read`);
  server.origins = [origin];
  await connect(page, server.url);
  await choose(page, 'small:1b');
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(trial(page)).toContainText('Boats are kept dry.');
  const gone = await another();
  await gone.close();
  await connect(page, gone.url);
  await expect(alert(page)).toContainText('Nothing answers');
  await close();
});
