import { expect, it } from 'vitest';
import { isSealed, seal, SealError } from '../../../src/app/service-worker-client';

/** A guard that answers with this; with nothing where it is undefined. Null for a page without a guard in charge. */
function guardThatSays(answer: unknown): ServiceWorkerContainer {
  const active = {
    postMessage: (_message: unknown, [port]: readonly MessagePort[]) => {
      if (answer !== undefined) port?.postMessage(answer);
    },
  };
  return { ready: Promise.resolve({ active: answer === null ? null : active }) } as unknown as ServiceWorkerContainer;
}

const patience = 50;

it('seals when the guard says so', async () => {
  await seal(true, { container: guardThatSays({ kind: 'sealed', sealed: true, silent: 0 }) });
  expect(await isSealed({ container: guardThatSays({ kind: 'sealed', sealed: true }) })).toBe(true);
});

it.each([
  ['cannot write it down', { kind: 'failed', reason: 'QuotaExceededError' }, /could not do it.*disk full/u],
  ['does not answer', undefined, /did not answer/u],
  ['is not there', null, /did not answer/u],
])('does not wait for ever, nor take it for done, when the guard %s', async (_what, answer, words) => {
  const failure: unknown = await seal(true, { container: guardThatSays(answer), patience }).catch((e: unknown) => e);
  expect(failure).toBeInstanceOf(SealError);
  expect(String(failure)).toMatch(words);
});

it('says that another tab may go on with its download', async () => {
  const container = guardThatSays({ kind: 'sealed', sealed: true, silent: 1 });
  await expect(seal(true, { container })).rejects.toThrow(
    /one other tab of Burrow did not answer.*until it is closed/u,
  );
});
