import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createPromptApiHost } from '../../../src/adapters/models/prompt-api/prompt-api-host';
import { modelsOf } from '../../../src/app/models/models.svelte';
import { language } from '../../../src/app/words/language.svelte';
import type { Hardware } from '../../../src/core/models/hosts';
import { fakeLanguageModel, type FakeLanguageModel } from '../../helpers/fake-language-model';
import { button, CHAT, CHAT_ID, findings, NO_GPU, showModels } from './show-models';

beforeEach(() => page.viewport(1280, 860));

const MINI = 'MiniLM L6';
const MINI_ID = 'Xenova/all-MiniLM-L6-v2 q8';
const WEAK_GPU: Hardware = {
  webgpu: true,
  adapter: 'an older laptop',
  software: false,
  f16: false,
  maxBufferSize: 2 ** 28,
  maxStorageBufferBindingSize: 2 ** 27,
  maxComputeWorkgroupStorageSize: 2 ** 15,
  maxStorageBuffersPerShaderStage: 10,
  memory: 8 * 2 ** 30,
};

const card = (name: string) => page.getByRole('listitem', { name, exact: true });

test('everything about models has the name that tests and screen readers rely on', async () => {
  await showModels();
  for (const name of ['Chat model', 'Embedding model']) {
    await expect.element(page.getByRole('combobox', { name, exact: true })).toBeInTheDocument();
  }
  await expect.element(page.getByRole('switch', { name: 'Sealed mode', exact: true })).toBeInTheDocument();
  await expect.element(page.getByRole('textbox', { name: 'Server address', exact: true })).toBeInTheDocument();
  for (const name of ['Connect', 'Import a model', `Download ${MINI}`, `Download ${CHAT}`]) {
    await expect.element(button(name)).toBeInTheDocument();
  }
  const names = page.getByRole('button', { name: /^Download / }).elements();
  expect(new Set(names.map(({ textContent }) => textContent)).size).toBe(names.length);
});

test('one model of each kind is suggested, and each card says why it runs here or not', async () => {
  await showModels({ hardware: WEAK_GPU });
  for (const name of ['Chat models', 'Embedding models']) {
    const tags = page.getByRole('region', { name }).getByText('Suggested for this device');
    await expect.poll(() => tags.elements().length).toBe(1);
  }
  await expect.element(card('SmolLM2 360M')).toHaveTextContent('in its 32-bit form');
  await expect.element(button('Download Gemma 3 1B')).toBeDisabled();
});

test('models that cannot run here are folded behind those that can, and their common reason is said once', async () => {
  await showModels({ hardware: WEAK_GPU });
  const chats = page.getByRole('region', { name: 'Chat models' });
  const reason = chats.getByText(/needs 16-bit numbers, which this GPU does not offer/);
  await expect.poll(() => reason.elements().length).toBe(1);
  const [runs, unfit] = chats.element().querySelectorAll('details');
  expect(runs?.textContent).toMatch(/^Other models that run here \(\d+\)/);
  expect(unfit?.textContent).toMatch(/^Models that cannot run on this device \(\d+\)/);
  expect(unfit?.contains(card('Gemma 3 1B').element())).toBe(true);
  expect(runs?.querySelector('button:disabled')).toBeNull();
  expect(unfit?.querySelector('button:not(:disabled)')).toBeNull();
  const others = page.elementLocator(unfit ?? document.body).getByText(/^(This|Runs)/);
  const reasons = others.elements().map(({ textContent }) => textContent);
  expect(new Set(reasons).size).toBe(reasons.length);
});

test('memory is told as people know it, and apart from the disk', async () => {
  await showModels({ hardware: { ...NO_GPU, memory: 16 * 2 ** 30 } });
  await expect
    .element(page.getByText(/Memory: at least 16 GB/))
    .toHaveTextContent(/Disk space left for this site: [\d.,]+ .B/);
});

test('a download that ends before anything came can be begun again, and nothing is there to delete', async () => {
  const words = 'huggingface.co could not be reached.';
  await showModels({ hardware: NO_GPU, refusal: words, pieces: 0 });
  await button(`Download ${MINI}`).click();
  await expect.element(card(MINI).getByRole('alert')).toHaveTextContent(words);
  await expect.element(card(MINI)).toHaveTextContent('The download stopped before anything arrived.');
  await expect.element(button(`Download ${MINI}`)).toHaveFocus();
  await expect.element(button(`Delete ${MINI}`)).not.toBeInTheDocument();
  await expect.element(card(MINI).getByRole('progressbar')).not.toBeInTheDocument();
});

