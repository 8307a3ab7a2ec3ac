import { expect, test } from '@playwright/test';
import { COLLECTION_ACTS } from '../../campaign/acts/collection-acts';
import { DOCUMENT_ACTS } from '../../campaign/acts/document-acts';
import { ENTITY_ACTS } from '../../campaign/acts/entity-acts';
import { NOTE_ACTS } from '../../campaign/acts/note-acts';
import { QUESTION_ACTS } from '../../campaign/acts/question-acts';
import { SETTING_ACTS } from '../../campaign/acts/setting-acts';
import { KillRounds, type Kill } from '../../campaign/kills/kill-rounds';
import { ensureBrowser } from '../../scripts/find-browser';
import { randomNumbers } from '../../src/core/random';
import { withProfile } from '../helpers/browser-process';
import { serveBurrow } from '../helpers/static-server';

const KILLS = 7;
const SEED = 11;

/** The first act of each kind, and the choice of a theme, which a page needs before its engine is there. */
const SOME = [DOCUMENT_ACTS, NOTE_ACTS, QUESTION_ACTS, ENTITY_ACTS, COLLECTION_ACTS, SETTING_ACTS].flatMap((acts) =>
  acts.slice(0, 1),
);

test.skip(process.platform === 'win32', 'process groups cannot be killed at once there');
// Each kill starts a browser anew.
test.setTimeout(300_000);

test('a browser killed at what it acknowledges, or in the middle of it, has lost nothing that it showed', async () => {
  const kills: Kill[] = [];
  const burrow = await serveBurrow();
  try {
    await withProfile(async (profile) => {
      const chromium = { executable: ensureBrowser(), profile, url: burrow.url };
      const rounds = new KillRounds(chromium, SOME, randomNumbers(SEED));
      await rounds.begin();
      for await (const kill of rounds.run(KILLS)) {
        kills.push(kill);
        expect(kill).toMatchObject({ lost: [], halfDone: [], unopenable: [] });
      }
    });
  } finally {
    await burrow.close();
  }
  expect(kills).toHaveLength(KILLS);
  expect(kills.filter(({ afterAcknowledgement }) => afterAcknowledgement !== null).length).toBeGreaterThan(0);
});
