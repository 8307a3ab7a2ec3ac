import { ModelError } from '../../../core/errors';
import { readJson } from './read-json';
import { errorIn, isWithoutPath } from './refusals';
import type { ServerConnection } from './server-connection';

/** Seconds that a server may take to load the model and work on one request. */
const PATIENCE = 600;

interface Posting {
  readonly json: { readonly model: string };
  readonly signal: AbortSignal | undefined;
  /** Said where the server has none of the paths. */
  readonly noInterface: string;
}

/** The answer at the first of these paths that the server has; throws ModelError for an error inside of it. */
export async function postJson(
  connection: ServerConnection,
  paths: readonly string[],
  { json, signal, noInterface }: Posting,
): Promise<Readonly<Record<string, unknown>>> {
  const { model } = json;
  let absent: unknown;
  for (const path of paths) {
    try {
      const reply = readJson(await connection.read(path, { model, signal, seconds: PATIENCE, json }));
      const error = errorIn(reply, model);
      if (!error) return reply;
      throw error;
    } catch (error) {
      if (!isWithoutPath(error)) throw error;
      absent ??= error;
    }
  }
  throw new ModelError(noInterface, { cause: absent, traits: ['holds for all'] });
}

/** Of an answer that holds no result. */
export const unusable = (message: string, reply: unknown): ModelError =>
  new ModelError(message, { detail: JSON.stringify(reply).slice(0, 400) });
