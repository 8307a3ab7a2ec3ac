import { inEnglish, isMessage, message, type Message } from './message';

/** Traits of errors, so that code never has to read their words. */
export type ErrorTrait =
  /** Message that names what was kept. */
  | 'says what was kept'
  /** The same call can end another way next time. */
  | 'worth another try'
  /** Every further call would end the same way. */
  | 'holds for all'
  /** Silence that was too long. */
  | 'fell silent'
  /** Replies came, but nothing in them could be used. */
  | 'nothing usable'
  /** Damaged or lost data: another try ends the same way. */
  | 'damage'
  /** A document that it is about was deleted. */
  | 'gone'
  /** No such file, as far as a host reports. */
  | 'missing'
  /** A host sent other content than what was published there. */
  | 'other content';

export interface BurrowErrorOptions {
  readonly cause?: unknown;
  readonly detail?: string;
  readonly traits?: readonly ErrorTrait[];
}

/** The few errors that cross a wall. Their wording is for a person, `message` is the same in English; `cause` and `detail` are for the curious. */
class BurrowError extends Error {
  /** The text, path or SQL that gave offence, cut to a readable length. */
  readonly detail: string | undefined;
  readonly traits: readonly ErrorTrait[];
  readonly wording: Message;

  constructor(wording: Message, options?: BurrowErrorOptions) {
    super(inEnglish(wording), options && 'cause' in options ? { cause: options.cause } : undefined);
    this.wording = wording;
    this.detail = options?.detail?.slice(0, 500);
    this.traits = options?.traits ?? [];
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

/** Checks if an error, of this thread or of another one, has a trait. */
export function hasTrait(error: unknown, trait: ErrorTrait): boolean {
  return error instanceof BurrowError && error.traits.includes(trait);
}

/**
 * Returns the reason of an error for a person: the wording of an error of ours, else its message, unless the browser
 * wrote it.
 */
export function reasonOf(error: unknown): Message {
  if (!(error instanceof Error)) return String(error);
  if ('wording' in error && isMessage(error.wording)) return error.wording;
  return isByBrowser(error) ? wordsForBrowser(error.name) : error.message;
}

/** Exceptions of the browser alone have a number as their code. Their messages are for programmers. */
const isByBrowser = (error: Error): boolean => 'code' in error && typeof error.code === 'number';

function wordsForBrowser(name: string): Message {
  if (name === 'QuotaExceededError') return message`the browser's storage is full`;
  if (name === 'NotFoundError' || name === 'NotReadableError')
    return message`a file is not there any more, or the browser cannot read it`;
  if (name === 'AbortError') return message`it was stopped`;
  return name === 'TimeoutError' ? message`it took too long` : message`the browser refused it`;
}
