import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CallOptions } from '../../../src/core/platform';
import type { FakeOptions } from '../../helpers/fake-engine';
import { button, CHAT, CHAT_ID, findings, NO_GPU, showModels } from './show-models';

beforeEach(() => page.viewport(1280, 860));
afterEach(() => vi.useRealTimers());

/** A stored chat model that is being tried. */
async function showTrial(engine: FakeOptions): Promise<void> {
  await showModels({ hardware: NO_GPU, stored: [{ model: CHAT_ID, bytes: 140e6, complete: true }] }, engine);
  await button(`Use ${CHAT}`).click();
  await button('Try it').click();
}

test('a stored model is chosen from its card and tried: text and usage', async () => {
  await showModels({ hardware: NO_GPU, stored: [{ model: CHAT_ID, bytes: 140e6, complete: true }] });
  await button(`Use ${CHAT}`).click();
  await page.getByRole('textbox', { name: 'Try the model' }).fill('Good day');
  await userEvent.keyboard('{Enter}');
  const trial = page.getByRole('status', { name: 'Trial' });
  await expect.element(trial).toHaveTextContent('You said: Good day');
  await expect.element(trial).toHaveTextContent('4 tokens read, 6 written');
});

test('an answer that was cut says so, and a long one scrolls in a box of its own, by keyboard too', async () => {
  const usage = { promptTokens: 4, completionTokens: 900, seconds: 2, exact: true };
  const text = 'Boats are kept dry. '.repeat(200);
  async function* trial() {
    yield { kind: 'reply', reply: { text, finish: 'length', usage } } as const;
  }
  await showTrial({ trial });
  await expect.element(page.getByRole('status', { name: 'Trial' })).toHaveTextContent('Cut off after 4,000 chara');
  const box = document.querySelector<HTMLElement>('.outcome .text');
  expect(box?.clientHeight).toBeLessThan(400);
  expect(box?.scrollHeight).toBeGreaterThan(box?.clientHeight ?? 0);
  box?.focus();
  expect(document.activeElement).toBe(box);
  expect(await findings()).toEqual([]);
});

test('a model that has fallen silent is told quietly: seconds on the screen that no screen reader repeats', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  async function* trial({ signal }: CallOptions) {
    yield { kind: 'delta', text: 'Good' } as const;
    await new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
  }
  await showTrial({ trial });
  await expect.element(page.getByRole('status', { name: 'Trial' })).toHaveTextContent('Good');
  vi.advanceTimersByTime(12_000);
  await expect.element(page.getByText('No reply for 12 s.')).toBeInTheDocument();
  await expect.element(page.getByRole('status', { name: 'Trial' })).toHaveTextContent(/^Good$/);
  vi.useRealTimers();
  await button('Stop the trial').click();
  await expect.element(page.getByText(/No reply for/)).not.toBeInTheDocument();
});
