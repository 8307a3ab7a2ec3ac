import { expect, test } from 'vitest';
import { lateProperty } from '../../src/core/memo';

const withName = lateProperty(
  'name',
  (names: readonly string[], { place }: { readonly place: number }) => names[place],
);

test('a late property is found when it is asked for, and a copy by spreading has its value', () => {
  const names = ['Ann', 'Bo'];
  const rows = [0, 1].map((place) => withName({ place }, names));
  names[1] = 'Cy';
  expect(rows).toEqual([
    { place: 0, name: 'Ann' },
    { place: 1, name: 'Cy' },
  ]);
  const copies = rows.map((row) => ({ ...row }));
  names[0] = 'Di';
  expect([rows[0]?.name, copies[0]?.name]).toEqual(['Di', 'Ann']);
});

test('the getter of a late property is one for all owners', () => {
  const [one, two] = [0, 1].map((place) => Object.getOwnPropertyDescriptor(withName({ place }, []), 'name')?.get);
  expect(one).toBeDefined();
  expect(one).toBe(two);
});
