import { serverEmbedding } from '../../../core/models/catalogue/embedding-models';
import type { ServerModel } from '../../../core/models/hosts';
import { countOf, dig, listIn, readJson } from './read-json';
import { errorIn, explainNonsense } from './server-errors';
import type { ServerConnection } from './server-connection';

/** Owners of models in the complete lists of some servers. */
const TELLS_ALL: readonly unknown[] = ['vllm', 'llamacpp'];

/** The models of a server, in the server's order, with details from its own interface. */
export async function listModels(server: ServerConnection, signal?: AbortSignal): Promise<readonly ServerModel[]> {
  const list = modelsIn(server, await server.read('/v1/models', { signal }));
  const isComplete = list.every((entry) => TELLS_ALL.includes(dig(entry, 'owned_by')));
  const details = isComplete ? new Map<string, Partial<ServerModel>>() : await detailsOf(server, signal);
  return list.flatMap((entry) => {
    const name = nameOf(entry);
    if (name === undefined) return [];
    const contextWindow = windowOf(entry);
    const only = kindByName(name);
    const listedFacts = { ...(contextWindow !== undefined && { contextWindow }), ...(only && { only }) };
    return [{ name, ...listedFacts, ...details.get(name) }];
  });
}

/** Asks in the way of LM Studio, then of Ollama; empty for other servers. */
async function detailsOf(
  server: ServerConnection,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, Partial<ServerModel>>> {
  const studio = listIn(await askServer(server, '/api/v0/models', { signal }), 'data');
  if (studio) return named(studio, studioModel);
  return named(listIn(await askServer(server, '/api/tags', { signal }), 'models') ?? [], ollamaModel);
}

const named = (
  entries: readonly unknown[],
  read: (entry: unknown) => Partial<ServerModel>,
): ReadonlyMap<string, Partial<ServerModel>> =>
  new Map(entries.map((entry) => [nameOf(entry) ?? '', read(entry)] as const));

function studioModel(entry: unknown): Partial<ServerModel> {
  const loaded = countOf(dig(entry, 'loaded_context_length'));
  const embeds = dig(entry, 'type') === 'embeddings';
  const most = embeds ? countOf(dig(entry, 'max_context_length')) : undefined;
  const contextWindow = loaded ?? most;
  return { ...(contextWindow !== undefined && { contextWindow }), ...(embeds && { only: 'embedding' }) };
}

function ollamaModel(entry: unknown): Partial<ServerModel> {
  const capabilities = dig(entry, 'capabilities');
  const can = (what: string): boolean => Array.isArray(capabilities) && capabilities.includes(what);
  const embeds = can('embedding') && !can('completion');
  const digest = dig(entry, 'digest');
  const elsewhere = dig(entry, 'remote_host');
  // What a model could take is no help for one that chats: Ollama gives it less, and cuts the rest in silence.
  const most = embeds ? countOf(dig(entry, 'details', 'context_length')) : undefined;
  return {
    ...(most !== undefined && { contextWindow: most }),
    ...(embeds && { only: 'embedding' }),
    ...(typeof digest === 'string' && digest !== '' && { digest }),
    ...(typeof elsewhere === 'string' && elsewhere !== '' && { elsewhere: hostOf(elsewhere) }),
  };
}

const hostOf = (address: string): string => URL.parse(address)?.host ?? address;

/** Guesses the use of a model from its name, since most servers report nothing else. */
function kindByName(name: string): ServerModel['only'] {
  if (/rerank/iu.test(name)) return 'reranking';
  return serverEmbedding(name) ? 'embedding' : undefined;
}

function nameOf(entry: unknown): string | undefined {
  const name = dig(entry, 'id') ?? dig(entry, 'model') ?? dig(entry, 'name');
  return typeof name === 'string' ? name : undefined;
}

/** Reads the window from the lists of vLLM, llama.cpp and LM Studio. */
const windowOf = (entry: unknown): number | undefined =>
  countOf(dig(entry, 'max_model_len')) ??
  countOf(dig(entry, 'loaded_context_length')) ??
  countOf(dig(entry, 'meta', 'n_ctx')) ??
  countOf(dig(entry, 'context_length'));

function modelsIn({ address }: ServerConnection, text: string): readonly unknown[] {
  let reply: Readonly<Record<string, unknown>>;
  try {
    reply = readJson(text);
  } catch (error) {
    throw explainNonsense(address, error, text);
  }
  const error = errorIn(reply);
  if (error) throw error;
  const list = 'data' in reply ? reply['data'] : reply['models'];
  if (Array.isArray(list)) return list as readonly unknown[];
  if (list === null) return []; // Ollama without any model
  throw explainNonsense(address, undefined, text);
}

/** Asks a path that only one kind of server has; undefined from servers of other kinds. */
async function askServer(
  server: ServerConnection,
  path: string,
  options: NonNullable<Parameters<ServerConnection['read']>[1]>,
): Promise<unknown> {
  try {
    return readJson(await server.read(path, options));
  } catch {
    options.signal?.throwIfAborted();
    return undefined;
  }
}

/** Default window when no server names one: that of Ollama on a machine with little memory. */
const USUAL_WINDOW = 4096;
/** Seconds that a server may take to load a model. */
const LOADING = 600;

/**
 * Tokens of a chat model's window, as the server has loaded it. Each kind of server is asked in its own way, until one
 * answers. Ollama and LM Studio choose it when they load a model, by the free memory: one that is not loaded is loaded
 * first.
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
  const details = (): Promise<unknown> => ask(`/api/v0/models/${encodeURIComponent(name)}`);
  const before = await details();
  const most = countOf(dig(before, 'max_context_length'));
  const loaded = countOf(dig(before, 'loaded_context_length'));
  if (loaded !== undefined || most === undefined) return loaded;
  await ask('/v1/chat/completions', { model: name, messages: [{ role: 'user', content: 'Hello' }], max_tokens: 1 });
  return countOf(dig(await details(), 'loaded_context_length')) ?? Math.min(most, USUAL_WINDOW);
}

/**
 * Finds the window of a model: from its loaded instance, else from its Modelfile, else after loading it by a call
 * without a prompt (https://github.com/ollama/ollama/blob/main/docs/api.md, “Load a model”).
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

/** Returns the window set in its Modelfile. */
function setWindow(shown: unknown): number | undefined {
  const parameters = dig(shown, 'parameters');
  return typeof parameters === 'string' ? countOf(Number(/^num_ctx\s+(\d+)/mu.exec(parameters)?.[1])) : undefined;
}

/** Returns the window that the model was trained for: Ollama never gives it more. */
function trainedWindow(shown: unknown): number | undefined {
  const family = dig(shown, 'model_info', 'general.architecture');
  return typeof family === 'string' ? countOf(dig(shown, 'model_info', `${family}.context_length`)) : undefined;
}
