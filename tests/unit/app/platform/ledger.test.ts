import { expect, it, vi } from 'vitest';
import { Ledger } from '../../../../src/app/platform/ledger';

const SITE = 'https://burrow.example';

it('leaves out what stays on the site or in the page', () => {
  const ledger = new Ledger(SITE);
  for (const url of [
    `${SITE}/burrow/assets/a.js`,
    'blob:https://burrow.example/1',
    'data:text/plain,a',
    'inline',
    'eval',
  ]) {
    ledger.saw(url, 1);
    ledger.refuse(url, 1);
  }
  expect(ledger.groups).toEqual([]);
  expect(ledger.outside).toBe(0);
});

it('lists what went out and what was refused, oldest first', () => {
  const ledger = new Ledger(SITE);
  ledger.refuse('https://other.example/collect', 2);
  ledger.saw('https://models.example/weights', 1);
  expect(ledger.groups).toEqual([
    { host: 'models.example', to: 'outside', outcome: 'allowed', count: 1, first: 1, last: 1 },
    { host: 'other.example', to: 'outside', outcome: 'refused', count: 1, first: 2, last: 2 },
  ]);
  expect(ledger.outside).toBe(1);
});

it('does not count a request as gone out that was refused, in whichever order it hears of both', () => {
  const ledger = new Ledger(SITE);
  ledger.saw('https://other.example/a', 1);
  ledger.refuse('https://other.example/a', 2);
  ledger.refuse('https://other.example/b', 3);
  ledger.saw('https://other.example/b', 4);
  expect(ledger.groups).toMatchObject([{ outcome: 'refused', count: 2 }]);
  expect(ledger.outside).toBe(0);
});

it('takes off one request for each refusal, no more', () => {
  const ledger = new Ledger(SITE);
  ledger.saw('https://other.example/a', 1);
  ledger.saw('https://other.example/a', 2);
  ledger.refuse('https://other.example/a', 3);
  expect(ledger.outside).toBe(1);
});

it('tells its watchers now and on each change', () => {
  const ledger = new Ledger(SITE);
  const watch = vi.fn();
  ledger.watch(watch);
  ledger.saw('wss://other.example/socket', 1);
  ledger.saw(`${SITE}/own`, 2);
  expect(watch).toHaveBeenCalledTimes(2);
});

it('counts what a worker was allowed to fetch, and says which worker it was', () => {
  const ledger = new Ledger(SITE);
  ledger.allow('https://models.example/weights', 1, 'download');
  expect(ledger.outside).toBe(1);
  expect(ledger.groups).toMatchObject([{ host: 'models.example', by: 'download', outcome: 'allowed', count: 1 }]);
});

it('does not count requests to this machine as outside, but lists them', () => {
  const ledger = new Ledger(SITE);
  for (const host of ['localhost:11434', '127.0.0.1:1234', '[::1]:8080'])
    ledger.allow(`http://${host}/v1`, 1, 'server');
  ledger.allow('http://127.example:1234/v1', 1, 'server');
  expect(ledger.outside).toBe(1);
  expect(ledger.groups.map(({ to }) => to)).toEqual(['machine', 'machine', 'machine', 'outside']);
});

it('is told in short by host, outcome and worker', () => {
  const ledger = new Ledger(SITE);
  ledger.allow('https://models.example/a', 1, 'download');
  ledger.allow('https://models.example/b', 3, 'download');
  ledger.refuse('https://models.example/c', 2);
  expect(ledger.groups).toEqual([
    { host: 'models.example', to: 'outside', by: 'download', outcome: 'allowed', count: 2, first: 1, last: 3 },
    { host: 'models.example', to: 'outside', outcome: 'refused', count: 1, first: 2, last: 2 },
  ]);
});

it('stays as small after a night of requests as after one', () => {
  const ledger = new Ledger(SITE);
  const seen: number[] = [];
  ledger.watch(({ groups }) => seen.push(groups.length));
  for (let i = 0; i < 20_000; i++) ledger.allow(`http://localhost:11434/v1/${String(i)}`, i, 'server');
  expect(Math.max(...seen.slice(-10))).toBe(1);
  expect(ledger.groups).toMatchObject([
    { host: 'localhost:11434', by: 'server', count: 20_000, first: 0, last: 19_999 },
  ]);
});
