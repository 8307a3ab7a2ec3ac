import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findFirefox } from '../../scripts/find-firefox';
import { withProfile } from '../helpers/browser-process';
import { addFiles, answers, ask, holds, press, ready, startFirefox } from '../helpers/firefox-visit';
import { houseDocuments } from '../helpers/house-documents';
import { serveBurrow } from '../helpers/static-server';

const firefox = findFirefox();

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
