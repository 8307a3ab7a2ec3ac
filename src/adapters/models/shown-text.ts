import type { ChatEvent } from '../../core/models/chat-model';
import { reasoningFilter, WAS_THOUGHT, type FilteredPiece } from '../../core/shapes/reasoning';

/** Gathers what is shown of a reply, without its thoughts and the marks of templates. */
export class ShownText {
  text = '';
  readonly #filter = reasoningFilter();

  /** Returns the text added by a piece of the reply. */
  take(piece: string): readonly ChatEvent[] {
    return this.#add(this.#filter.take(piece));
  }

  /** Returns the text kept back until the end. */
  end(): readonly ChatEvent[] {
    return this.#add(this.#filter.end());
  }

  #add({ text, isRestart }: FilteredPiece): readonly ChatEvent[] {
    this.text = isRestart ? text : this.text + text;
    const restart: readonly ChatEvent[] = isRestart ? [{ kind: 'restart', reason: WAS_THOUGHT }] : [];
    return text === '' ? restart : [...restart, { kind: 'delta', text }];
  }
}
