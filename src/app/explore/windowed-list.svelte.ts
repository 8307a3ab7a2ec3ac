import { tick } from 'svelte';
import { lowerBound } from '../../core/arrays';
export { lowerBound } from '../../core/arrays';

/** Height in pixels of an item that was never seen, before any was. */
const FIRST_GUESS = 600;
/** Height that is drawn above and below the visible part, as a share of its height. */
const MARGIN = 0.75;
/** Pixels by which a height must differ to count. */
const LEAST = 0.5;
/** Pixels within which a place counts as reached. */
const NEAR = 2;

/**
 * Selects the items of a long list to draw, where each has a height of its own that is known once it was drawn. The
 * visible part stays in place while heights become known. To be used where a component starts.
 */
export class WindowedList {
  /** Items drawn: from the first one to the one before the last. */
  first = $state(0);
  last = $state(0);
  /** Heights in pixels of the places of what is not drawn above and below. */
  above = $state(0);
  below = $state(0);
  /** The item at the top of what is seen. */
  seen = $state(0);
  #count = 0;
  #heights = new Float64Array(0);
  /** Start of each item; one more for the end. */
  #starts = new Float64Array(1);
  #known = 0;
  #sum = 0;
  #scroller: HTMLElement | null = null;
  #observer: ResizeObserver | undefined;
  readonly #items = new Map<Element, number>();
  /** The item that was turned to: it stays at the top until the person moves. */
  #target: number | null = null;
  /** Next scroll position, once the items there have their places. */
  #coming: number | null = null;

  /** To be attached to what scrolls. */
  readonly scroller = (element: HTMLElement): (() => void) => {
    this.#scroller = element;
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('scroll', () => this.#scrolled(), { signal, passive: true });
    const resized = new ResizeObserver(() => this.#look());
    resized.observe(element);
    this.#look();
    return () => {
      listening.abort();
      resized.disconnect();
      this.#observer?.disconnect();
      this.#observer = undefined;
      this.#scroller = null;
    };
  };

  /** To be attached to an item that is drawn. */
  item(at: number): (element: HTMLElement) => () => void {
    return (element) => {
      const observer = (this.#observer ??= new ResizeObserver((entries) => this.#measure(entries)));
      this.#items.set(element, at);
      observer.observe(element);
      return () => {
        this.#items.delete(element);
        observer.unobserve(element);
      };
    };
  }

  /** Takes over a list of so many other items, and turns to one of them. */
  reset(count: number, at = 0): void {
    this.#count = count;
    this.#heights = new Float64Array(count).fill(-1);
    this.#known = 0;
    this.#sum = 0;
    this.#arrange();
    this.turnTo(at);
    // What stays on the screen is told again.
    for (const element of this.#items.keys()) {
      this.#observer?.unobserve(element);
      this.#observer?.observe(element);
    }
  }

  /** Scrolls to an item. */
  turnTo(at: number): void {
    this.#target = at;
    void this.#scrollTo(this.#starts[at] ?? 0);
  }

  /** Draws what is there, and then scrolls to it. */
  async #scrollTo(top: number): Promise<void> {
    this.#coming = top;
    this.#look();
    await tick();
    if (this.#coming !== top) return;
    this.#coming = null;
    if (this.#scroller) this.#scroller.scrollTop = top;
  }

  get #top(): number {
    return this.#coming ?? this.#scroller?.scrollTop ?? 0;
  }

  /** Drops the target once the person has scrolled away from it. */
  #scrolled(): void {
    if (this.#coming !== null) return;
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = this.#scroller ?? {};
    const aim = Math.min(this.#starts[this.#target ?? 0] ?? 0, scrollHeight - clientHeight);
    if (Math.abs(scrollTop - aim) > NEAR) this.#target = null;
    this.#look();
  }

  #arrange(): void {
    const guess = this.#known === 0 ? FIRST_GUESS : this.#sum / this.#known;
    const starts = new Float64Array(this.#count + 1);
    for (let at = 0; at < this.#count; at++) {
      const height = this.#heights[at] ?? -1;
      starts[at + 1] = (starts[at] ?? 0) + (height < 0 ? guess : height);
    }
    this.#starts = starts;
  }

  #measure(entries: readonly ResizeObserverEntry[]): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    const changes = entries.flatMap(({ target, borderBoxSize: [box] }) => {
      const at = this.#items.get(target);
      const height = box?.blockSize ?? 0;
      const isNew = at !== undefined && height > 0 && Math.abs(height - (this.#heights[at] ?? -1)) > LEAST;
      return isNew ? [{ at, height }] : [];
    });
    if (changes.length === 0) return;
    const top = this.#top;
    const anchor = this.#anchor(top, scroller.clientHeight);
    const within = top - (this.#starts[anchor] ?? 0);
    for (const { at, height } of changes) {
      const before = this.#heights[at] ?? -1;
      if (before < 0) this.#known++;
      this.#sum += height - Math.max(0, before);
      this.#heights[at] = height;
    }
    this.#arrange();
    const target = this.#target;
    const moved = target === null ? (this.#starts[anchor] ?? 0) + within : (this.#starts[target] ?? 0);
    if (Math.abs(moved - top) > LEAST) void this.#scrollTo(moved);
    else this.#look();
  }

  /** The item that is to stay where it is: the first that begins in sight, or else the one that fills it. */
  #anchor(top: number, height: number): number {
    const seen = this.#at(top);
    const next = this.#starts[seen + 1] ?? Infinity;
    const isCut = (this.#starts[seen] ?? 0) < top - NEAR;
    return isCut && seen + 1 < this.#count && next < top + height ? seen + 1 : seen;
  }

  /** The item at this distance from the top of the list. */
  #at(distance: number): number {
    const after = lowerBound(this.#count, (at) => (this.#starts[at + 1] ?? 0) <= distance);
    return Math.max(0, Math.min(this.#count - 1, after));
  }

  #look(): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    const { clientHeight } = scroller;
    const scrollTop = this.#top;
    const margin = clientHeight * MARGIN;
    const [first, last] = [this.#at(scrollTop - margin), this.#at(scrollTop + clientHeight + margin) + 1];
    const end = Math.min(this.#count, last);
    const begin = Math.min(first, end);
    this.first = begin;
    this.last = end;
    this.above = this.#starts[begin] ?? 0;
    this.below = Math.max(0, (this.#starts[this.#count] ?? 0) - (this.#starts[end] ?? 0));
    this.seen = this.#target ?? this.#at(scrollTop + 1);
  }
}
