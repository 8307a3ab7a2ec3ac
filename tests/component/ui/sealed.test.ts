import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { Session } from '../../../src/app/session.svelte';
import App from '../../../src/ui/App.svelte';
import { fakeEngine } from '../../helpers/fake-engine';
import { fakeShell } from '../../helpers/fake-shell';

const box = page.getByRole('switch', { name: 'Sealed mode' });

async function showSettings(sealTrouble: string): Promise<void> {
  history.replaceState(null, '', '#/collection-1/settings');
  await render(App, { props: { session: new Session(fakeShell(fakeEngine({}), {}, { sealTrouble })) } });
}

test('the switch of sealed mode shows off when sealing failed, and says why', async () => {
  await showSettings('the guard did not answer');
  await box.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Sealed mode failed: the guard did not answer');
  await expect.element(box).not.toBeChecked();
});

test('the switch of sealed mode shows on once it is sealed', async () => {
  await showSettings('');
  await box.click();
  await expect.element(box).toBeChecked();
});
