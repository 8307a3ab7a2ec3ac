import { flushSync, tick } from 'svelte';

/** Exchanges that are drawn whole: those nearest to what is seen. Of the others, only the questions are drawn. */
const MOST = 30;
/** The newest are drawn at once, whatever is seen. */
const NEWEST = 2;

/** Places from the nearest to the farthest of a place, among so many. */
function nearest(seen: number, length: number): readonly number[] {
  const first = Math.max(0, Math.min(seen - Math.floor(MOST / 2), length - MOST));
  const near = Array.from({ length: Math.min(MOST, length) }, (_, at) => first + at);
  return near.sort((one, other) => Math.abs(one - seen) - Math.abs(other - seen));
}

/** Checks for the keyboard's focus or marked words in a part of the page: it stays as it is. */
function isInUse(part: Element): boolean {
  const selection = getSelection();
  const isMarked = selection !== null && !selection.isCollapsed && selection.containsNode(part, true);
  return isMarked || part.contains(document.activeElement);
}

/**
 * Selects the exchanges of a long conversation to draw. A new one is drawn with each frame, so that none takes long; a
 * distant one is replaced by a box of its height.
 */
export class DrawnExchanges {
  #drawn = $state.raw<ReadonlySet<string>>(new Set());
  readonly #heights = new Map<string, number>();
  /** Ids in their order. */
  #ids: readonly string[] = [];
  #seen = 0;
  #frame = 0;
  #list: Element | null = null;

  /** To be attached to the element whose children the exchanges are, in their order. `scroller` is what scrolls them. */
  readonly list = (list: Element): (() => void) => {
    this.#list = list;
    const scroller = list.closest('.thread');
    const look = (): void => this.#look(scroller);
    scroller?.addEventListener('scroll', look, { passive: true });
    return () => {
      scroller?.removeEventListener('scroll', look);
      cancelAnimationFrame(this.#frame);
      this.#list = null;
    };
  };

  /** Takes over which exchanges there are. */
  follow(ids: readonly string[]): void {
    const isOther = ids[0] !== this.#ids[0];
    this.#ids = ids;
    if (isOther || this.#seen >= ids.length - NEWEST - 1) this.#seen = ids.length - 1;
    this.#schedule();
  }

  /** Checks if one is drawn whole. */
  has(id: string, at: number, length: number): boolean {
    return at >= length - NEWEST || this.#drawn.has(id);
  }

  /** The height of the place of one that is not drawn, in pixels. */
  heightOf(id: string): number {
    const known = [...this.#heights.values()];
    const usual = known.length > 0 ? known.reduce((sum, one) => sum + one, 0) / known.length : 600;
    return Math.round(this.#heights.get(id) ?? usual);
  }

  /** Draws one now and scrolls to it, such as to found words: the browser cannot, since the found part is redrawn. */
  async show(at: number): Promise<void> {
    const id = this.#ids[at];
    if (id !== undefined) this.#drawn = new Set([...this.#drawn, id]);
    await tick();
    this.#list?.children[at]?.scrollIntoView();
  }

  /** Draws all at once, as for paper; those that are far go again when the next one is looked at. */
  showAll(): void {
    cancelAnimationFrame(this.#frame);
    flushSync(() => (this.#drawn = new Set(this.#ids)));
  }

  #look(scroller: Element | null): void {
    const { children = [] } = this.#list ?? {};
    if (!scroller || children.length === 0) return;
    const middle = scroller.getBoundingClientRect().top + scroller.clientHeight / 2;
    let [low, high] = [0, children.length - 1];
    while (low < high) {
      const at = Math.ceil((low + high) / 2);
      if ((children[at]?.getBoundingClientRect().top ?? 0) <= middle) low = at;
      else high = at - 1;
    }
    this.#seen = low;
    this.#schedule();
  }

  #schedule(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#step());
  }

  /** Draws the nearest one that is not drawn yet, and takes away what is far. */
  #step(): void {
    const wanted = nearest(this.#seen, this.#ids.length).flatMap((at) => this.#ids[at] ?? []);
    const near = new Set(wanted);
    const kept = [...this.#drawn].filter((id) => near.has(id) || this.#stays(id));
    const next = wanted.find((id) => !this.#drawn.has(id));
    if (next === undefined && kept.length === this.#drawn.size) return;
    this.#drawn = new Set(next === undefined ? kept : [...kept, next]);
    if (next !== undefined) this.#schedule();
  }

  /** Checks if a distant one must stay; notes the height of one that goes. */
  #stays(id: string): boolean {
    const part = this.#list?.children[this.#ids.indexOf(id)];
    if (!part) return false;
    if (isInUse(part)) return true;
    this.#heights.set(id, part.getBoundingClientRect().height);
    return false;
  }
}
