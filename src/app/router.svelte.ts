import { EXPLORE_START, type ExplorePlace } from './explore-place';
import { formatRoute, parseRoute, type Route } from './route';

/** The current route, kept in step with the address bar. */
export class Router {
  route = $state.raw<Route>(parseRoute(location.hash));
  #follow: (route: Route) => void = () => undefined;

  /** Calls `follow` now and after each change of the route. Returns what stops it. */
  start(follow: (route: Route) => void): () => void {
    this.#follow = follow;
    const listen = () => this.#adopt();
    addEventListener('hashchange', listen);
    this.route = parseRoute(location.hash);
    follow(this.route);
    return () => removeEventListener('hashchange', listen);
  }

  /** Changes parts of the route; `replace` leaves no entry for the back button. */
  go(change: Partial<Route>, options: { readonly replace?: boolean } = {}): void {
    const next = { ...this.route, ...this.#leaving(change), ...change };
    const hash = formatRoute(next);
    if (hash === location.hash) return;
    history[options.replace ? 'replaceState' : 'pushState'](null, '', hash);
    this.route = next;
    this.#follow(next);
  }

  /** The same for the place within Explore. */
  explore(change: Partial<ExplorePlace>, options: { readonly replace?: boolean } = {}): void {
    this.go({ explore: { ...this.route.explore, ...change } }, options);
  }

  /** Another collection has other communities and names. */
  #leaving({ collection }: Partial<Route>): Partial<Route> {
    return collection === undefined || collection === this.route.collection ? {} : { explore: EXPLORE_START };
  }

  #adopt(): void {
    this.route = parseRoute(location.hash);
    this.#follow(this.route);
  }
}
