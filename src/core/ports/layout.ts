import type { CallOptions } from '../platform';
import type { WorkProgress } from '../work';

/**
 * Arrangements of the map: `force` puts linked things together, `circles` packs by size alone, both within the circles
 * of communities; `embedding` puts together things with the same neighbours.
 */
export const LAYOUTS = ['force', 'circles', 'embedding'] as const;
export type LayoutName = (typeof LAYOUTS)[number];
export type NestedLayoutName = Exclude<LayoutName, 'embedding'>;

/** Entities up to which `embedding` is offered: so many take about ten seconds, and twice as many four times as long. */
export const MOST_EMBEDDED = 3000;

/** A hierarchy of communities over entities with weighted links, as columns. */
export interface LayoutGraph {
  /** Neighbours of entity e: neighbours[starts[e]…starts[e+1]−1], each pair in both directions. */
  readonly starts: Int32Array;
  readonly neighbours: Int32Array;
  /** Greater than 0. */
  readonly weights: Float32Array;
  /** The deepest community of each entity, −1 where it has none. */
  readonly home: Int32Array;
  /** The parent of each community, which comes before it; −1 at the top. */
  readonly parent: Int32Array;
}

/**
 * Positions of everything: the top communities lie in a circle of radius 1 around 0, each community's parts in its
 * circle.
 */
export interface Positions {
  /** Positions of entities. NaN where an earlier picture does not know one. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Centres and radii of communities. */
  readonly centreX: Float32Array;
  readonly centreY: Float32Array;
  readonly radius: Float32Array;
}

export interface LayoutJob {
  readonly layout: LayoutName;
  readonly graph: LayoutGraph;
  /** An earlier picture, from which as little as possible moves. */
  readonly known?: Positions;
}

export interface LayoutOptions extends CallOptions {
  readonly onProgress?: (progress: WorkProgress) => void;
}

/** Arranges the map, beside everything else. */
export interface LayoutMaker {
  /** Takes seconds for 20,000 entities. Throws the signal's reason when aborted, RangeError where a layout is not for so many. */
  arrange(job: LayoutJob, options: LayoutOptions): Promise<Positions>;
}
