import { expect, test, vi } from 'vitest';
import { createShell } from '../../../src/app/platform/shell';

const shell = createShell();
let steps: string[] = [];
let pausing: Promise<void>;
for (const name of ['server', 'triedServer', 'download'] as const) {
  vi.spyOn(shell.models[name], 'end').mockImplementation(() => void steps.push(`${name} ended`));
}
shell.watchPolicy(async () => {
  steps.push('downloads are to pause');
  await pausing;
});

/** Announces a sealed policy to this page, as the guard does; resolves with the events until the page confirmed it. */
async function seal(until: Promise<void>): Promise<readonly string[]> {
  [steps, pausing] = [[], until];
  const { port1, port2 } = new MessageChannel();
  const done = new Promise<void>((resolve) => (port1.onmessage = () => resolve()));
  const data = { kind: 'policy changed', sealed: true, servers: [], hosts: [], roles: ['download', 'server'] };
  navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data, ports: [port2] }));
  await done;
  return steps;
}

const ENDED = ['server ended', 'triedServer ended', 'downloads are to pause', 'download ended'];

test('a seal cuts what talks to model servers before it waits for downloads to pause', async () => {
  expect(await seal(new Promise((resolve) => setTimeout(resolve, 50)))).toEqual(ENDED);
});

test('a seal cuts a download that does not pause in time, before the guard counts this page as silent', async () => {
  const before = performance.now();
  expect(await seal(new Promise(() => undefined))).toEqual(ENDED);
  expect(performance.now() - before).toBeLessThan(3000);
});