test('a download runs, pauses, goes on and is used, all by one button that keeps the keyboard’s place', async () => {
  await showModels({ hardware: NO_GPU, pace: 150, pieces: 30 });
  (button(`Download ${CHAT}`).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('progressbar', { name: `Download of ${CHAT}` })).toBeInTheDocument();
  await expect.element(button(`Pause download of ${CHAT}`)).toHaveFocus();
  await expect.element(card(CHAT)).toHaveTextContent(/MB of 30 MB/);
  await userEvent.keyboard('{Enter}');
  await expect.element(card(CHAT)).toHaveTextContent('paused');
  await expect.element(button(`Resume download of ${CHAT}`)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(card(CHAT)).toHaveTextContent('On this device: 30 MB');
  await expect.element(card(CHAT)).toHaveTextContent('In use');
  await expect.element(page.getByRole('combobox', { name: 'Chat model' })).toHaveValue(`transformers/${CHAT_ID}`);
});

test('a model that only reads documents, or only writes reports, is in use', async () => {
  const { session } = await showModels({
    hardware: NO_GPU,
    stored: [{ model: CHAT_ID, bytes: 1e8, complete: true }],
  });
  const models = modelsOf(session);
  for (const purpose of ['reading', 'reports'] as const) {
    await expect.element(button(`Use ${CHAT}`)).toBeInTheDocument();
    await models.chooseChat({ provider: 'transformers', model: CHAT_ID }, purpose);
    await expect.element(card(CHAT)).toHaveTextContent('In use');
    await models.chooseChat(null, purpose);
  }
});

test('a download that fails says why beside its bar, and can be resumed', async () => {
  await showModels({ hardware: NO_GPU, refusal: 'huggingface.co could not be reached. What came so far is kept.' });
  await button(`Download ${MINI}`).click();
  await expect.element(card(MINI).getByRole('alert')).toHaveTextContent('What came so far is kept.');
  await expect.element(button(`Resume download of ${MINI}`)).toBeEnabled();
  await expect.element(button(`Delete ${MINI}`)).toBeInTheDocument();
});

test('a model that is here in part says so, and deleting it frees it after a question', async () => {
  await showModels({ hardware: NO_GPU, stored: [{ model: MINI_ID, bytes: 2e6, complete: false }] });
  await expect.element(card(MINI)).toHaveTextContent('Partly on this device: 2 MB');
  await button(`Delete ${MINI}`).click();
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toHaveTextContent('Frees 2 MB');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(button(`Download ${MINI}`)).toBeInTheDocument();
});

test('sealed, no download can be begun, and it is said what can be done instead', async () => {
  await showModels({ hardware: NO_GPU });
  await page.getByRole('switch', { name: 'Sealed mode' }).click();
  await expect.element(page.getByText(/Sealed mode blocks downloads/).first()).toBeInTheDocument();
  await expect.element(button(`Download ${MINI}`)).toBeDisabled();
  await expect.element(button('Import a model')).toBeEnabled();
});

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`downloads in all states pass the accessibility scan in ${theme} at ${String(width)} pixels`, async () => {
      await page.viewport(width, 860);
      const stored = [{ model: CHAT_ID, bytes: 2e6, complete: false }];
      const { session } = await showModels({ hardware: NO_GPU, stored, pace: 300, pieces: 100 });
      session.settings.choose(theme);
      expect(await findings()).toEqual([]);
      await button(`Download ${MINI}`).click();
      await expect.element(page.getByRole('progressbar', { name: `Download of ${MINI}` })).toBeInTheDocument();
      expect(await findings()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    });

    test(`a failure and the seal pass the accessibility scan in ${theme} at ${String(width)} pixels`, async () => {
      await page.viewport(width, 860);
      const { session } = await showModels({ hardware: NO_GPU, refusal: 'huggingface.co could not be reached.' });
      session.settings.choose(theme);
      await button(`Download ${MINI}`).click();
      await expect.element(card(MINI).getByRole('alert')).toBeInTheDocument();
      await page.getByRole('switch', { name: 'Sealed mode' }).click();
      await expect.element(page.getByText(/Sealed mode blocks downloads/).first()).toBeInTheDocument();
      expect(await findings()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    });
  }
}

/** A browser with a model of its own, and how often it was asked for it. */
function browserModel(state: FakeLanguageModel['state']) {
  const browser = fakeLanguageModel({ state });
  const host = createPromptApiHost(browser, () => 0);
  const describe = vi.fn(host.describe);
  return { browser, describe, models: { promptApi: { ...host, describe } } };
}

const ownModel = () => page.getByRole('status', { name: 'The browser’s own model' });

test('the browser is asked for its own model again while that can be fetched, once for two who ask together', async () => {
  const { browser, describe, models } = browserModel('downloadable');
  const { session } = await showModels(models);
  await expect.element(ownModel()).toHaveTextContent('can fetch a model of its own');
  expect(describe).toHaveBeenCalledTimes(1);
  browser.state = 'available';
  await Promise.all([modelsOf(session).askBrowser(), modelsOf(session).askBrowser()]);
  expect(describe).toHaveBeenCalledTimes(2);
  await expect.element(ownModel()).toHaveTextContent('You can choose it without a download');
  await modelsOf(session).askBrowser();
  expect(describe).toHaveBeenCalledTimes(2);
});

test('the browser is asked once more when it has fetched its own model', async () => {
  const { browser, models } = browserModel('downloadable');
  await showModels(models);
  await button('Let the browser download its model').click();
  await expect.element(ownModel()).toHaveTextContent('You can now choose the browser’s own model.');
  expect(browser.state).toBe('available');
  await expect
    .element(page.getByRole('combobox', { name: 'Chat model', exact: true }))
    .toHaveTextContent('The browser’s own model');
});

test('what the browser has is told in the language that is chosen afterwards', async () => {
  await showModels(browserModel('available').models);
  await expect.element(ownModel()).toHaveTextContent('You can choose it without a download');
  await language.choose('zh');
  onTestFinished(() => language.choose('browser'));
  const status = page.getByRole('status', { name: '浏览器自带的模型' });
  await expect.element(status).toHaveTextContent('此浏览器自带模型，无需下载即可选择。');
});
