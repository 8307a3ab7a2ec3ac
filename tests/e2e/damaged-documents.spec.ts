import { expect, test } from '@playwright/test';
import { mutants } from '../../campaign/documents/mutants';
import { addMutants } from '../../campaign/documents/site-rounds';
import { serveBurrow } from '../helpers/static-server';

const MUTANTS = 60;
const SEED = 42;

// Each file may take ten seconds until it is stopped.
test.setTimeout(600_000);

test('damaged files of every format are read or refused with a reason of our own, and the others go on', async ({
  browser,
}) => {
  const burrow = await serveBurrow();
  try {
    for await (const { mutant, ...outcome } of addMutants(browser, burrow.url, mutants(MUTANTS, SEED)))
      expect
        .soft(outcome, mutant.origin)
        .toMatchObject({ end: expect.stringMatching(/^(?:read|asks|refused)$/u) as unknown });
  } finally {
    await burrow.close();
  }
});
