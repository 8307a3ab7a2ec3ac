import type { ServerModel } from '../../../core/models/hosts';
import { countOf, dig, readJson } from './read-json';
import type { ServerConnection } from './server-connection';

/** When no server says: what Ollama gives a model unless told otherwise. */
export const USUAL_WINDOW = 4096;

/** The models of a server, those that only embed left out, in the server's order. */
export async function listModels(server: ServerConnection, signal?: AbortSignal): Promise<readonly ServerModel[]> {
  const reply = readJson(await (await server.request('/v1/models', { signal })).text());
  const list = reply['data'] ?? reply['models'];
  return (Array.isArray(list) ? (list as readonly unknown[]) : []).flatMap((entry) => {
    const name = dig(entry, 'id') ?? dig(entry, 'name');
    if (typeof name !== 'string' || /\bembed|\bbge-|minilm|\be5-/iu.test(name)) return [];
    const contextWindow = windowOf(entry);
    return [{ name, ...(contextWindow !== undefined && { contextWindow }) }];
  });
}

/** Tokens of a model's window, as the server has loaded it; asked in the way of each kind of server until one tells. */
export async function contextWindow(server: ServerConnection, model: string, signal?: AbortSignal): Promise<number> {
  const listed = (await listModels(server, signal)).find(({ name }) => name === model)?.contextWindow;
  if (listed !== undefined) return listed;
  const asked = (path: string, json?: unknown): Promise<unknown> =>
    server
      .request(path, { signal, ...(json !== undefined && { json }) })
      .then(async (response) => readJson(await response.text()))
      .catch(() => undefined); // a server of another kind
  const props = await asked('/props');
  const loaded = countOf(dig(props, 'default_generation_settings', 'n_ctx')) ?? countOf(dig(props, 'n_ctx'));
  if (loaded !== undefined) return loaded;
  const studio = await asked(`/api/v0/models/${encodeURIComponent(model)}`);
  const known = countOf(dig(studio, 'loaded_context_length'));
  return known ?? ollamaWindow(await asked('/api/show', { model })) ?? USUAL_WINDOW;
}

/** vLLM, llama.cpp and LM Studio tell it in their lists. */
const windowOf = (entry: unknown): number | undefined =>
  countOf(dig(entry, 'max_model_len')) ??
  countOf(dig(entry, 'loaded_context_length')) ??
  countOf(dig(entry, 'meta', 'n_ctx')) ??
  countOf(dig(entry, 'context_length'));

/** What its Modelfile sets. What the model could take is no help: without a setting Ollama gives less, and cuts the rest in silence. */
function ollamaWindow(shown: unknown): number | undefined {
  const parameters = dig(shown, 'parameters');
  return typeof parameters === 'string' ? countOf(Number(/^num_ctx\s+(\d+)/mu.exec(parameters)?.[1])) : undefined;
}
