import { formatRoute, parseRoute, type Route } from '../router.svelte';

/** A link that opens an index at its address, at the same place: what is read and looked at, not the conversation, which stays in this browser. */
export function linkTo(address: string, route: Route, base: string): string {
  const place = formatRoute({
    ...route,
    tab: route.tab === 'settings' ? 'ask' : route.tab,
    collection: null,
    conversation: null,
  });
  const then = place.replace(/^#\/-\//u, '');
  const parameters = [
    `address=${encodeURIComponent(address)}`,
    ...(then === 'ask' ? [] : [`then=${encodeURIComponent(then)}`]),
  ];
  return new URL(`#/open?${parameters.join('&')}`, base).href;
}

/** The place of a collection that a link leads on to. */
export const placeIn = (collection: string, then: string): Route => ({
  ...parseRoute(`#/-/${then.replace(/^[#/]+/u, '')}`),
  collection,
});
