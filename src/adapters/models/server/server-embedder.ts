import { ModelError } from '../../../core/errors';
import { message } from '../../../core/message';
import { serverEmbedding, UNKNOWN_EMBEDDING } from '../../../core/models/catalogue/embedding-models';
import { type EmbedderInfo, type EmbedOptions, normalise } from '../../../core/models/encoders';
import type { ServerHost, ServerModel } from '../../../core/models/hosts';
import type { CallOptions } from '../../../core/platform';
import { estimateTokens } from '../../../core/text/tokens';
import { postJson, unusable, type ServerConnection } from './server-connection';
import { dig, listIn } from './read-json';
import { isTooLong } from './server-errors';

export interface ServerEmbedders {
  readonly describe: ServerHost['describeEmbedder'];
  readonly embed: ServerHost['embed'];
}

/** A text, or a part of one that is too long, and the text that it belongs to. */
interface Part {
  readonly owner: number;
  readonly text: string;
}

/** Texts of one request, and their characters: a person who stops waits for no more than that. */
const MOST_TEXTS = 32;
const MOST_CHARACTERS = 100_000;
/** Numbers of one vector: far more than any model gives. */
const MOST_NUMBERS = 32_768;
/** Estimates of tokens are about right for running text, and too low for tables and rare scripts. */
const MARGIN = 0.75;
/** A text below this is not what a server finds too long. */
const LEAST_TOKENS = 32;
/** Characters of a digest that distinguish versions of a model. */
const DIGEST = 12;

/**
 * Embedding models of a server. Texts are cut into parts that the model reads at once, and a part that the server finds too long in halves:
 * a vector depends on its text alone. It is the mean direction of the parts by their length, scaled to length 1 here, whatever the server does.
 */
export function createServerEmbedders(
  connection: ServerConnection,
  find: (model: string, options?: CallOptions) => Promise<ServerModel>,
): ServerEmbedders {
  const known = new Map<string, EmbedderInfo>();
  const describe: ServerEmbedders['describe'] = async (model) => {
    const listed = await find(model);
    const { questionPrefix, passagePrefix, contextWindow } = serverEmbedding(model) ?? UNKNOWN_EMBEDDING;
    const most = Math.min(contextWindow, listed.contextWindow ?? Infinity);
    const [vector = []] = await request(connection, model, ['Ready?']);
    const dims = vector.length;
    const version = listed.digest?.replace(/^sha256:/u, '').slice(0, DIGEST) ?? fingerprint(vector);
    const id = `server ${model} ${String(dims)} ${version}`;
    const maxTokens = known.get(model)?.maxTokens ?? (await readAtOnce(connection, model, most));
    const info = { id, title: model, dims, maxTokens, questionPrefix, passagePrefix };
    known.set(model, info);
    return info;
  };
  return {
    describe,
    embed: async (model, texts, kind, options) =>
      embedTexts(connection, known.get(model) ?? (await describe(model)), texts, kind, options),
  };
}

/**
 * Tokens that the server reads at once, as a text of its own shows: less than the model could where the server's batch is smaller. Found out once,
 * so that texts are cut alike before they are sent; what is refused all the same is halved.
 */
async function readAtOnce(connection: ServerConnection, model: string, most: number): Promise<number> {
  for (const tokens of TRIED_LENGTHS.filter((one) => one < most)) {
    const isRead = await request(connection, model, [FILLER.repeat(tokens / estimateTokens(FILLER))]).then(
      () => true,
      (error: unknown) => !isTooLong(error),
    );
    if (isRead) return tokens === TRIED_LENGTHS[0] ? most : tokens;
  }
  return most;
}

/** Tokens: more than a passage has, and llama.cpp's default batch. */
const TRIED_LENGTHS: readonly number[] = [1024, 512];
const FILLER = 'The mill stands by the river. ';

/**
 * Identifies a model whose server does not: the places and signs of the two largest numbers of a vector, whose order
 * does not matter. They are stable where numbers differ a little from run to run. One is not enough: models of a family
 * often have it in the same place.
 */
function fingerprint(vector: readonly number[]): string {
  const largest = [...vector.entries()].toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a)).slice(0, 2);
  return largest
    .toSorted(([a], [b]) => a - b)
    .map(([at, value]) => `${value < 0 ? '-' : '+'}${String(at)}`)
    .join('');
}

