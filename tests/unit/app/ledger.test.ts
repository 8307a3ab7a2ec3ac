import { expect, it, vi } from 'vitest';
import { Ledger } from '../../../src/app/ledger';

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
  expect(ledger.list).toEqual([]);
  expect(ledger.allowed).toBe(0);
});

it('lists what went out and what was refused, oldest first', () => {
  const ledger = new Ledger(SITE);
  ledger.refuse('https://other.example/collect', 2);
  ledger.saw('https://models.example/weights', 1);
  expect(ledger.list).toEqual([
    { url: 'https://models.example/weights', time: 1, outcome: 'allowed' },
    { url: 'https://other.example/collect', time: 2, outcome: 'refused' },
  ]);
  expect([ledger.allowed, ledger.refused]).toEqual([1, 1]);
});

it('does not count a request as gone out that was refused, in whichever order it hears of both', () => {
  const ledger = new Ledger(SITE);
  ledger.saw('https://other.example/a', 1);
  ledger.refuse('https://other.example/a', 2);
  ledger.refuse('https://other.example/b', 3);
  ledger.saw('https://other.example/b', 4);
  expect([ledger.allowed, ledger.refused]).toEqual([0, 2]);
});

it('takes off one request for each refusal, no more', () => {
  const ledger = new Ledger(SITE);
  ledger.saw('https://other.example/a', 1);
  ledger.saw('https://other.example/a', 2);
  ledger.refuse('https://other.example/a', 3);
  expect(ledger.allowed).toBe(1);
});

it('tells its watchers now and on each change', () => {
  const ledger = new Ledger(SITE);
  const watch = vi.fn();
  ledger.watch(watch);
  ledger.saw('wss://other.example/socket', 1);
  ledger.saw(`${SITE}/own`, 2);
  expect(watch).toHaveBeenCalledTimes(2);
});
