import { expect, test } from '@playwright/test';
import { addFiles, answer, ask, library, ready, textFile } from '../helpers/page-steps';

test.setTimeout(60_000);

test('a table whose columns are not clear waits on its line until a person has said how to read it', async ({
  page,
}) => {
  await page.goto('./');
  const people = textFile('people.csv', 'Ida Holm,pilot\nJens Ravn,engineer\nAnna Lund,clerk\n', 'text/csv');
  await addFiles(page, people, textFile('lamp.txt', 'The lamp was lit in 1891.'));
  await ready(page);
  await expect(library(page).getByRole('heading', { name: 'Documents 1' })).toBeVisible();

  await page.reload(); // it waits as long as it takes
  const line = library(page).getByRole('listitem').filter({ hasText: 'people.csv' });
  await expect(line).toContainText('Waits for your answer');
  await expect(line.getByRole('definition')).toHaveText(['Jens Ravn', 'engineer']);
  await line.getByLabel('Names of the columns').selectOption({ label: 'None: every row is data' });
  await expect(line.getByRole('definition')).toHaveText(['Ida Holm', 'pilot']);
  await line.getByRole('button', { name: 'Read people.csv so' }).click();
  await expect(library(page).getByRole('heading', { name: 'Documents 2' })).toBeVisible();
  await ready(page);
  await ask(page, 'Who is the pilot?', 'Basic');
  await expect(answer(page)).toContainText('Ida Holm');
  await expect(line).toBeHidden();
});

test('the sign between the cells of a table can be chosen', async ({ page }) => {
  await page.goto('./');
  await addFiles(page, textFile('ports.csv', 'Varde, DK;north\nSkagen, DK;south\nRibe, DK;west\n', 'text/csv'));
  const line = library(page).getByRole('listitem').filter({ hasText: 'ports.csv' });
  await line.getByLabel('Sign between two cells').selectOption('Comma');
  await expect(line.getByRole('definition').first()).toHaveText('Skagen');
  await line.getByLabel('Sign between two cells').selectOption('Semicolon');
  await expect(line.getByRole('definition').first()).toHaveText('Skagen, DK');
  await line.getByRole('button', { name: 'Dismiss ports.csv' }).click();
  await expect(line).toBeHidden();
});
