import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { Session } from '../../../src/app/session.svelte';
import App from '../../../src/ui/App.svelte';
import '../../../src/ui/tokens.css';
import '../../../src/ui/base.css';
import type { EngineApi } from '../../../src/core/engine/api';
import { fakeEngine, type FakeOptions } from '../../helpers/fake-engine';
import type { FakeModels } from '../../helpers/fake-models';
import { fakeShell } from '../../helpers/fake-shell';

/** The whole page over the fake engine, at a place in it. */
export async function showApp(
  options: FakeOptions & { readonly models?: FakeModels } = {},
  hash = '#/collection-1/ask',
) {
  localStorage.clear();
  history.replaceState(null, '', hash);
  const engine = fakeEngine(options);
  const session = new Session(fakeShell(engine, options.models));
  const screen = await render(App, { props: { session } });
  return { screen, session, engine };
}

/** The next visit of the page over the same engine. */
export async function openAgain(engine: EngineApi, hash: string): Promise<Session> {
  history.replaceState(null, '', hash);
  const session = new Session(fakeShell(engine));
  await render(App, { props: { session } });
  return session;
}

/** Turns to one of several views behind a tab of Explore. */
export async function openView(tab: 'Reports' | 'Tables', view: string): Promise<void> {
  await page.getByRole('tab', { name: tab, exact: true }).click();
  await viewChoice(tab).selectOptions(view);
}

/** The list of the views behind a tab. */
export const viewChoice = (tab: 'Reports' | 'Tables') =>
  page.getByRole('combobox', { name: tab === 'Reports' ? 'Show as' : 'Table', exact: true });
