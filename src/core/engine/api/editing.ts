import type { CallOptions } from '../../ports/platform';
import type { Namesake } from '../namesakes';
import type { IndexEvent } from './indexing';

/** What a person changes about the entities. */
export interface EditingCalls {
  /** Pairs of entities that may be the same, never merged without a person. */
  aliasSuggestions(): Promise<readonly AliasSuggestion[]>;
  /** Entities that are called so, those of just that name first. */
  namesakes(words: string, count: number): Promise<readonly Namesake[]>;
  /** Types of the entities, the commonest first. */
  entityTypes(): Promise<readonly string[]>;
  /** Notes that two entities are not the same, so that they are not suggested again; undone by `undo`. */
  keepApart(intoId: string, fromId: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Merges by the person's word; undone by `undo`. */
  merge(intoId: string, fromId: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Makes one of an entity's names an entity of its own; undone by `undo`. */
  splitEntity(id: string, alias: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  renameEntity(id: string, title: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Gives an entity another type, whatever the passages say; undone by `undo`. */
  changeType(id: string, type: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  deleteEntity(id: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Takes back an edit, a person's or a model's; it stays so in later runs until `redo`. */
  undo(editId: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Does again what was undone; of a person's edits it is the latest from then on. */
  redo(editId: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  edits(): Promise<readonly EditView[]>;
}

/** Two entities that may be the same, and why. */
export interface AliasSuggestion {
  readonly into: { readonly id: string; readonly title: string };
  readonly from: { readonly id: string; readonly title: string };
  readonly reason: string;
}

/** An edit as a line of the list. */
export interface EditView {
  readonly id: string;
  readonly time: string;
  /** The edit in words, such as "Merged A into B". */
  readonly words: string;
  /** Whose it is: a person's, or a model's that joined two names or kept them apart. */
  readonly kind: 'person' | 'joined' | 'apart';
  readonly undone: boolean;
}
