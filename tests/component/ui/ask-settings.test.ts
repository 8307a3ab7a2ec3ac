import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import { showApp } from './show-app';
import { findings } from './show-models';

beforeEach(() => page.viewport(1280, 860));

const documents = [HARBOUR, LEDGER];
const searchModel = 'Qwen3 1.7B';
const modes = page.getByRole('radiogroup', { name: 'Search mode' });
const answeredBy = page.getByRole('radiogroup', { name: 'Answered by' });
const cost = page.getByRole('status', { name: 'What it takes' });
const question = page.getByRole('textbox', { name: 'Question' });
const dialog = page.getByRole('dialog');

const choose = (mode: string) => modes.getByRole('radio', { name: mode }).click();
const settingsOf = (mode: string) => page.getByRole('button', { name: `${mode} search settings` });

test('the cost of the chosen mode stands under the modes before anything is asked', async () => {
  await showApp({ documents, searchModel });
  await choose('Local');
  await expect.element(cost).toHaveTextContent('Up to 2 calls, 8,100 tokens, 40 seconds on this device.');
  await choose('DRIFT');
  await expect.element(cost).toHaveTextContent('Up to 10 calls, 41,000 tokens, 4 minutes on this device.');
});

test('Auto says what it would choose and what that takes once there is a question', async () => {
  const { engine } = await showApp({ documents, searchModel });
  await expect.element(answeredBy).toBeInTheDocument();
  await expect.element(cost).toHaveTextContent(/^$/u);
  await question.fill('What are the main themes?');
  await expect.element(cost).toHaveTextContent(/^Global, because of the question\. Up to 8 calls/u);
  await question.fill('');
  await expect.element(cost).toHaveTextContent(/^$/u);
  expect(engine.calls.filter((call) => call === 'searchCost auto').length).toBeGreaterThan(0);
});

test('a method of the menu stands among the modes while it is chosen', async () => {
  const { session } = await showApp({ documents, searchModel });
  await expect.element(modes).toBeInTheDocument();
  expect(modes.getByRole('radio').elements()).toHaveLength(5);
  await page.getByRole('button', { name: 'More methods' }).click();
  const item = page.getByRole('menuitem', { name: 'LightRAG local', exact: true });
  await expect.element(item).toHaveAccessibleDescription(/Needs names and relationships\. Up to 2 calls/u);
  expect(await findings()).toEqual([]);
  await item.click();
  await expect.element(modes.getByRole('radio', { name: 'LightRAG local' })).toBeChecked();
  await expect.element(cost).toHaveTextContent(/^Up to 2 calls/u);
  expect(session.conversations.drafts([])[0]).toMatchObject({ mode: 'lightrag-local' });
  expect(await findings()).toEqual([]);
  await choose('Basic');
  await expect.element(page.getByRole('button', { name: 'More methods' })).toBeInTheDocument();
  expect(modes.getByRole('radio').elements()).toHaveLength(5);
});

test('without a chat model there is nothing to choose between and no cost', async () => {
  const { engine } = await showApp({ documents });
  await choose('Local');
  await expect.poll(() => engine.calls).toContain('searchCost local');
  await expect.element(answeredBy).not.toBeInTheDocument();
  await expect.element(cost).toHaveTextContent(/^$/u);
});

test('a question can be answered by the documents alone, and that is kept', async () => {
  const { engine, session } = await showApp({ documents, searchModel });
  await answeredBy.getByRole('radio', { name: 'Documents only' }).click();
  await choose('Basic');
  await expect.element(cost).toHaveTextContent('Uses no model.');
  expect(session.conversations.drafts([])[0]).toMatchObject({ method: 'evidence', mode: 'basic' });
  await expect.poll(() => engine.setting('asking')).toEqual({ method: 'evidence' });
  await answeredBy.getByRole('radio', { name: searchModel }).click();
  await expect.element(cost).toHaveTextContent(/^Up to 2 calls/u);
  expect(session.conversations.drafts([])[0]).not.toHaveProperty('method');
});

test('a changed setting is kept, goes with the question, is counted, and goes back to its default', async () => {
  const { engine, session } = await showApp({ documents, searchModel });
  await choose('Local');
  await settingsOf('Local').click();
  await expect.element(dialog.getByRole('heading', { name: 'Local search settings' })).toBeInTheDocument();
  await dialog.getByLabelText('Entities', { exact: true }).fill('7');
  await userEvent.tab();
  await dialog.getByText('Every answer').click();
  await dialog.getByLabelText('Form of the answer').fill('a table');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(settingsOf('Local')).toHaveFocus();
  await expect.element(settingsOf('Local')).toHaveAccessibleDescription('2 settings changed');
  const parameters = { local: { entities: 7 }, answers: { response_type: 'a table' } };
  expect(session.conversations.drafts([])[0]?.parameters).toEqual(parameters);
  await expect.poll(() => engine.setting('asking')).toEqual(parameters);

  await choose('Global');
  await expect.element(settingsOf('Global')).toHaveAccessibleDescription('1 setting changed');
  await choose('Local');
  await settingsOf('Local').click();
  await expect.element(dialog.getByLabelText('Entities', { exact: true })).toHaveValue(7);
  await dialog.getByRole('button', { name: 'Defaults of Local' }).click();
  await expect.element(dialog.getByLabelText('Entities', { exact: true })).toHaveValue(10);
  expect(session.conversations.drafts([])[0]?.parameters).toEqual({ answers: { response_type: 'a table' } });
});

