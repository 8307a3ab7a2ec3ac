import type { Concept } from './concepts';

/** A passage that holds a concept. */
export interface ConceptPosting {
  readonly id: number;
  /** Whether the passage is about it: its title or heading names it, or the text opens with it. */
  readonly about: boolean;
}

/** Where a hop finds concepts: capitalised phrases of raw passages, or the entities of an index. */
export interface ConceptSource {
  /** Concepts of a passage, with offsets in its text. */
  conceptsIn(id: number): readonly Concept[];
  /** Passages that hold the concept; empty for an unknown one. */
  passages(key: string): readonly ConceptPosting[];
  /** Number of passages that hold it, or a little more. */
  frequency(key: string): number;
  /** Known concepts that the text spells out, longest first from the left, without overlap. */
  namesIn(text: string): readonly string[];
}
