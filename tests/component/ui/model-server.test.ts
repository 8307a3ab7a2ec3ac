import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { explainStatus } from '../../../src/adapters/models/server/server-errors';
import { language } from '../../../src/app/words/language.svelte';
import { button, findings, NO_GPU, showModels } from './show-models';

beforeEach(() => page.viewport(1280, 860));
afterEach(() => language.choose('browser'));

test('what a server has for embedding and ranking is offered there, is no chat model, and is kept over a disconnection', async () => {
  const models = [
    { name: 'small:1b' },
    { name: 'large:cloud', elsewhere: 'ollama.com' },
    { name: 'bge-m3', only: 'embedding' },
    { name: 'bge-reranker-v2-m3', only: 'reranking' },
  ] as const;
  await showModels({ hardware: NO_GPU, server: async () => models });
  await button('Connect').click();
  const link = page.getByRole('status', { name: 'Model server' });
  await expect.element(link).toHaveTextContent('Connected: 1 model.');
  await expect
    .element(link)
    .toHaveTextContent('It also has 1 embedding model (under Embedding model) and 1 reranker (under Reranker).');
  const titles = [...document.querySelectorAll('#chat-model option')].map(({ textContent }) => textContent);
  expect(titles.slice(1)).toEqual(['small:1b (model server)']);
  await expect
    .element(link)
    .toHaveTextContent('Not offered, because the server would pass your passages on: large:cloud (to ollama.com).');
  const embedding = page.getByRole('combobox', { name: 'Embedding model' });
  const reranker = page.getByRole('combobox', { name: 'Reranker' });
  await embedding.selectOptions('bge-m3 (model server)');
  await reranker.selectOptions('bge-reranker-v2-m3 (model server)');
  await expect.element(embedding).toHaveValue('server/bge-m3');
  await button('Disconnect').click();
  await expect.element(embedding).toHaveValue('');
  await expect.element(reranker).toHaveValue('');
  await button('Connect').click();
  await expect.element(embedding).toHaveValue('server/bge-m3');
  await expect.element(reranker).toHaveValue('server/bge-reranker-v2-m3');
});

test('a server is disconnected without its key, and connected again by one click on its address', async () => {
  await showModels({ hardware: NO_GPU });
  const address = page.getByRole('textbox', { name: 'Server address' });
  const key = page.getByLabelText('Key, if it asks for one');
  await expect.element(page.getByText(/The address and key stay in this browser/)).toBeInTheDocument();
  await address.fill('http://localhost:1234');
  await key.fill('secret');
  await button('Connect').click();
  await button('Disconnect').click();
  await expect.element(address).toHaveFocus();
  await expect.element(address).toHaveValue('http://localhost:1234');
  await expect.element(key).toHaveValue('');
  await page.getByRole('tab', { name: 'Ask' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect.element(address).toHaveValue('http://localhost:1234');
  await button('Connect').click();
  await expect.element(page.getByRole('status', { name: 'Model server' })).toHaveTextContent('Connected: 2 models.');
});

test('a key that was entered for a server that refused goes to no other, however the address of that one is written', async () => {
  await showModels({ hardware: NO_GPU, server: () => Promise.reject(new Error('The key is refused.')) });
  const address = page.getByRole('textbox', { name: 'Server address' });
  const key = page.getByLabelText('Key, if it asks for one');
  await address.fill('localhost:1234/v1');
  await key.fill('secret');
  await button('Connect').click();
  await expect.element(page.getByRole('main').getByRole('alert')).toHaveTextContent('The key is refused.');
  await address.fill('http://localhost:1234');
  await expect.element(key).toHaveValue('secret');
  await address.fill('http://localhost:9999');
  await key.click(); // leaves the field
  await expect.element(key).toHaveValue('');
});

test('what a server refused is told in the language of the person, with what it said itself as it was', async () => {
  const refused = explainStatus({
    status: 500,
    body: 'llama runner process has terminated',
    origin: 'https://burrow.example',
    root: 'http://localhost:11434',
  });
  await showModels({ hardware: NO_GPU, server: () => Promise.reject(refused) });
  await language.choose('zh');
  await button('连接').click();
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toHaveTextContent('服务器出错（500）：llama runner process has terminated.请查看服务器日志');
});

test('a model of a server that was disconnected is chosen again when that server is connected again, where it is still there', async () => {
  let names = ['small:1b', 'large:8b'];
  await showModels({ hardware: NO_GPU, server: async () => names.map((name) => ({ name })) });
  const chat = page.getByRole('combobox', { name: 'Chat model' });
  await button('Connect').click();
  await chat.selectOptions('server/large:8b');
  await expect.element(chat).toHaveValue('server/large:8b');
  await button('Disconnect').click();
  await expect.element(chat).toHaveValue('');
  await button('Connect').click();
  await expect.element(chat).toHaveValue('server/large:8b');
  await button('Disconnect').click();
  names = ['small:1b'];
  await button('Connect').click();
  await expect.element(page.getByRole('status', { name: 'Model server' })).toHaveTextContent('Connected: 1 model.');
  await expect.element(chat).toHaveValue('');
});

test('an empty address clears the refusal of before, and the server in use stays connected', async () => {
  let answers = true;
  const server = async () => {
    if (!answers) throw new Error('Nothing answers there.');
    return [{ name: 'small:1b' }];
  };
  await showModels({ hardware: NO_GPU, server });
  const area = page.getByRole('region', { name: 'Model server' });
  await button('Connect').click();
  await expect.element(area.getByRole('status')).toHaveTextContent('Connected: 1 model.');
  answers = false;
  await page.getByRole('textbox', { name: 'Server address' }).fill('http://localhost:9999');
  await button('Connect').click();
  await expect.element(area.getByRole('alert')).toHaveTextContent('Nothing answers there.');
  await page.getByRole('textbox', { name: 'Server address' }).fill('');
  await button('Connect').click();
  await expect.element(area.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(area.getByRole('status')).toHaveTextContent('Connected: 1 model.');
});

test('it is said of sealed mode, before and after, that a model server on this machine still works', async () => {
  await showModels({ hardware: NO_GPU });
  await expect.element(page.getByText(/A model server on this machine still works/)).toBeInTheDocument();
  await button('Connect').click();
  await page.getByRole('switch', { name: 'Sealed mode' }).click();
  await expect.element(page.getByText(/model server on this machine stays connected/)).toBeInTheDocument();
});

for (const width of [1280, 390]) {
  test(`a server beyond this machine is allowed by name, named at the top and withdrawn, at ${String(width)} pixels`, async () => {
    await page.viewport(width, 860);
    const { session } = await showModels({ hardware: NO_GPU });
    const bar = page.getByRole('status', { name: 'What leaves this machine' });
    await page.getByRole('textbox', { name: 'Server address' }).fill('http://gpu-box.local:11434');
    await button('Connect').click();
    await button('Allow gpu-box.local:11434').click();
    await expect.element(bar).toHaveTextContent('Passages may go to gpu-box.local:11434');
    await expect.element(page.getByRole('status', { name: 'Model server' })).toHaveTextContent('Connected: 2 models.');
    expect(session.settings.policy.servers).toEqual(['http://gpu-box.local:11434']);
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBe(clientWidth);
    expect(await findings()).toEqual([]);
    await button('Withdraw the permission for gpu-box.local:11434').click();
    await expect.element(bar).not.toBeInTheDocument();
    expect(session.settings.policy.servers).toEqual([]);
  });
}
