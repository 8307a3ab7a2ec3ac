import type { ServerModel } from '../../../core/models/hosts';
import { countOf, dig, listIn } from './read-json';
import type { ServerConnection } from './server-connection';
import { askServer } from './server-models';

/** When no server says: what Ollama gives a model on a machine with little memory. */
const USUAL_WINDOW = 4096;
/** Seconds that a server may take to load a model. */
const LOADING = 600;

/**
 * Tokens of a chat model's window, as the server has loaded it; asked in the way of each kind of server until one tells. Ollama and LM
 * Studio choose it when they load a model, by the memory that they find: one that is not loaded is loaded first.
 */
export async function contextWindow(
  server: ServerConnection,
  { name, contextWindow: listed }: ServerModel,
  signal?: AbortSignal,
): Promise<number> {
  if (listed !== undefined) return listed;
  const ask = (path: string, json?: unknown): Promise<unknown> =>
    askServer(server, path, { signal, seconds: LOADING, ...(json !== undefined && { json }) });
  const props = await ask(`/props?model=${encodeURIComponent(name)}`);
  const loaded = countOf(dig(props, 'default_generation_settings', 'n_ctx')) ?? countOf(dig(props, 'n_ctx'));
  return loaded ?? (await studioWindow(name, ask)) ?? (await ollamaWindow(name, ask)) ?? USUAL_WINDOW;
}

type Ask = (path: string, json?: unknown) => Promise<unknown>;

/** A first call of one token makes it load the model, unless that is switched off there. */
async function studioWindow(name: string, ask: Ask): Promise<number | undefined> {
  const told = (): Promise<unknown> => ask(`/api/v0/models/${encodeURIComponent(name)}`);
  const before = await told();
  const most = countOf(dig(before, 'max_context_length'));
  const loaded = countOf(dig(before, 'loaded_context_length'));
  if (loaded !== undefined || most === undefined) return loaded;
  await ask('/v1/chat/completions', { model: name, messages: [{ role: 'user', content: 'Hello' }], max_tokens: 1 });
  return countOf(dig(await told(), 'loaded_context_length')) ?? Math.min(most, USUAL_WINDOW);
}

/**
 * Of a model that is loaded; else what its Modelfile sets; else loaded by a call without a prompt
 * (https://github.com/ollama/ollama/blob/main/docs/api.md, “Load a model”).
 */
async function ollamaWindow(name: string, ask: Ask): Promise<number | undefined> {
  const running = async (): Promise<readonly unknown[] | undefined> => listIn(await ask('/api/ps'), 'models');
  const isIt = (one: unknown): boolean => dig(one, 'name') === name || dig(one, 'model') === name;
  const windowIn = (models: readonly unknown[] | undefined): number | undefined =>
    countOf(dig(models?.find(isIt), 'context_length'));
  const before = await running();
  if (!before) return undefined;
  const loaded = windowIn(before);
  if (loaded !== undefined) return loaded;
  const shown = await ask('/api/show', { model: name });
  const trained = trainedWindow(shown) ?? Infinity;
  const set = setWindow(shown);
  if (set !== undefined) return Math.min(set, trained);
  await ask('/api/generate', { model: name, stream: false });
  return windowIn(await running()) ?? Math.min(USUAL_WINDOW, trained);
}

/** What its Modelfile sets. */
function setWindow(shown: unknown): number | undefined {
  const parameters = dig(shown, 'parameters');
  return typeof parameters === 'string' ? countOf(Number(/^num_ctx\s+(\d+)/mu.exec(parameters)?.[1])) : undefined;
}

/** What the model could take: Ollama never gives it more. */
function trainedWindow(shown: unknown): number | undefined {
  const family = dig(shown, 'model_info', 'general.architecture');
  return typeof family === 'string' ? countOf(dig(shown, 'model_info', `${family}.context_length`)) : undefined;
}
