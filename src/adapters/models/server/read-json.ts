import { ModelError } from '../../../core/errors';
import { message } from '../../../core/message';
import { isRecord } from '../../../core/shapes/read-fields';

/** A JSON object out of a server's words; throws ModelError for anything else. */
export function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch (cause) {
    throw new ModelError(message`The server answered with something that is not JSON.`, {
      cause,
      detail: text,
      traits: ['worth another try'],
    });
  }
  throw new ModelError(message`The server answered with something unexpected.`, { detail: text });
}

/** A value deep inside, by its keys and places. */
export function dig(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner) && typeof key === 'number') return (inner as readonly unknown[])[key];
    return isRecord(inner) ? inner[String(key)] : undefined;
  }, value);
}

export const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : undefined;

/** A list inside of an answer, by its key; undefined where there is none. */
export function listIn(value: unknown, key: string): readonly unknown[] | undefined {
  const list = dig(value, key);
  return Array.isArray(list) ? (list as readonly unknown[]) : undefined;
}
