import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import type { FakeOptions } from '../../helpers/fake-engine';
import { LAYER, MODEL, planOf, progressAt, runOf } from '../../helpers/fake-model-plan';
import { brokenWords } from './broken-words';
import { showApp } from './show-app';
import { button, findings } from './show-models';

const documents = [HARBOUR, LEDGER];
const library = page.getByRole('complementary', { name: 'Library' });
const dialog = page.getByRole('dialog', { name: 'Index plan' });
const bar = page.getByRole('progressbar', { name: 'Indexing with a model' });
const LONG = `A model of a very long name ${'that-goes-on-'.repeat(12)}`;

beforeEach(() => page.viewport(1280, 860));

/** The page with a chosen chat model. */
async function show(model: NonNullable<FakeOptions['model']>, options: FakeOptions = {}) {
  const shown = await showApp({ documents, ...options, model });
  await shown.engine.changeSetting('models', { chat: { provider: 'server', model: 'small:1b' } });
  return shown;
}

async function openPlan(): Promise<void> {
  await library.getByRole('button', { name: 'Index with a model' }).click();
  await expect.element(dialog.getByRole('table', { name: 'Calls and tokens' })).toBeInTheDocument();
}

test('without a chat model the button says so and leads to the settings', async () => {
  await showApp({ documents, model: { plan: () => null } });
  await expect.element(library.getByText(/Add a language model to build a richer graph/)).toBeInTheDocument();
  await button('Index with a model').click();
  await expect.element(page.getByRole('heading', { name: 'Models', exact: true })).toBeInTheDocument();
  const sentence = page.getByText(/To index with a model, first choose a chat model here/);
  await expect.element(sentence).toBeVisible();
  const isFocused = (): boolean => document.activeElement?.contains(sentence.element()) ?? false;
  await expect.poll(isFocused).toBe(true);
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect.element(sentence).not.toBeInTheDocument();
  await page.getByRole('tab', { name: 'Ask', exact: true }).click();
  await button('Index with a model').click();
  await expect.element(page.getByRole('heading', { name: 'Models', exact: true })).toBeInTheDocument();
  await expect.poll(isFocused).toBe(true);
  expect(await findings()).toEqual([]);
});

