import { isMessage, type Message, inEnglish } from '../core/message';
import { ModelError, ParseError, StorageError, type ErrorTrait } from '../core/errors';

/** A worker that crashed, fell silent, was closed or never started. Its work may be asked for again. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  readonly wording: Message;

  constructor(wording: Message, options?: ErrorOptions) {
    super(inEnglish(wording), options);
    this.wording = wording;
  }
}

/** An error as plain data. */
export type PackedError =
  | {
      readonly kind: 'error' | 'dom';
      readonly name: string;
      readonly message: string;
      /** Present where it differs from the message. */
      readonly wording?: Message;
      readonly stack?: string;
      readonly detail?: string;
      readonly traits?: readonly ErrorTrait[];
      readonly cause?: PackedError;
    }
  | { readonly kind: 'other'; readonly value: unknown };

type ErrorOptions = { cause?: unknown; detail?: string; traits?: readonly ErrorTrait[] };

const WORDED: Readonly<Record<string, new (wording: Message, options?: ErrorOptions) => Error>> = {
  ParseError,
  StorageError,
  ModelError,
  WorkerError,
};
const CLASSES: Readonly<Record<string, new (message: string, options?: ErrorOptions) => Error>> = {
  TypeError,
  RangeError,
  SyntaxError,
  ReferenceError,
  URIError,
  EvalError,
};
const MAX_CAUSES = 8;

/** Keeps name, message, detail, traits, stack and the chain of causes. A thrown value that is no error is kept unchanged, or as its text. */
export function packError(thrown: unknown, depth = 0): PackedError {
  if (!(thrown instanceof Error || thrown instanceof DOMException)) return { kind: 'other', value: cloneable(thrown) };
  const { name, message, stack } = thrown;
  const detail = 'detail' in thrown && typeof thrown.detail === 'string' ? thrown.detail : undefined;
  const traits = 'traits' in thrown && Array.isArray(thrown.traits) ? (thrown.traits as ErrorTrait[]) : [];
  const wording = 'wording' in thrown && isMessage(thrown.wording) ? thrown.wording : message;
  const cause = 'cause' in thrown && depth < MAX_CAUSES ? packError(thrown.cause, depth + 1) : undefined;
  return {
    kind: thrown instanceof DOMException ? 'dom' : 'error',
    name,
    message,
    ...(wording !== message && { wording }),
    ...(stack !== undefined && { stack }),
    ...(detail !== undefined && { detail }),
    ...(traits.length > 0 && { traits }),
    ...(cause && { cause }),
  };
}

/** The error again: of its own class where this side knows it, else an `Error` of the same name. */
export function unpackError(packed: PackedError): unknown {
  if (packed.kind === 'other') return packed.value;
  if (packed.kind === 'dom') return new DOMException(packed.message, packed.name);
  const options: ErrorOptions = {};
  if (packed.cause) options.cause = unpackError(packed.cause);
  if (packed.detail !== undefined) options.detail = packed.detail;
  if (packed.traits) options.traits = packed.traits;
  const worded = Object.hasOwn(WORDED, packed.name) ? WORDED[packed.name] : undefined;
  const known = Object.hasOwn(CLASSES, packed.name) ? CLASSES[packed.name] : undefined;
  const error = worded
    ? new worded(packed.wording ?? packed.message, options)
    : new (known ?? Error)(packed.message, options);
  if (!worded && !known)
    Object.defineProperty(error, 'name', { value: packed.name, configurable: true, writable: true });
  if (!worded && !known && packed.detail !== undefined) Object.assign(error, { detail: packed.detail });
  if (packed.stack !== undefined) Object.defineProperty(error, 'stack', { value: packed.stack, configurable: true });
  return error;
}

function cloneable(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch (error) {
    return `${String(value)} (${String(error)})`;
  }
}
