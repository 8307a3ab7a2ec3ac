import { abortable } from '../../async';
import { ModelError } from '../../errors';
import { message } from '../../message';
import type { IndexTables } from '../../tables/tables';

/** Documents that a person has deleted and can still have back. No call shows them to a model meanwhile. */
export class DocumentHold {
  readonly #open: { readonly tables: Pick<IndexTables, 'documents'> };
  #documents: ReadonlySet<string> = new Set();
  #wake = (): void => undefined;
  #changed = this.#nextChange();

  constructor(open: { readonly tables: Pick<IndexTables, 'documents'> }) {
    this.#open = open;
  }

  /** True while there are any. */
  get some(): boolean {
    return this.#documents.size > 0;
  }

  /** Names them, in place of those before. */
  name(documents: readonly string[]): void {
    this.#documents = new Set(documents);
    this.#wake();
    this.#changed = this.#nextChange();
  }

  /** True if one of these documents is held back. */
  has(documents: readonly string[]): boolean {
    return documents.some((id) => this.#documents.has(id));
  }

  /**
   * Resolves once none of these documents, by default none at all, is held back. Throws a `gone` ModelError where one of them is not in the
   * collection any more, and the reason of an abort.
   */
  async released(signal: AbortSignal, documents?: readonly string[]): Promise<void> {
    while (documents ? this.has(documents) : this.some) await abortable(this.#changed, signal);
    if (!documents || documents.length === 0) return;
    const here = new Set(this.#open.tables.documents.map(({ id }) => id));
    if (!documents.every((id) => here.has(id))) throw documentGone();
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}

const documentGone = (): ModelError =>
  new ModelError(message`A document of which the model was to be asked was deleted.`, { traits: ['gone'] });
