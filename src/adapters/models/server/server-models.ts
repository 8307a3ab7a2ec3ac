import { ModelError } from '../../../core/errors';
import type { ServerModel } from '../../../core/models/hosts';
import { countOf, dig, readJson } from './read-json';
import { explainNonsense, explainSaid } from './refusals';
import { wordsOf } from './error-message';
import type { ServerConnection } from './server-connection';

/** When no server says: what Ollama gives a model unless told otherwise. */
export const USUAL_WINDOW = 4096;

const EMBEDS_ONLY = /\bembed|\bbge-|minilm|\be5-/iu;

/** The models of a server, in the server's order. */
export async function listModels(server: ServerConnection, signal?: AbortSignal): Promise<readonly ServerModel[]> {
  const list = listIn(server, await server.read('/v1/models', { signal }));
  return list.flatMap((entry) => {
    const name = dig(entry, 'id') ?? dig(entry, 'name');
    if (typeof name !== 'string') return [];
    const contextWindow = windowOf(entry);
    const embedsOnly = EMBEDS_ONLY.test(name);
    return [{ name, ...(contextWindow !== undefined && { contextWindow }), ...(embedsOnly && { embedsOnly }) }];
  });
}

function listIn({ address }: ServerConnection, text: string): readonly unknown[] {
  const reply = tryJson(text);
  if (reply instanceof Error) throw explainNonsense(address, reply, text);
  const said = wordsOf(reply['error']);
  if (said) throw explainSaid(said) ?? new ModelError(`The server reported an error: ${said}`, { detail: text });
  const list = 'data' in reply ? reply['data'] : reply['models'];
  if (Array.isArray(list)) return list as readonly unknown[];
  if (list === null) return []; // Ollama without any model
  throw explainNonsense(address, undefined, text);
}

function tryJson(text: string): Readonly<Record<string, unknown>> | Error {
  try {
    return readJson(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Tokens of a model's window, as the server has loaded it; asked in the way of each kind of server until one tells. */
export async function contextWindow(
  server: ServerConnection,
  { name, contextWindow: listed }: ServerModel,
  signal?: AbortSignal,
): Promise<number> {
  if (listed !== undefined) return listed;
  const asked = async (path: string, json?: unknown): Promise<unknown> => {
    try {
      return readJson(await server.read(path, { signal, ...(json !== undefined && { json }) }));
    } catch {
      signal?.throwIfAborted();
      return undefined; // a server of another kind
    }
  };
  const props = await asked('/props');
  const loaded = countOf(dig(props, 'default_generation_settings', 'n_ctx')) ?? countOf(dig(props, 'n_ctx'));
  if (loaded !== undefined) return loaded;
  const studio = await asked(`/api/v0/models/${encodeURIComponent(name)}`);
  const known = countOf(dig(studio, 'loaded_context_length')) ?? ollamaLoaded(await asked('/api/ps'), name);
  return known ?? ollamaSet(await asked('/api/show', { model: name })) ?? USUAL_WINDOW;
}

/** vLLM, llama.cpp and LM Studio tell it in their lists. */
const windowOf = (entry: unknown): number | undefined =>
  countOf(dig(entry, 'max_model_len')) ??
  countOf(dig(entry, 'loaded_context_length')) ??
  countOf(dig(entry, 'meta', 'n_ctx')) ??
  countOf(dig(entry, 'context_length'));

/** Of a model that Ollama has in memory just now. */
function ollamaLoaded(running: unknown, name: string): number | undefined {
  const models = dig(running, 'models');
  const mine = Array.isArray(models) ? models.find((one) => dig(one, 'name') === name) : undefined;
  return countOf(dig(mine, 'context_length'));
}

/** What its Modelfile sets. What the model could take is no help: without a setting Ollama gives less, and cuts the rest in silence. */
function ollamaSet(shown: unknown): number | undefined {
  const parameters = dig(shown, 'parameters');
  return typeof parameters === 'string' ? countOf(Number(/^num_ctx\s+(\d+)/mu.exec(parameters)?.[1])) : undefined;
}
