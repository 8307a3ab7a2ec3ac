import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findFirefox } from '../../scripts/find-firefox';
import { ANSWERING_MODEL, serveAnswers } from '../helpers/answering-model';
import { withProfile } from '../helpers/browser-process';
import {
  addFiles,
  answers,
  ask,
  begin,
  chooseModel,
  holds,
  kept,
  press,
  privateWindow,
  ready,
  startFirefox,
} from '../helpers/firefox-visit';
import { houseDocuments } from '../helpers/house-documents';
import { withoutSpace } from '../helpers/page-steps';
import { readCopy } from '../helpers/read-copy';
import { serveBurrow } from '../helpers/static-server';

const firefox = findFirefox();
/** Words that a model writes between two looks at the page. */
const PIECES = 5;

test.skip(!firefox && !process.env['CI'], 'no Firefox is installed here; set FIREFOX=/path/to/firefox');

test('Firefox opens the sample, reads documents, answers with marks, and has everything after it was closed', async () => {
  if (!firefox) throw new Error('No Firefox is installed, and CI must try one.');
  const burrow = await serveBurrow();
  try {
    await withProfile(async (folder) => {
      const profile = join(folder, 'profile');
      const documents = join(folder, 'documents');
      await Promise.all([mkdir(profile), mkdir(documents)]);
      const given = (await houseDocuments()).filter(({ name }) => !name.endsWith('.zip'));
      const paths = given.map(({ name }) => join(documents, name));
      for (const [at, path] of paths.entries()) await writeFile(path, given[at]?.buffer ?? '');

      const first = await startFirefox(firefox, profile);
      try {
        await first.page.goto(burrow.url);
        await press(first.page, 'button', 'Open the sample');
        await ready(first.page);
        expect(await ask(first.page, 'Where does the geologist recommend that the dam be built?', 'Basic')).not.toBe(
          '',
        );
        await addFiles(first.page, ...paths);
        await holds(first.page, '[aria-label="Library"] h2', 'Documents 4');
        await ready(first.page);
        expect(await ask(first.page, 'Who relit the lamp of Skerry Light by hand?', 'Local')).toContain(
          'Ingrid Sorley relit it by hand',
        );
        expect(await ask(first.page, 'Who guaranteed the lamp for fifteen years?', 'Basic')).toContain('Edda Halloran');
        expect(first.errors).toEqual([]);
      } finally {
        await first.close();
      }

      const second = await startFirefox(firefox, profile);
      try {
        await second.page.goto(burrow.url);
        await ready(second.page);
        await holds(second.page, '[aria-label="Library"] h2', 'Documents 4');
        await press(second.page, 'button', 'Who relit the lamp of Skerry Light by hand?');
        await holds(second.page, 'article[aria-label="Answer"]', 'Ingrid Sorley relit it by hand');
        expect(await answers(second.page)).toBe(2);
        expect(second.errors).toEqual([]);
      } finally {
        await second.close();
      }
    });
  } finally {
    await burrow.close();
  }
});

test('in Firefox a model server is connected by its address, its words stream in, and a chip opens what it cites', async () => {
  if (!firefox) throw new Error('No Firefox is installed, and CI must try one.');
  const [burrow, model] = await Promise.all([serveBurrow(), serveAnswers()]);
  try {
    await withProfile(async (profile) => {
      const { page, errors, close } = await startFirefox(firefox, profile);
      try {
        await page.goto(burrow.url);
        await press(page, 'button', 'Open the sample');
        await ready(page);
        await chooseModel(page, model.server.url, ANSWERING_MODEL);
        model.server.hold = 'before each piece';
        await begin(page, 'Who is Harriet Oakshott?', 'Local');
        const chipOnTheWay = async (): Promise<boolean> => {
          for (let piece = 0; piece < PIECES; piece++) {
            model.server.release();
            await new Promise(setImmediate);
          }
          return (await page.$('article[aria-label="Answer"][aria-busy="true"] .written .chip')) !== null;
        };
        await expect.poll(chipOnTheWay, { intervals: [50] }).toBe(true);
        delete model.server.hold;
        model.server.release();
        await kept(page, 1);
        await holds(page, 'article[aria-label="Answer"]', `Written by ${ANSWERING_MODEL}`);
        await page.locator('article[aria-label="Answer"] .written .chip.passage').click();
        await page.waitForSelector('[aria-label="Evidence"] mark');
        const [cited, answer] = await Promise.all(
          ['[aria-label="Evidence"] mark', 'article[aria-label="Answer"]'].map((selector) =>
            page.$$eval(selector, (found) => found.map(({ textContent }) => textContent).join('')),
          ),
        );
        expect(cited).not.toBe('');
        expect(withoutSpace(answer ?? '')).toContain(withoutSpace(cited ?? ''));
        expect(model.calls('local-answer')).toHaveLength(1);
        expect(errors).toEqual([]);
      } finally {
        await close();
      }
    });
  } finally {
    await Promise.all([burrow.close(), model.close()]);
  }
});

test('a private window of Firefox works in memory, says so, answers, and gives its collection as a file', async () => {
  if (!firefox) throw new Error('No Firefox is installed, and CI must try one.');
  const burrow = await serveBurrow();
  try {
    await withProfile(async (folder) => {
      const [profile, downloads] = [join(folder, 'profile'), join(folder, 'downloads')];
      await Promise.all([mkdir(profile), mkdir(downloads)]);
      const lens = join(folder, 'lens.txt');
      await writeFile(lens, 'Edda Halloran cast the great lens of Skerry Light in Portwenn.');
      const { page, errors, close } = await startFirefox(firefox, profile, privateWindow(downloads));
      try {
        await page.goto(burrow.url);
        await addFiles(page, lens);
        await holds(page, '[role="alert"]', 'This window cannot keep files.');
        await ready(page);
        expect(await ask(page, 'Who cast the great lens?', 'Basic')).toContain('Edda Halloran cast the great lens');
        await press(page, 'button', 'Export collection');
        const titles = async (): Promise<readonly unknown[]> => {
          const name = (await readdir(downloads)).find((one) => one.endsWith('.burrow'));
          if (name === undefined) return [];
          const copy = await readCopy(new Uint8Array(await readFile(join(downloads, name))));
          return (copy.tables.get('documents') ?? []).map(({ title }) => title);
        };
        await expect(async () => expect(await titles()).toEqual(['lens'])).toPass();
        expect(errors).toEqual([]);
      } finally {
        await close();
      }
    });
  } finally {
    await burrow.close();
  }
});
