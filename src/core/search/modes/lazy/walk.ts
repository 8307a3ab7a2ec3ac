/** A passage with its place among the communities. */
export interface PlacedPassage {
  /** Number of the text unit. */
  readonly slot: number;
  /** The communities of each entity that it mentions, the broadest first. */
  readonly paths: readonly (readonly number[])[];
}

/** Limits of a walk. */
export interface WalkChoices {
  /** Tests at most. */
  readonly budget: number;
  readonly batch: number;
  readonly perCommunity: number;
  /** Communities without a hit in a row that end a level. */
  readonly misses: number;
}

/** Passages that are tested together. */
export interface WalkBatch {
  readonly slots: readonly number[];
  readonly visit: Visit;
}

interface Visit {
  /** Null for all passages, and for the neighbours of hits. */
  readonly community: number | null;
  /** The best first. */
  readonly slots: readonly number[];
  readonly most: number;
  made: number;
  isHit: boolean;
  /** Set where a batch had no hit. */
  isEnded: boolean;
}

/** Passages of a community by whose mean rank it is ranked. */
const RANKED_BY = 5;
/** Share of a budget that is spent before a walk gives up: more than all of the next smaller budget. */
const PATIENCE = 0.5;

/**
 * Walk of a relevance budget over passages and communities (LazyGraphRAG; family-2 6). The best passages of all are tested first, then those of
 * communities in the order of their best passages, level by level. A batch without a hit ends a community; one without any hit is left out with
 * all below it. Some misses in a row end a level, and a level without hits ends the walk; neighbours of hits come last. Their tests are kept back.
 * Outside of communities the next batch does not wait for the one before.
 * A walk that ends before a share of its budget is spent begins again over the rest: a larger budget goes on where one ended.
 * The next batch depends only on the results taken so far, so that the same results in the same order give the same tests.
 */
export class RelevanceWalk {
  readonly #passages: readonly PlacedPassage[];
  readonly #neighboursOf: (slot: number) => readonly number[];
  readonly #choices: WalkChoices;
  readonly #deepest: number;
  /** Tested or under way. */
  readonly #given = new Set<number>();
  readonly #waitingNeighbours = new Set<number>();
  readonly #eliminated = new Set<number>();
  readonly #walked = new Set<number>();
  /** Communities that go on, before others begin. */
  #hitting: Visit[] = [];
  #queue: Visit[];
  #leftOut = 0;
  #underWay = 0;
  /** -1 for all passages together. */
  #level = -1;
  #isLevelHit = false;
  #missesInRow = 0;
  #phase: 'levels' | 'neighbours' | 'over' = 'levels';

  /** `passages`: the best first; `neighboursOf`: passages before and after one in its document. */
  constructor(
    passages: readonly PlacedPassage[],
    neighboursOf: (slot: number) => readonly number[],
    choices: WalkChoices,
  ) {
    this.#passages = passages;
    this.#neighboursOf = neighboursOf;
    this.#choices = choices;
    this.#deepest = passages.reduce((most, { paths }) => Math.max(most, ...paths.map(({ length }) => length - 1)), 0);
    this.#queue = [this.#best()];
  }

