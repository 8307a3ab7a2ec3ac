import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ParseError } from '../../../src/core/errors';
import { button, NO_GPU, showModels } from './show-models';

beforeEach(() => page.viewport(1280, 860));

const area = page.getByRole('region', { name: 'Import a model from a folder' });

/** Chooses a folder with these files; the browser lets no test do it by its dialog. */
function chooseFolder(...files: readonly File[]): void {
  const input = document.querySelector<HTMLInputElement>('#import-folder');
  const folder = new DataTransfer();
  for (const file of files) folder.items.add(file);
  if (input) input.files = folder.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
}

test('a folder that no model can be taken from says why beside its button, and the next choice clears it', async () => {
  const importRefusal = new ParseError('No model of the list is in this folder.', { traits: ['says what was kept'] });
  await showModels({ hardware: NO_GPU, importRefusal });
  chooseFolder(new File(['{}'], 'config.json'));
  await expect.element(area.getByRole('alert')).toHaveTextContent('No model of the list is in this folder.');
  await expect.element(button('Import a model')).toBeEnabled();
  document.querySelector('#import-folder')?.dispatchEvent(new Event('cancel'));
  await expect.element(area.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(area.getByRole('status')).toHaveTextContent('No folder was chosen, or it is empty.');
});

test('an empty folder says so beside its button', async () => {
  await showModels({ hardware: NO_GPU });
  chooseFolder();
  await expect.element(area.getByRole('alert')).toHaveTextContent('This folder has no files');
});

test('an imported folder says so beside its button', async () => {
  await showModels({ hardware: NO_GPU });
  chooseFolder(new File(['{}'], 'config.json'));
  await expect.element(area.getByRole('status')).toHaveTextContent('imported is now on this device.');
  await expect.element(area.getByRole('alert')).not.toBeInTheDocument();
});
