import { expect, it } from 'vitest';
import { linkTo, placeIn } from '../../../../src/app/library/address-link';
import { parseRoute, START } from '../../../../src/app/router.svelte';

const BASE = 'https://paper.github.io/burrow/';
const INDEX = 'https://data.example/index/?a=1&b=2';

/** The parts of a link as its page reads them. */
function read(link: string): { address: string | null; then: string } {
  const parameters = new URLSearchParams(new URL(link).hash.replace('#/open?', ''));
  return { address: parameters.get('address'), then: parameters.get('then') ?? '' };
}

it('leads to the index alone where nothing of it is looked at', () => {
  const link = linkTo(INDEX, { ...START, collection: 'here', conversation: 'mine' }, BASE);
  expect(link).toBe(`${BASE}#/open?address=${encodeURIComponent(INDEX)}`);
});

it('leads to the same place in another collection, without the conversation of this browser', () => {
  const route = parseRoute('#/here/explore/mine?view=map&level=2');
  const { address, then } = read(linkTo(INDEX, route, BASE));
  expect(address).toBe(INDEX);
  expect(placeIn('there', then)).toEqual({ ...route, collection: 'there', conversation: null });
});

it('takes any text for a place, and the start for what is none', () => {
  for (const then of ['', '#/', 'nowhere', '%E0%A4%A'])
    expect(placeIn('there', then)).toEqual({ ...START, collection: 'there' });
});
