import { expect, it } from 'vitest';
import { allowOrigins, PolicyError, readPolicy, seal } from '../../../../src/app/platform/service-worker-client';

/** A guard that answers with this; with nothing where it is undefined. Null for a page without a guard in charge. */
function guardAnswering(answer: unknown): ServiceWorkerContainer {
  const active = {
    postMessage: (_message: unknown, [port]: readonly MessagePort[]) => {
      if (answer !== undefined) port?.postMessage(answer);
    },
  };
  return { ready: Promise.resolve({ active: answer === null ? null : active }) } as unknown as ServiceWorkerContainer;
}

const patience = 50;

it('seals when the guard says so', async () => {
  await seal(true, { container: guardAnswering({ kind: 'policy', sealed: true, servers: [], hosts: [], silent: 0 }) });
  const policy = { sealed: true, servers: ['http://gpu-box.local:11434'], hosts: ['https://data.example'] };
  expect(await readPolicy({ container: guardAnswering({ kind: 'policy', ...policy }) })).toEqual(policy);
});

it.each([
  ['cannot write it down', { kind: 'failed', reason: 'QuotaExceededError' }, /could not do it.*disk full/u],
  ['does not answer', undefined, /did not answer/u],
  ['is not there', null, /did not answer/u],
])('does not wait for ever, nor take it for done, when the guard %s', async (_what, answer, words) => {
  const failure: unknown = await seal(true, { container: guardAnswering(answer), patience }).catch((e: unknown) => e);
  expect(failure).toBeInstanceOf(PolicyError);
  expect(String(failure)).toMatch(words);
});

it.each([
  ['its download', (options: object) => seal(true, options)],
  ['a withdrawn host', (options: object) => allowOrigins({ hosts: [] }, options)],
  ['a withdrawn server', (options: object) => allowOrigins({ servers: [] }, options)],
])('says that another tab may go on with %s', async (_what, change) => {
  const container = guardAnswering({ kind: 'policy', sealed: true, servers: [], hosts: [], silent: 1 });
  await expect(change({ container })).rejects.toThrow(/one other tab of Burrow did not answer.*until it is closed/u);
});
