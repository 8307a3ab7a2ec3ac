import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { Hardware } from '../../../src/core/models/hosts';
import type { FakeOptions } from '../../helpers/fake-engine';
import type { FakeModels } from '../../helpers/fake-models';
import { showApp } from './show-app';

export const CHAT = 'SmolLM2 135M, on the processor';
export const CHAT_ID = 'HuggingFaceTB/SmolLM2-135M-Instruct q8';
export const NO_GPU: Hardware = { webgpu: false, reason: 'no adapter', memory: 8 * 2 ** 30 };

export const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Settings without a collection, with every card open. */
export async function showModels(models: FakeModels = {}, engine: FakeOptions = {}) {
  const shown = await showApp({ ...engine, models }, '#/-/settings');
  await expect.element(page.getByRole('region', { name: 'Chat models' })).toBeInTheDocument();
  for (const details of document.querySelectorAll('details')) details.open = true;
  return shown;
}

/** Lists the findings of the accessibility scan. */
export async function findings(): Promise<readonly string[]> {
  const runOnly = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
  const { violations } = await axe.run(document, { runOnly });
  return violations.map((item) => `${item.id}: ${item.nodes.map((node) => node.html).join(' ')}`);
}
