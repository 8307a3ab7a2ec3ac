import { expect, it } from 'vitest';
import { Dialogs } from '../../../src/app/dialogs.svelte';

const link = (address: string) => ({ address, then: '' });

it('begins the dialog of an address anew for another link, and goes on with the same one', () => {
  const dialogs = new Dialogs();
  const [first, second] = [link('https://a.example/'), link('https://b.example/')];
  dialogs.address(first.address, first);
  const shown = dialogs.open;
  dialogs.address(first.address, first);
  expect(dialogs.open).toBe(shown);
  dialogs.address(second.address, second);
  expect(dialogs.open).not.toBe(shown);
  expect(dialogs.open).toMatchObject({ kind: 'address', link: second });
  dialogs.address('https://c.example/');
  expect(dialogs.open).toMatchObject({ address: 'https://c.example/', link: null });
});
