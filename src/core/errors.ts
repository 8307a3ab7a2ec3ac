/** The few errors that cross a wall. Their message is written for a person; `cause` and `detail` are for the curious. */
class BurrowError extends Error {
  /** The text, path or SQL that gave offence, cut to a readable length. */
  readonly detail: string | undefined;

  constructor(message: string, options?: { readonly cause?: unknown; readonly detail?: string }) {
    super(message, options && 'cause' in options ? { cause: options.cause } : undefined);
    this.detail = options?.detail?.slice(0, 500);
  }
}

/** A document, an imported file or a reply that cannot be read. */
export class ParseError extends BurrowError {
  override readonly name = 'ParseError';
}

/** Storage refused: full, locked by another tab, damaged, or written by a newer Burrow. */
export class StorageError extends BurrowError {
  override readonly name = 'StorageError';
}

/** A model that could not be loaded or did not answer. */
export class ModelError extends BurrowError {
  override readonly name = 'ModelError';
}
