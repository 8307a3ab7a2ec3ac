import type { EngineApi } from '../../core/engine/api';
import type { IndexEvent } from '../../core/engine/session/index-events';
import type { CallOptions } from '../../core/platform';
import { getIndexing, type Indexing } from '../library/indexing.svelte';
import { getLibrary, type Library } from '../library/library.svelte';
import { getNotices, type Notices } from '../notices.svelte';
import { exploreWords } from '../words/screens/explore-words';
import { messageText } from '../words/messages';

type Edited = Extract<IndexEvent, { kind: 'edited' }>;
type Start = (engine: EngineApi, options: CallOptions) => AsyncIterable<IndexEvent>;

/** Carries out a person's edits of the graph. Made while a component starts. */
export class EditRuns {
  readonly #indexing: Indexing = getIndexing();
  readonly #library: Library = getLibrary();
  readonly #notices: Notices = getNotices();

  /** Makes an edit, then confirms it, with *Undo*. Resolves with true once its consequences are derived. */
  async run(doing: string, start: Start): Promise<boolean> {
    const collection = this.#library.view?.collection.id;
    let edited: Edited | null = null;
    const isDone = await this.#indexing.run(doing, async function* (engine, options) {
      for await (const event of start(engine, options)) {
        if (event.kind === 'edited') edited = event;
        yield event;
      }
    });
    if (edited) void this.#offerUndo(edited, collection);
    return isDone;
  }

  /** The offer ends when another collection is opened. */
  async #offerUndo({ id, words }: Edited, collection: string | undefined): Promise<void> {
    const left = new AbortController();
    const stop = $effect.root(() => {
      $effect(() => {
        if (this.#library.view?.collection.id !== collection) left.abort();
      });
    });
    const isUndone = await this.#notices.offerUndo(messageText(words), left.signal);
    stop();
    if (!isUndone) return;
    await this.#indexing.run(exploreWords().pairs.undoing, (engine, options) => engine.undo(id, options));
  }
}