  /** The passages to be tested next; null where results are awaited, or none are left. */
  next(): WalkBatch | null {
    for (;;) {
      if (this.#phase === 'over') return null;
      const room = this.#room();
      const visit = room > 0 ? (this.#hitting.shift() ?? this.#queue.shift()) : undefined;
      if (visit) {
        const batch = this.#batchOf(visit, room);
        if (batch && visit.community === null && this.#isOpen(visit)) this.#hitting.push(visit);
        if (batch) return batch;
      } else if (this.#underWay > 0) return null;
      else this.#goOn(room);
    }
  }

  /** Takes which passages of a batch are relevant, in their order. Batches are taken in the order in which they were given. */
  take({ slots, visit }: WalkBatch, relevant: readonly boolean[]): void {
    this.#underWay--;
    const hits = slots.filter((_, at) => relevant[at]);
    visit.isHit ||= hits.length > 0;
    visit.isEnded ||= hits.length === 0;
    this.#isLevelHit ||= visit.isHit;
    if (this.#phase === 'levels') for (const hit of hits) this.#keepBack(hit);
    if (visit.community === null) return;
    if (hits.length > 0 && this.#isOpen(visit)) this.#hitting.push(visit);
    else this.#end(visit, visit.community);
  }

  /** Communities of which passages were tested, and those that the walk did not come to. */
  get communities(): { readonly walked: number; readonly leftOut: number } {
    return { walked: this.#walked.size, leftOut: this.#leftOut };
  }

  /** Tests that may be given now: those for the neighbours of hits are kept back until these come. */
  #room(): number {
    const { budget } = this.#choices;
    const keptBack = this.#phase === 'levels' ? this.#waitingNeighbours.size : 0;
    return budget - this.#given.size - keptBack;
  }

  #isOpen({ made, most, slots, isEnded }: Visit): boolean {
    return !isEnded && made < most && slots.some((slot) => !this.#given.has(slot));
  }

  #batchOf(visit: Visit, room: number): WalkBatch | null {
    if (!this.#isOpen(visit)) return null;
    const most = Math.min(this.#choices.batch, visit.most - visit.made, room);
    const slots = visit.slots.filter((slot) => !this.#given.has(slot)).slice(0, most);
    if (slots.length === 0) return null;
    for (const slot of slots) {
      this.#given.add(slot);
      this.#waitingNeighbours.delete(slot);
    }
    visit.made += slots.length;
    if (visit.community !== null) this.#walked.add(visit.community);
    this.#underWay++;
    return { slots, visit };
  }

  #keepBack(hit: number): void {
    for (const slot of this.#neighboursOf(hit)) if (!this.#given.has(slot)) this.#waitingNeighbours.add(slot);
  }

  #end({ isHit }: Visit, community: number): void {
    this.#missesInRow = isHit ? 0 : this.#missesInRow + 1;
    if (!isHit) this.#eliminated.add(community);
    if (this.#missesInRow < this.#choices.misses) return;
    this.#leftOut = this.#queue.length;
    this.#queue = [];
  }

  /** Goes on where nothing is under way and no community of this level is left, or no test. */
  #goOn(room: number): void {
    if (this.#phase === 'neighbours') {
      this.#beginAgain();
      return;
    }
    const isEnd = this.#level >= 0 && !this.#isLevelHit && this.#queue.length === 0;
    if (room > 0 && !isEnd) {
      this.#level = Math.min(this.#level + 1, this.#deepest);
      [this.#missesInRow, this.#isLevelHit, this.#leftOut] = [0, false, 0];
      this.#queue = this.#communities();
      if (this.#queue.length > 0) return;
    }
    this.#toNeighbours();
  }

  /** Begins again over the untested passages; ends where none are left, or where enough of the budget is spent. */
  #beginAgain(): void {
    const isEnough = this.#given.size >= PATIENCE * this.#choices.budget;
    this.#phase = isEnough || this.#passages.every(({ slot }) => this.#given.has(slot)) ? 'over' : 'levels';
    if (this.#phase === 'over') return;
    this.#eliminated.clear();
    [this.#level, this.#missesInRow, this.#isLevelHit, this.#leftOut] = [-1, 0, false, 0];
    this.#queue = [this.#best()];
  }

  /** The best of all passages. */
  #best(): Visit {
    const all = this.#passages.map(({ slot }) => slot);
    return visitOf(null, all, this.#choices.perCommunity);
  }

  #toNeighbours(): void {
    this.#phase = 'neighbours';
    this.#leftOut += this.#queue.length;
    const all = [...this.#waitingNeighbours];
    this.#hitting = [];
    this.#queue = all.length > 0 ? [visitOf(null, all, Infinity)] : [];
  }

  /** Communities of this level with passages that were not tested, ranked by their best passages; a passage is in the best of its communities. */
  #communities(): Visit[] {
    const ranks = new Map<number, { sum: number; count: number }>();
    const of = this.#passages.map(({ paths }) => this.#communitiesOf(paths));
    for (const [rank, communities] of of.entries()) {
      for (const one of communities) {
        const known = ranks.get(one) ?? { sum: 0, count: 0 };
        if (known.count < RANKED_BY) ranks.set(one, { sum: known.sum + rank, count: known.count + 1 });
      }
    }
    const rankOf = (community: number): number => {
      const { sum, count } = ranks.get(community) ?? { sum: Infinity, count: 1 };
      return sum / count;
    };
    const slots = new Map<number, number[]>();
    for (const [at, { slot }] of this.#passages.entries()) {
      const [best] = [...(of[at] ?? [])].sort((a, b) => rankOf(a) - rankOf(b) || a - b);
      if (best === undefined || this.#given.has(slot)) continue;
      const own = slots.get(best) ?? [];
      own.push(slot);
      slots.set(best, own);
    }
    return [...slots]
      .sort(([a], [b]) => rankOf(a) - rankOf(b) || a - b)
      .map(([community, own]) => visitOf(community, own, this.#choices.perCommunity));
  }

  /** The communities at this level, or the finest above it, without those that are left out. */
  #communitiesOf(paths: PlacedPassage['paths']): ReadonlySet<number> {
    const found = new Set<number>();
    for (const path of paths) {
      const down = path.slice(0, this.#level + 1);
      const last = down.at(-1);
      if (last !== undefined && !down.some((one) => this.#eliminated.has(one))) found.add(last);
    }
    return found;
  }
}

const visitOf = (community: number | null, slots: readonly number[], most: number): Visit => ({
  community,
  slots,
  most,
  made: 0,
  isHit: false,
  isEnded: false,
});
