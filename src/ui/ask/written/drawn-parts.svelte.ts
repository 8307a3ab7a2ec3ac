import { SvelteSet } from 'svelte/reactivity';

/** Parts that are drawn at once. */
const FIRST = 1;
/** Distance from the visible part within which a part is drawn. */
const NEAR = '1200px 0px';

/** Parts of a long answer that are drawn with their marks: the first, and those that came near. One more is drawn with each frame. */
export class DrawnParts {
  readonly #drawn = new SvelteSet<number>();
  readonly #near = new Map<Element, number>();
  readonly #waiting = new Set<number>();
  #observer: IntersectionObserver | undefined;
  #frame = 0;

  has(at: number): boolean {
    return at < FIRST || this.#drawn.has(at);
  }

  /** To be attached to the place of a part that is not drawn. */
  place(at: number): (element: Element) => () => void {
    return (element) => {
      this.#observer ??= new IntersectionObserver((entries) => this.#look(entries), { rootMargin: NEAR });
      this.#near.set(element, at);
      this.#observer.observe(element);
      return () => {
        this.#near.delete(element);
        this.#waiting.delete(at);
        this.#observer?.unobserve(element);
      };
    };
  }

  /** Ends the drawing. */
  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#observer?.disconnect();
  }

  #look(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const at = this.#near.get(target);
      if (at === undefined) continue;
      if (isIntersecting) this.#waiting.add(at);
      else this.#waiting.delete(at);
    }
    if (this.#waiting.size > 0 && this.#frame === 0) this.#schedule();
  }

  #schedule(): void {
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const [next] = this.#waiting;
      if (next === undefined) return;
      this.#waiting.delete(next);
      this.#drawn.add(next);
      if (this.#waiting.size > 0) this.#schedule();
    });
  }
}