test('a number that cannot be is refused with words, and the one before still holds', async () => {
  const { session } = await showApp({ documents, searchModel });
  await choose('Local');
  await settingsOf('Local').click();
  const entities = dialog.getByLabelText('Entities', { exact: true });
  await expect.element(entities).toHaveAccessibleDescription(/^1 to 50 /u);
  await entities.fill('7');
  await userEvent.keyboard('{Enter}');
  await entities.fill('99999');
  await expect.element(entities).toHaveAttribute('aria-invalid', 'true');
  await expect.element(dialog.getByText('Not saved: it must be 1 to 50. The value is still 7.')).toBeInTheDocument();
  expect(await findings()).toEqual([]);
  expect(session.conversations.drafts([])[0]?.parameters).toEqual({ local: { entities: 7 } });
  await entities.fill('2.5');
  await expect
    .element(dialog.getByText('Not saved: it must be a whole number. The value is still 7.'))
    .toBeInTheDocument();
  await entities.fill('');
  await expect.element(dialog.getByText('Not saved: enter a number. The value is still 7.')).toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Defaults of Local' }).click();
  await expect.element(entities).toHaveValue(10);
  await expect.element(entities).toHaveAttribute('aria-invalid', 'false');
  await expect.element(dialog.getByText(/^Not saved/u)).not.toBeInTheDocument();
});

test('the digits typed on the way to a number that cannot be are not kept, and what a dialog closes over is', async () => {
  const { session } = await showApp({ documents, searchModel });
  await choose('Local');
  await settingsOf('Local').click();
  const entities = dialog.getByLabelText('Entities', { exact: true });
  await entities.click();
  await userEvent.keyboard('{Control>}a{/Control}99999');
  await expect.element(dialog.getByText('Not saved: it must be 1 to 50. The value is still 10.')).toBeInTheDocument();
  await userEvent.tab();
  expect(session.conversations.drafts([])[0]).not.toHaveProperty('parameters');
  await entities.fill('12');
  expect(session.conversations.drafts([])[0]).not.toHaveProperty('parameters');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => session.conversations.drafts([])[0]?.parameters).toEqual({ local: { entities: 12 } });
});

test('which communities’ reports Global reads is chosen in its settings, too, with what each level takes, and kept', async () => {
  const { engine, session } = await showApp({ documents, searchModel });
  await choose('Global');
  await settingsOf('Global').click();
  const levels = dialog.getByRole('combobox', { name: 'Reports', exact: true });
  await expect.element(dialog.getByRole('list', { name: 'What each level takes' })).toHaveTextContent(/calls/u);
  await levels.selectOptions('of the top communities');
  expect(session.conversations.drafts([])[0]?.parameters).toEqual({ global: { level: 0 } });
  await expect.poll(() => engine.setting('asking')).toEqual({ global: { level: 0 } });
});