test('what was just deleted is gone for good before a model is planned with', async () => {
  const { engine } = await show({
    plan: (parameters) => {
      engine.calls.push('modelPlan');
      return planOf(parameters);
    },
  });
  await library.getByRole('button', { name: `Delete ${LEDGER.title}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  const before = engine.calls.length;
  await openPlan();
  const since = engine.calls.slice(before);
  expect(since.indexOf('removeDocuments')).toBeGreaterThanOrEqual(0);
  expect(since.indexOf('modelPlan')).toBeGreaterThan(since.indexOf('removeDocuments'));
});

test('on a phone, too, the button leads to the settings', async () => {
  await page.viewport(390, 860);
  await showApp({ documents, model: { plan: () => null } });
  await page.getByRole('tab', { name: 'Library' }).click();
  await expect.element(library.getByText(/Add a language model to build a richer graph/)).toBeInTheDocument();
  await button('Index with a model').click();
  await expect.element(page.getByText(/first choose a chat model here/)).toBeVisible();
});

test('the plan stays open when the window becomes narrow and wide again', async () => {
  await show({ plan: (parameters) => planOf(parameters) });
  await openPlan();
  await dialog.getByRole('radio', { name: 'Full' }).click();
  for (const width of [390, 1280]) {
    await page.viewport(width, 860);
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Panes', includeHidden: true }).elements().length)
      .toBe(width < 900 ? 1 : 0);
    await expect.element(dialog).toBeVisible();
    await expect.element(dialog.getByRole('radio', { name: 'Full' })).toBeChecked();
  }
});

test('while the library is not to be seen a line shows the run and leads to it', async () => {
  await page.viewport(390, 860);
  const events = Array.from({ length: 400 }, () => progressAt(14));
  const { session } = await show({ plan: (parameters) => planOf(parameters), events }, { pace: 50 });
  await expect.element(page.getByRole('tab', { name: 'Library' })).toBeInTheDocument();
  void session.modelIndexing.start();
  for (const name of ['Ask', 'Explore', 'Evidence', 'Settings']) {
    await page.getByRole('tab', { name, exact: true }).click();
    await expect.element(button('Indexing with a model: Extracting entities · 56%')).toBeVisible();
    await expect.element(bar).toHaveAttribute('aria-valuenow', '56');
    expect(await findings()).toEqual([]);
  }
  await button('Indexing with a model: Extracting entities · 56%').click();
  const section = library.getByRole('region', { name: 'Model index' });
  await expect.element(section).toHaveFocus();
  await button('Pause').click();
  await page.getByRole('tab', { name: 'Ask', exact: true }).click();
  await expect.element(button('Indexing with a model is paused')).toBeVisible();
  await expect.element(bar).not.toBeInTheDocument();
});

test('beside Settings, on a wide window, the line of the run leads to the library too', async () => {
  const events = Array.from({ length: 400 }, () => progressAt(14));
  const { session } = await show({ plan: (parameters) => planOf(parameters), events }, { pace: 50 });
  void session.modelIndexing.start();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect.element(library).not.toBeInTheDocument();
  await button('Indexing with a model: Extracting entities · 56%').click();
  await expect.element(library.getByRole('region', { name: 'Model index' })).toHaveFocus();
});

test('a run that waits for its model is sent on by a click', async () => {
  const words = 'Nothing answers there. This goes on by itself: next try in 2 minutes.';
  const events = Array.from({ length: 200 }, () => progressAt(3, { words, waiting: true }));
  const { engine, session } = await show({ plan: (parameters) => planOf(parameters), events }, { pace: 50 });
  void session.modelIndexing.start();
  await button('Try now').click();
  expect(engine.calls).toContain('wakeModelIndex');
});

test('the plan shows what each step costs and starts nothing', async () => {
  const { engine } = await show({ plan: (parameters) => planOf(parameters) });
  await openPlan();
  await expect.element(dialog).toHaveTextContent(MODEL);
  await expect.element(dialog.getByRole('row', { name: /Extracting entities 12/ })).toHaveTextContent('12,000');
  await expect.element(dialog.getByRole('row', { name: /^Total/ })).toHaveTextContent(/17\s*21,000\s*3,200/);
  await expect.element(dialog).toHaveTextContent('Estimated');
  await expect.element(dialog.getByRole('row', { name: /^Total \*/ })).toBeVisible();
  await expect.element(dialog).toHaveTextContent('17 calls, 24,200 tokens *');
  await expect.element(dialog).toHaveTextContent('26 of 42 passages, the most central first');
  await expect.element(dialog).toHaveTextContent('14 passages are already read, free of charge.');
  await expect.element(dialog).toHaveTextContent('not measured yet. The first passages will show.');
  await button('Cancel').click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(engine.calls.filter((call) => call.startsWith('indexWithModel'))).toEqual([]);
});

test('a changed choice plans again and keeps the numbers before until then', async () => {
  await show({ plan: (parameters) => planOf(parameters, { seconds: 4000 }) });
  await openPlan();
  await expect.element(dialog).toHaveTextContent('about 1 hour 10 minutes, at the speed measured here');
  await dialog.getByRole('radio', { name: 'Full' }).click();
  await expect.element(dialog.getByRole('row', { name: /Extracting entities 12/ })).toHaveTextContent('12,000');
  await expect.element(dialog.getByRole('row', { name: /Extracting entities 12/ })).toHaveTextContent('24,000');
  await dialog.getByRole('switch', { name: 'Claims', exact: true }).click();
  await expect.element(dialog.getByRole('row', { name: /Extracting entities 12/ })).toHaveTextContent('48,000');
});

test('the suggestion is taken by a click, and Start hands over only what was changed', async () => {
  const { engine } = await show({ plan: (parameters) => planOf(parameters) });
  await openPlan();
  await button('Use the suggestion').click();
  await expect.element(dialog).toHaveTextContent('all 42 passages');
  await expect.element(button('The suggestion is chosen')).toBeDisabled();
  await dialog.getByText('More settings').click();
  await dialog.getByRole('spinbutton', { name: 'Follow-up questions per passage' }).fill('2');
  await userEvent.tab();
  await button('Start').click();
  await expect.element(dialog).not.toBeInTheDocument();
  const chosen = { 'model reading': { depth: 'compact', budget: 100, gleanings: 2 } };
  expect(engine.calls).toContain(`indexWithModel begins ${JSON.stringify(chosen)}`);
});

test('methods stand above the depth with a price each, GraphRAG chosen, and are handed over as chosen', async () => {
  const { engine } = await show({ plan: (parameters) => planOf(parameters) });
  await openPlan();
  const methods = dialog.getByRole('group', { name: 'Methods' });
  const box = (name: string) => methods.getByRole('checkbox', { name, exact: true });
  expect(methods.getByRole('checkbox').elements()).toHaveLength(4);
  await expect.element(box('GraphRAG')).toBeChecked();
  await expect.element(box('RAPTOR')).toHaveAccessibleDescription(/By itself: 17 calls/u);
  await box('RAPTOR').click();
  await box('GraphRAG').click();
  await expect.element(dialog.getByRole('radiogroup', { name: 'Depth' })).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('slider')).not.toBeInTheDocument();
  expect(await findings()).toEqual([]);
  await button('Start').click();
  await expect.element(dialog).not.toBeInTheDocument();
  const begun = engine.calls.find((call) => call.startsWith('indexWithModel begins')) ?? '';
  expect(begun).toContain('"model summaries":{"write":true}');
  expect(begun).toContain('"model contexts":{"write":false}');
  expect(begun).toContain('"skipSteps":["model reading","model resolution","model descriptions","model reports"]');
});

test('a plan with nothing left says so and cannot be started', async () => {
  await show({ plan: (parameters) => planOf(parameters, { parts: [] }) });
  await library.getByRole('button', { name: 'Index with a model' }).click();
  await expect.element(dialog).toHaveTextContent('Nothing left to do');
  await expect.element(button('Start')).toBeDisabled();
});

test('a plan whose replies are all kept costs nothing, says so, and can be started', async () => {
  const reading = {
    step: 'model reading',
    title: 'Extracting entities',
    purpose: 'reading',
    items: 12,
    calls: 0,
    answered: 12,
  } as const;
  const parts = [{ ...reading, promptTokens: 0, replyTokens: 0, guessed: false }];
  const { engine } = await show({ plan: (parameters) => planOf(parameters, { parts }) });
  await library.getByRole('button', { name: 'Index with a model' }).click();
  await expect.element(dialog).toHaveTextContent('12 calls of this plan are already answered');
  await expect.element(dialog).toHaveTextContent('Nothing to pay: every call is already answered');
  await button('Start').click();
  expect(engine.calls).toContain('indexWithModel begins {}');
});

test('the plan leads to where another model is chosen for some of the work', async () => {
  const { session } = await show({ plan: (parameters) => planOf(parameters) });
  await library.getByRole('button', { name: 'Index with a model' }).click();
  await button('Choose a model for each task').click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(session.router.route.tab).toBe('settings');
});

test('a press of Start begins nothing where the price could not be counted', async () => {
  let asked = 0;
  const { engine } = await show({
    plan: () => {
      asked += 1;
      if (asked > 1) throw new Error('The model server does not answer.');
      return planOf({});
    },
  });
  await openPlan();
  await dialog.getByRole('switch', { name: 'Claims' }).click();
  (button('Start').element() as HTMLButtonElement).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The model server does not answer.');
  expect(engine.calls.filter((call) => call.startsWith('indexWithModel'))).toEqual([]);
});

test.each([
  ['begins where the price stays the same', (calls: number) => calls, true],
  ['shows the new price first where it is another', (calls: number) => calls + 5, false],
])('a press of Start while the price is counted anew %s', async (_, next, begins) => {
  let asked = 0;
  const { engine } = await show({
    plan: () => {
      const plan = planOf({});
      asked += 1;
      return asked === 1 ? plan : { ...plan, parts: plan.parts.map((part) => ({ ...part, calls: next(part.calls) })) };
    },
  });
  await openPlan();
  const start = button('Start');
  await dialog.getByRole('switch', { name: 'Claims' }).click();
  await expect.element(start).toHaveAttribute('aria-disabled', 'true');
  (start.element() as HTMLButtonElement).click();
  if (begins) await expect.poll(() => engine.calls.some((call) => call.startsWith('indexWithModel'))).toBe(true);
  else {
    await expect.element(dialog).toHaveTextContent('The price changed. Press Start again to begin:');
    expect(engine.calls.filter((call) => call.startsWith('indexWithModel'))).toEqual([]);
    await start.click();
    expect(engine.calls.filter((call) => call.startsWith('indexWithModel'))).toHaveLength(1);
  }
});

test('a plan that cannot be made says why', async () => {
  await show({
    plan: () => {
      throw new Error('The model server does not answer.');
    },
  });
  await library.getByRole('button', { name: 'Index with a model' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The model server does not answer.');
  await expect.element(button('Start')).toBeDisabled();
});

test('a run tells what it has spent, its unusable replies and that it has made more calls than planned', async () => {
  const run = runOf({ planned: { calls: 10, callsBefore: 2 }, spentBefore: 8000, invalidReplies: 24, found: {} });
  const events = Array.from({ length: 200 }, () => progressAt(14, { run }));
  await show({ plan: (parameters) => planOf(parameters), events }, { pace: 50 });
  await openPlan();
  await button('Start').click();
  await expect.element(library).toHaveTextContent('More calls than planned: 12 so far, 10 planned.');
  await expect.element(library).toHaveTextContent('Spent so far: 12 calls, 12,000 tokens read and written');
  await expect.element(library).toHaveTextContent('24 unusable replies');
});

test('a run shows its tokens, its finds, what was mended, and can be paused and resumed', async () => {
  const events = [progressAt(0), ...Array.from({ length: 200 }, () => progressAt(14))];
  const { engine } = await show({ plan: (parameters) => planOf(parameters), events }, { pace: 50 });
  await openPlan();
  await button('Start').click();
  await expect.element(bar).toHaveAttribute('aria-valuenow', '56');
  await expect.poll(() => document.title).toBe('56% · Burrow');
  await expect.element(library).toHaveTextContent('Extracting entities: 14 of 25');
  await expect.element(library).toHaveTextContent('about 14,000 of 25,000 planned tokens');
  await expect.element(library).toHaveTextContent('about 12 minutes left');
  await expect.element(library).toHaveTextContent('Found in passages: 120 mentions, 79 relations, 1 claim');
  await expect.element(library).toHaveTextContent('Findings: about 10 for every 750 words');
  await library.getByText('7 repairs, 5 findings rejected, 2 unusable replies, 1 passage not read').click();
  await expect.element(library).toHaveTextContent('14 passages read, 120 mentions, 79 relations, 1 claim');
  await expect.element(library).toHaveTextContent('3 × something too long was shortened');
  await button('Pause').click();
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(library).toHaveTextContent(`14 of 42 passages read by ${MODEL}`);
  expect(engine.calls).toContain('leaveModelIndex paused');
  await button('Resume').click();
  await expect.element(bar).toBeInTheDocument();
  await button('Stop and keep').click();
  await expect.element(library).toHaveTextContent('Stopped');
  expect(engine.calls).toContain('leaveModelIndex stopped');
});

test('a pause waits for the calls in flight, and a second click stops at once', async () => {
  const events = Array.from({ length: 200 }, () => progressAt(14));
  const inFlight = new Promise(() => undefined);
  const { engine } = await show({ plan: (parameters) => planOf(parameters), events, inFlight }, { pace: 50 });
  await openPlan();
  await button('Start').click();
  await expect.element(bar).toHaveAttribute('aria-valuenow', '56');
  await button('Pause').click();
  await expect.element(library).toHaveTextContent('Pausing after the current calls…');
  expect(engine.calls).toContain('pauseModelIndex');
  expect(engine.calls).not.toContain('leaveModelIndex paused');
  await button('Stop at once').click();
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(library).toHaveTextContent(`14 of 42 passages read by ${MODEL}`);
  expect(engine.calls.filter((call) => call === 'leaveModelIndex paused')).toHaveLength(1);
});

test('a run says how many passages wait for one before them that takes long, where these are many', async () => {
  const events = [2, 9].map((early) => progressAt(14, { early }));
  await show({ plan: (parameters) => planOf(parameters), events }, { pace: 400 });
  await openPlan();
  await button('Start').click();
  await expect.element(library).toHaveTextContent('Extracting entities: 14 of 25');
  await expect.element(library).not.toHaveTextContent('wait for a slow one before them');
  await expect.element(library).toHaveTextContent('9 passages of these wait for a slow one before them');
});

test('while a run is paused only one block tells how far that is', async () => {
  const events = Array.from({ length: 200 }, () => progressAt(14));
  await show({ plan: (parameters) => planOf(parameters), events }, { pace: 400 });
  await openPlan();
  await button('Start').click();
  await expect.element(bar).toHaveAttribute('aria-valuenow', '56');
  await button('Pause').click();
  await expect.element(library).toHaveTextContent(/Pausing….*Community reports: 8 of 16/);
  expect(page.getByRole('progressbar').elements()).toHaveLength(1);
  await expect.element(button('Pause indexing')).not.toBeInTheDocument();
  await expect.element(button('Resume')).toBeEnabled();
});

test('the keyboard keeps its place when a run starts, is paused and goes on', async () => {
  const events = Array.from({ length: 200 }, () => progressAt(14));
  await show({ plan: (parameters) => planOf(parameters), events }, { pace: 50 });
  await openPlan();
  await button('Start').click();
  const section = library.getByRole('region', { name: 'Model index' });
  const inside = (): boolean => section.element().contains(document.activeElement);
  await expect.poll(inside).toBe(true);
  for (const name of ['Pause', 'Resume', 'Stop and keep']) {
    await expect.element(button(name)).toBeVisible();
    (button(name).element() as HTMLButtonElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button(name)).not.toBeInTheDocument();
    await expect.poll(inside).toBe(true);
  }
});

test('nothing is said about what is left before it is measured', async () => {
  const events = Array.from({ length: 200 }, () => progressAt(0, { words: 'Waiting: a question goes first.' }));
  await show({ plan: (parameters) => planOf(parameters), events }, { pace: 50 });
  await openPlan();
  await button('Start').click();
  await expect.element(library).toHaveTextContent('Waiting: a question goes first.');
  await expect.element(library).not.toHaveTextContent(/minutes left/);
});

test('a run that fails says why, what was kept and what to do', async () => {
  const refusal = 'Nothing came of the last 12 passages.';
  await show({ plan: (parameters) => planOf(parameters), events: [progressAt(12)], refusal });
  await openPlan();
  await button('Start').click();
  await expect.element(library.getByRole('alert')).toHaveTextContent(refusal);
  await expect.element(library).toHaveTextContent('What was read is kept.');
  await expect.element(button('Resume')).toBeEnabled();
});

test('a finished run is one line, and new passages wait for the model', async () => {
  const passages = { all: 45, planned: 28, done: 25 };
  await show({ plan: (parameters) => planOf(parameters, { passages }), run: runOf({ phase: 'done' }) });
  await expect
    .element(library)
    .toHaveTextContent(
      `25 of 45 passages read by ${MODEL} · by models: 48 entities · 60 relationships · 2 reports by models`,
    );
  await expect.element(library).toHaveTextContent('3 passages to read.');
  await expect.element(button('Index with a model')).toBeEnabled();
});

test('a number in the plan that may not be is refused at its field', async () => {
  await show({ plan: (parameters) => planOf(parameters) });
  await openPlan();
  await dialog.getByRole('radio', { name: 'Full' }).click();
  await dialog.getByText('More settings').click();
  const field = dialog.getByRole('spinbutton', { name: 'Follow-up questions per passage' });
  await field.fill('99');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(dialog).toHaveTextContent('Not saved: it must be 0 to 3. The value is still 1.');
});

test('where several models have read, each has its own passages', async () => {
  const readers = [
    { title: MODEL, passages: 9 },
    { title: 'Tiny', passages: 5 },
  ];
  await show({ plan: (parameters) => planOf(parameters, { readers }), run: runOf({ phase: 'done' }) });
  await expect.element(library).toHaveTextContent(`14 of 42 passages read: 9 by ${MODEL}, 5 by Tiny`);
});

test('passages that could not be read are tried again by a click', async () => {
  const { engine } = await show({ plan: (parameters) => planOf(parameters), run: runOf({ phase: 'done' }) });
  const again = button('Try unread passages again');
  await expect.element(again).toHaveAccessibleDescription(/With everything left in the plan: 17 calls, 24,200 tokens/);
  await again.click();
  await expect.poll(() => engine.calls).toContain('indexWithModel begins {}');
});

test('claims that could not be read are told, and tried again by a click', async () => {
  const passages = { all: 42, planned: 42, done: 42, lackClaims: 42, claimsInVain: 42 };
  const run = { ...runOf({ phase: 'done' }), found: { passages: 42, 'claims unread': 42, 'failed replies': 126 } };
  const { engine } = await show({ plan: (parameters) => planOf(parameters, { passages }), run });
  await expect.element(library).toHaveTextContent('Claims of 42 passages could not be read.');
  await expect.element(library).toHaveTextContent('126 unusable replies, claims of 42 passages not read');
  await button('Try claims again').click();
  await expect.poll(() => engine.calls).toContain('indexWithModel begins {}');
});

test('claims that nobody asked for are not told as unread', async () => {
  const passages = { all: 42, planned: 42, done: 42, lackClaims: 37, claimsInVain: 1 };
  const run = { ...runOf({ phase: 'stopped' }), found: { passages: 42 } };
  await show({ plan: (parameters) => planOf(parameters, { passages }), run });
  await expect.element(library).toHaveTextContent('Claims of 1 passage could not be read.');
  await expect.element(library).toHaveTextContent('Claims of 36 passages are still to be read.');
});

test('a run that its rule stopped tells its unusable replies, and how far its own depth has come', async () => {
  const passages = { all: 42, planned: 42, done: 0 };
  const run = {
    ...runOf({ phase: 'paused', failure: { kind: 'no usable replies', reason: 'Nothing could be used.' } }),
    found: { 'failed replies': 42 },
  };
  const readers = [{ title: 'Tiny', passages: 42 }];
  await show({ plan: (parameters) => planOf(parameters, { passages, readers }), run });
  await expect.element(library).toHaveTextContent('42 unusable replies');
  await expect.element(library).toHaveTextContent('0 of 42 passages read in compact depth');
});

test('a run that is resumed goes on as it was begun', async () => {
  const { engine } = await show({ plan: (parameters) => planOf(parameters), run: runOf({ phase: 'paused' }) });
  await button('Resume').click();
  await expect.poll(() => engine.calls).toContain('indexWithModel goes on {}');
});

test('making one description of several is offered only where something is described', async () => {
  await show({ plan: (parameters) => planOf(parameters) });
  await openPlan();
  const joining = dialog.getByRole('switch', { name: 'Make one description of several' });
  await expect.element(joining).not.toBeInTheDocument();
  await dialog.getByRole('radio', { name: 'Full' }).click();
  await expect.element(joining).toBeVisible();
});

test('on a phone Start and Cancel stand side by side', async () => {
  await page.viewport(390, 860);
  await show({ plan: (parameters) => planOf(parameters, { seconds: 4000 }) });
  await page.getByRole('tab', { name: 'Library' }).click();
  await openPlan();
  const top = (name: string): number => button(name).element().getBoundingClientRect().top;
  await expect.poll(() => top('Start') - top('Cancel')).toBe(0);
});

test('what was kept in spite of a flaw is not counted as turned away', async () => {
  const found = {
    passages: 1,
    entities: 2,
    'rejected: unknown type': 2,
    'rejected: repeated': 1,
    'rejected: unknown end': 1,
  };
  await show({ plan: (parameters) => planOf(parameters), run: runOf({ phase: 'done', found }) });
  await library.getByText('1 finding rejected, 2 findings kept with a change, 1 repetition').click();
  await expect
    .element(library)
    .toHaveTextContent('2 × an entity type that was not asked for; the likeliest one is used');
  await expect.element(library).toHaveTextContent('One reply said the same twice. The fullest version is kept.');
});

test('a paused run says why it ended, after a reload too', async () => {
  const run = runOf({ phase: 'paused', failure: { kind: 'failed', reason: 'The model server does not answer.' } });
  await show({ plan: (parameters) => planOf(parameters), run });
  await expect.element(library.getByRole('alert')).toHaveTextContent('The model server does not answer.');
});

test('another model than that of the run is named', async () => {
  const layer = 'Other 8B (full 1)';
  await show({ plan: (parameters) => planOf(parameters, { layer, title: 'Other 8B' }), run: runOf({ phase: 'done' }) });
  await expect
    .element(library)
    .toHaveTextContent(`Now chosen: Other 8B, compact. What ${MODEL} read stays until it is read again.`);
  expect(LAYER).not.toBe(layer);
});

test('a tab that cannot write says that another one indexes', async () => {
  await show({ plan: (parameters) => planOf(parameters), run: runOf() }, { writable: false });
  await expect.element(library).toHaveTextContent('Another tab is indexing with a model');
  await expect.element(button('Index with a model')).toBeDisabled();
});

test('a tab that cannot write says why a model cannot index here, until the other one is gone', async () => {
  let close = (): void => undefined;
  const otherTabGone = new Promise<void>((resolve) => (close = resolve));
  const run = runOf({ phase: 'paused' });
  await show({ plan: (parameters) => planOf(parameters), run }, { writable: false, otherTabGone });
  for (const name of ['Resume', 'Index with a model']) {
    await expect.element(button(name)).toBeDisabled();
    await expect.element(button(name)).toHaveAccessibleDescription(/Another tab is writing to this collection/);
  }
  await expect.element(library.getByText(/only that tab can index it with a model/)).toBeVisible();
  expect(await findings()).toEqual([]);
  close();
  for (const name of ['Resume', 'Index with a model']) await expect.element(button(name)).toBeEnabled();
  await expect.element(library.getByText(/only that tab can index it with a model/)).not.toBeInTheDocument();
});

test('no word of the plan’s table is broken in two on a phone', async () => {
  await page.viewport(390, 860);
  await show({ plan: (parameters) => planOf(parameters) });
  await page.getByRole('tab', { name: 'Library' }).click();
  await openPlan();
  const table = dialog.getByRole('table', { name: 'Calls and tokens' }).element();
  expect(brokenWords(table)).toEqual([]);
});

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`plan and progress pass the accessibility scan in ${theme} at ${String(width)} pixels`, async () => {
      await page.viewport(width, 860);
      const events = Array.from({ length: 400 }, () => progressAt(14, { run: runOf({ title: LONG }) }));
      const { session } = await show(
        {
          plan: (parameters) => planOf(parameters, { title: LONG }),
          events,
          run: runOf({ phase: 'done', title: LONG }),
        },
        { pace: 50 },
      );
      session.settings.choose(theme);
      if (width < 900) await page.getByRole('tab', { name: 'Library' }).click();
      await expect.element(library).toHaveTextContent('14 of 42 passages');
      expect(await findings()).toEqual([]);
      await openPlan();
      await dialog.getByText('More settings').click();
      expect(await findings()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await button('Start').click();
      await expect.element(bar).toBeInTheDocument();
      await library.getByText(/7 repairs/).click();
      expect(await findings()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    });
  }
}
