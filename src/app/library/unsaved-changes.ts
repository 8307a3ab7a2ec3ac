import type { CollectionView } from '../../core/engine/collections/collection-view';
import type { Conversation } from '../../core/ports/conversations';

/** A collection as far as its changes are concerned. */
export interface CollectionState {
  readonly view: Pick<CollectionView, 'collection' | 'generation'>;
  readonly conversations: readonly Pick<Conversation, 'id' | 'updated'>[];
}

/** What of each collection is in no file of the person's, where a window cannot keep collections. */
export class UnsavedChanges {
  readonly #inFiles = new Map<string, string>();
  readonly #now = new Map<string, string>();

  /** Takes note of how a collection stands. One that was never seen before is empty, or comes from a file. */
  see(standing: CollectionState): void {
    const { id } = standing.view.collection;
    this.#now.set(id, stateOf(standing));
    if (!this.#inFiles.has(id)) this.saved(standing);
  }

  /** It was saved as a copy as it stood then. */
  saved(standing: CollectionState): void {
    this.#inFiles.set(standing.view.collection.id, stateOf(standing));
  }

  /** The person removed it. */
  forget(collection: string): void {
    this.#inFiles.delete(collection);
    this.#now.delete(collection);
  }

  /** Whether a collection has changed since. */
  get any(): boolean {
    return [...this.#now].some(([id, state]) => this.#inFiles.get(id) !== state);
  }
}

function stateOf({ view, conversations }: CollectionState): string {
  const talks = conversations.map(({ id, updated }) => `${id} ${String(updated)}`);
  return [String(view.generation), ...talks.toSorted()].join('\n');
}