test('each mode that reads reports has a level of its own, and Basic has none', async () => {
  const { session } = await showApp({ documents, searchModel });
  for (const [mode, group] of [
    ['Local', 'local'],
    ['DRIFT', 'drift'],
  ] as const) {
    await choose(mode);
    await settingsOf(mode).click();
    const level = dialog.getByRole('combobox', { name: 'Reports', exact: true });
    await level.selectOptions('of the top communities');
    expect(session.conversations.drafts([])[0]?.parameters?.[group]).toEqual({ level: 0 });
    await dialog.getByRole('button', { name: `Defaults of ${mode}` }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
  }
  await choose('Basic');
  await settingsOf('Basic').click();
  await expect.element(dialog.getByLabelText('Passages')).toBeInTheDocument();
  await expect.element(dialog.getByRole('combobox', { name: 'Reports', exact: true })).not.toBeInTheDocument();
});

test('one setting goes back to its default by its own Reset', async () => {
  const { session } = await showApp({ documents, searchModel });
  await choose('Global');
  await settingsOf('Global').click();
  await dialog.getByText('Advanced', { exact: true }).click();
  await dialog.getByRole('switch', { name: 'Mix broad and narrow reports in a batch' }).click();
  await dialog.getByLabelText('Points per batch').fill('7');
  await userEvent.tab();
  await dialog.getByRole('button', { name: 'Reset Points per batch' }).click();
  await expect.element(dialog.getByLabelText('Points per batch')).toHaveValue(5);
  expect(session.conversations.drafts([])[0]?.parameters).toEqual({ global: { shuffle: false } });
});

test('what an earlier visit kept holds, but for what there is no more', async () => {
  const { engine, session } = await showApp({ documents, searchModel });
  await engine.changeSetting('asking', { drift: { depth: 3, gone: 1, follow_ups: 'many' }, method: 'evidence' });
  const again = new (
    session.conversations.searchSettings.constructor as new (
      ...given: ConstructorParameters<typeof import('../../../src/app/ask/search-settings.svelte').SearchSettings>
    ) => typeof session.conversations.searchSettings
  )(() => Promise.resolve(engine), session.notices);
  await again.load();
  expect(again.request).toEqual({ method: 'evidence', parameters: { drift: { depth: 3 } } });
});

test('what few people need is folded, and says there that it was changed', async () => {
  await showApp({ documents, searchModel });
  await choose('Local');
  await settingsOf('Local').click();
  const candidates = dialog.getByLabelText('Candidates for each entity');
  await expect.element(dialog.getByLabelText('Entities', { exact: true })).toBeVisible();
  await expect.element(candidates).not.toBeInTheDocument();
  await dialog.getByText('Advanced', { exact: true }).click();
  await candidates.fill('4');
  await userEvent.tab();
  await expect.element(dialog.getByText('Advanced 1 changed')).toBeVisible();
});

test('the settings of Auto are those of every mode', async () => {
  await showApp({ documents, searchModel });
  await page.getByRole('button', { name: 'Search settings' }).click();
  for (const title of ['Every answer', 'Local', 'Global', 'DRIFT', 'Basic'])
    await expect.element(dialog.getByText(title, { exact: true })).toBeInTheDocument();
});

test('the words of a mode’s prompts are changed beside its settings, with what differs from the default', async () => {
  const { engine } = await showApp({ documents, searchModel });
  await choose('Global');
  await settingsOf('Global').click();
  const words = dialog.getByRole('region', { name: 'Prompts for the model' });
  await expect.element(words.getByText(/version/u).first()).toBeInTheDocument();
  await words
    .getByRole('group')
    .first()
    .getByText(/version/u)
    .click();
  const instructions = words.getByLabelText('Instructions').first();
  await instructions.fill(`${(instructions.element() as HTMLTextAreaElement).value} Be brief.`);
  await words.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(words.getByText('changed', { exact: true })).toBeInTheDocument();
  const kept = (await engine.setting('prompts')) as Record<string, { system?: string }>;
  expect(Object.values(kept)[0]?.system).toContain('Be brief.');
});

test('the settings are reached, changed and left by keyboard', async () => {
  const { session } = await showApp({ documents, searchModel });
  await choose('Basic');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'More methods' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(settingsOf('Basic')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('Passages', { exact: true })).toBeInTheDocument();
  await dialog.getByLabelText('Passages').element().focus();
  await userEvent.keyboard('{ArrowUp}');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(settingsOf('Basic')).toHaveFocus();
  expect(session.conversations.drafts([])[0]?.parameters).toEqual({ basic: { passages: 11 } });
});

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`the box and the settings of search pass the accessibility scan in ${theme} at ${width} pixels`, async () => {
      await page.viewport(width, 860);
      const { session } = await showApp({ documents, searchModel });
      session.settings.choose(theme);
      await question.fill('What are the main themes?');
      await expect.element(cost).toHaveTextContent(/Global/u);
      await choose('Global');
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      expect(await findings()).toEqual([]);
      if (width === 390) await page.getByRole('button', { name: 'More options' }).click();
      expect(await findings()).toEqual([]);
      await settingsOf('Global').click();
      await dialog.getByLabelText('Points per batch').fill('7');
      await userEvent.tab();
      await expect.element(dialog.getByText('1 changed')).toBeInTheDocument();
      expect(await findings()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    });
  }
}

test('the box takes 96 pixels at most in every mode, also with a model and its price', async () => {
  await page.viewport(1280, 800);
  await showApp({ documents, searchModel });
  await question.fill('What are the main themes?');
  for (const mode of ['Auto', 'Local', 'Global', 'DRIFT', 'Basic']) {
    await choose(mode);
    await expect.element(cost).toHaveTextContent(/Up to/u);
    const box = question.element().closest('.box');
    expect(box?.getBoundingClientRect().height, mode).toBeLessThanOrEqual(96);
  }
});

test('on a narrow window all but the modes is folded until it is wanted, and stays while it is in force', async () => {
  await page.viewport(390, 844);
  await showApp({ documents: [HARBOUR] });
  const form = page.getByRole('textbox', { name: 'Question' });
  const compare = page.getByRole('combobox', { name: 'Compare', exact: true });
  await expect.element(form).toBeVisible();
  expect(form.element().closest('.box')?.getBoundingClientRect().height).toBeLessThanOrEqual(96);
  await expect.element(compare).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'More options' }).click();
  await compare.selectOptions('Basic');
  await expect.element(page.getByRole('button', { name: 'More options' })).not.toBeInTheDocument();
  await compare.selectOptions('Off');
  await expect.element(compare).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'More options' })).toBeVisible();
});
