import { expect, it } from 'vitest';
import { readTypedAddress } from '../../../../src/app/library/typed-address';

const BASE = 'https://paper.github.io/burrow/';

it.each([
  ['index/', 'https://paper.github.io/burrow/index/', true],
  [' index ', 'https://paper.github.io/burrow/index/', true],
  ['River town.burrow', 'https://paper.github.io/burrow/River%20town.burrow', true],
  ['/other/a.burrow#x', 'https://paper.github.io/other/a.burrow', true],
  ['https://data.example', 'https://data.example/', false],
  ['https://data.example/v1.0/', 'https://data.example/v1.0/', false],
  ['https://data.example/a.burrow?token=1', 'https://data.example/a.burrow?token=1', false],
  ['http://localhost:8080/a', 'http://localhost:8080/a/', false],
  ['http://nas.local/a/', 'http://nas.local/a/', false],
])('takes %s for %s', (typed, url, isHere) => {
  expect(readTypedAddress(typed, BASE)).toMatchObject({ url, isHere, host: new URL(url).host });
});

it('says who can read along', () => {
  const isEncrypted = (typed: string): boolean => readTypedAddress(typed, BASE).isEncrypted;
  expect(['https://data.example', 'http://localhost:1/', 'http://nas.local/'].map(isEncrypted)).toEqual([
    true,
    true,
    false,
  ]);
});

it.each([
  ['', 'This is not an address'],
  ['https://two words/', 'This is not an address'],
  ['javascript:alert(1)', 'This is not an address'],
  ['file:///etc/passwd', 'This is not an address'],
  ['https://me:secret@data.example/', 'with a name or a password'],
  ['http://data.example/', 'so it needs https'],
  ['https://[2001:db8::1]/', 'cannot be allowed by name'],
  ['https://data.example./', 'cannot be allowed by name'],
])('refuses %s in words, and says that nothing was sent', (typed, words) => {
  expect(() => readTypedAddress(typed, BASE)).toThrow(words);
  expect(() => readTypedAddress(typed, BASE)).toThrow('Nothing was sent.');
});