async function embedTexts(
  connection: ServerConnection,
  info: EmbedderInfo,
  texts: readonly string[],
  kind: 'question' | 'passage',
  { signal, onProgress }: EmbedOptions = {},
): Promise<Float32Array> {
  const prefix = kind === 'question' ? info.questionPrefix : info.passagePrefix;
  const longest = Math.max(LEAST_TOKENS / 2, info.maxTokens * MARGIN - estimateTokens(prefix));
  const sums = new Float32Array(texts.length * info.dims);
  const waiting: Part[] = texts.map((text, owner) => ({ owner, text }));
  let most = MOST_TEXTS;
  while (waiting.length > 0) {
    signal?.throwIfAborted();
    const batch = takeBatch(waiting, most, longest);
    const inputs = batch.map(({ text }) => prefix + text);
    try {
      const vectors = await request(connection, info.title, inputs, signal);
      for (const [at, part] of batch.entries()) add(sums, part, vectors[at], info);
      most = Math.min(MOST_TEXTS, most + 1);
      onProgress?.(texts.length - new Set(waiting.map(({ owner }) => owner)).size);
    } catch (error) {
      const tokens = Math.max(...batch.map(({ text }) => estimateTokens(text)));
      if (!isTooLong(error) || tokens < LEAST_TOKENS) throw error;
      // Some servers mean all texts of a request together, and do not say so.
      if (batch.length > 1) most = Math.ceil(batch.length / 2);
      waiting.unshift(...(batch.length > 1 ? batch : batch.flatMap((part) => cutPart(part, Math.ceil(tokens / 2)))));
    }
  }
  for (let text = 0; text < texts.length; text++) normalise(sums.subarray(text * info.dims, (text + 1) * info.dims));
  return sums;
}

/** Takes what goes into the next request off the front, cut into parts of at most `longest` tokens. */
function takeBatch(waiting: Part[], most: number, longest: number): readonly Part[] {
  const batch: Part[] = [];
  let characters = 0;
  while (batch.length < most && characters < MOST_CHARACTERS) {
    const next = waiting.shift();
    if (!next) break;
    const parts = cutPart(next, longest);
    if (parts.length > 1) waiting.unshift(...parts);
    else {
      batch.push(next);
      characters += next.text.length;
    }
  }
  return batch;
}

/** Parts of about equal length, cut between words where there are any. */
function cutPart(part: Part, longest: number): readonly Part[] {
  const { text } = part;
  const count = Math.ceil(estimateTokens(text) / longest);
  if (count <= 1) return [part];
  const size = Math.ceil(text.length / count);
  const parts: Part[] = [];
  for (let from = 0; from < text.length;) {
    const space = text.lastIndexOf(' ', from + size);
    const end = from + size >= text.length || space <= from ? from + size : space;
    // Never between the halves of a character.
    const whole = end < text.length && /[\uDC00-\uDFFF]/u.test(text.charAt(end)) ? end + 1 : end;
    parts.push({ ...part, text: text.slice(from, whole) });
    from = whole;
  }
  return parts;
}

function add(
  sums: Float32Array,
  { owner, text }: Part,
  vector: readonly number[] | undefined,
  { title, dims }: EmbedderInfo,
): void {
  if (vector?.length !== dims) throw changed(title, vector?.length ?? 0, dims);
  const weight = Math.max(1, text.length) / Math.hypot(...vector);
  for (const [at, value] of vector.entries()) sums[owner * dims + at] = (sums[owner * dims + at] ?? 0) + value * weight;
}

/** The second is Ollama’s own: before 0.1.48 it has no other. */
const PATHS = ['/v1/embeddings', '/api/embed'];
const NO_EMBEDDINGS = message`The server has no interface for embeddings (/v1/embeddings). Start it with one (llama.cpp: --embeddings), or choose another embedding model in Settings.`;

/** One vector per text, in the order of the texts. Throws ModelError for anything else. */
async function request(
  connection: ServerConnection,
  model: string,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<readonly (readonly number[])[]> {
  const json = { model, input: texts, encoding_format: 'float' };
  const reply = await postJson(connection, PATHS, { json, signal, noInterface: NO_EMBEDDINGS });
  const vectors = vectorsIn(reply);
  if (vectors.length === texts.length && vectors.every(isVector)) return vectors;
  throw unusable(
    message`The server’s answer for “${model}” holds no vectors that can be used. Is it an embedding model? What was embedded before is kept.`,
    reply,
  );
}

/** Reads vectors from a reply of the OpenAI interface, whose entries may come in any order, or of Ollama’s own. */
function vectorsIn(reply: unknown): readonly unknown[] {
  const data = listIn(reply, 'data');
  if (!data) return listIn(reply, 'embeddings') ?? [];
  const places = data.map((entry, at) => [Number(dig(entry, 'index') ?? at), dig(entry, 'embedding')] as const);
  return places.toSorted(([a], [b]) => a - b).map(([, vector]) => vector);
}

const isVector = (vector: unknown): vector is readonly number[] =>
  Array.isArray(vector) &&
  vector.length <= MOST_NUMBERS &&
  vector.some((value) => value !== 0) &&
  vector.every((value) => Number.isFinite(value));

const changed = (model: string, now: number, before: number): ModelError =>
  new ModelError(
    message`“${model}” gives vectors of ${now} numbers now, and gave ${before} before: another model answers to this name. Connect the server again in Settings, then embed the collection with it anew.`,
    { traits: ['holds for all'] },
  );
