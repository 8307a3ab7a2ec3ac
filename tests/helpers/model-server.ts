import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { completion, type Answer, type Completion } from './chat-completion';
import { exchangeFor, wordsOf, type Exchange } from './dialect';

/** An answer instead of the proper one. */
interface Canned {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string;
  readonly location?: string;
  /** The body is sent again and again until the caller leaves. */
  readonly endless?: boolean;
  /** Fate of the connection after the body; by default it ends well. */
  readonly then?: 'end' | 'cut' | 'hold';
  /** Only so many times; default always. */
  readonly times?: number;
  /** Answer after these times; by default the server's own. */
  readonly next?: Canned;
}

/** Behaviour of the server; may be changed at any time. */
export interface Behaviour {
  /** Entries of its list of models. */
  models: readonly object[];
  /** Pages that may read its answers; an empty list sends no CORS header at all. */
  origins: '*' | readonly string[];
  /** Answers other pages with 403, as Ollama does. */
  strict: boolean;
  /** Key that is required where set. */
  key?: string;
  /** By path. */
  readonly instead: Map<string, Canned>;
  /** Handling of a JSON Schema in a request. */
  schemas: 'honoured' | 'ignored' | 'json_object' | 'refused';
  /** Pieces of its replies. */
  pieces: readonly string[];
  /**
   * Answers a call instead of the pieces or the least that a schema accepts; undefined for these. It may take its time.
   */
  answer?: (asks: Completion) => Answer | undefined | Promise<Answer | undefined>;
  /** Place at which it waits for `release`. */
  hold?: 'before the headers' | 'before the first piece' | 'before each piece';
  /** Milliseconds before each piece; default none. */
  pace?: number;
  /** Sends one JSON object instead of a stream. */
  streams: boolean;
  /** A server's own way of speaking, played instead of all this. */
  readonly exchanges?: readonly Exchange[];
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly json: unknown;
  /** Outcome: its answer was sent to the end, or the caller left before. */
  ended: 'not yet' | 'well' | 'left';
  /** Time of its end, by `performance.now()`; Infinity until then. */
  endedAt: number;
}

/** A server with the OpenAI interface, played on this machine. It answers by rule: it proves what is done with replies, never how good they are. */
export interface ModelServer extends Behaviour {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Chat calls that run now, and the most that ever ran at the same time. */
  readonly running: number;
  readonly most: number;
  /** Calls that stand still. */
  readonly standing: number;
  /** Chat calls whose caller closed the connection before their end. */
  readonly left: number;
  /** Continues every call that waits, by one step. */
  release(): void;
  close(): Promise<void>;
}

const CHAT = '/v1/chat/completions';
/** Milliseconds between a body and the cut after it. */
const CUT_AFTER = 200;

/** Encrypted, with a certificate that was made for tests, if wanted: a browser has to be told to take it. */
export async function serveModelServer(
  behaviour: Partial<Behaviour> = {},
  { encrypted = false } = {},
): Promise<ModelServer> {
  const asked: Asked[] = [];
  const pending = new Set<() => void>();
  const count = { running: 0, most: 0, left: 0 };
  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    void respond(request, response).catch((error: unknown) => response.destroy(error as Error));
  const tls = (name: string): Buffer => readFileSync(`tests/fixtures/tls/${name}.pem`);
  const server = encrypted ? createTlsServer({ key: tls('key'), cert: tls('cert') }, listener) : createServer(listener);
  const url = `${encrypted ? 'https' : 'http'}://127.0.0.1:${String(await listen(server))}`;
  const self: ModelServer = {
    models: [{ id: 'tiny', object: 'model', owned_by: 'llamacpp' }],
    origins: '*',
    strict: false,
    instead: new Map(),
    schemas: 'honoured',
    pieces: ['Boats ', 'are ', 'kept ', 'dry.'],
    streams: true,
    ...behaviour,
    url,
    asked,
    get running() {
      return count.running;
    },
    get most() {
      return count.most;
    },
    get left() {
      return count.left;
    },
    get standing() {
      return pending.size;
    },
    release: () => {
      for (const go of [...pending]) go();
    },
    close: () => close(server),
  };
  return self;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const text = await bodyOf(request);
    const json: unknown = text ? JSON.parse(text) : undefined;
    const entry: Asked = {
      method: request.method ?? '',
      path,
      headers: request.headers,
      json,
      ended: 'not yet',
      endedAt: Infinity,
    };
    if (request.method !== 'OPTIONS') asked.push(entry);
    response.on('close', () => {
      entry.ended = response.writableFinished ? 'well' : 'left';
      entry.endedAt = performance.now();
    });
    if (!welcome(self, request, response)) return;
    if (self.exchanges) return speak(response, self.exchanges, entry);
    const canned = take(self.instead, path);
    if (path === CHAT) watch(response);
    if (canned) return sendCanned(response, canned);
    if (self.key !== undefined && request.headers.authorization !== `Bearer ${self.key}`)
      return sendJson(response, 401, { error: { message: 'Invalid API Key' } });
    if (path === '/v1/models') return sendJson(response, 200, { object: 'list', data: self.models });
    if (path === CHAT) return chat(response, json as Completion);
    if (path === '/v1/embeddings') return sendJson(response, 200, embeddings(json as { readonly input: string[] }));
    if (path === '/v1/rerank') return sendJson(response, 200, ranks(json as { readonly documents: string[] }));
    return sendJson(response, 404, { error: { message: 'File Not Found' } });
  }

  /** Answers from a dialect. A request without an entry there is a mistake of its caller, or of the file. */
  function speak(response: ServerResponse, exchanges: readonly Exchange[], entry: Asked): void {
    const ask = `${entry.method} ${entry.path}`;
    const before = asked.filter((one) => one !== entry).map((one) => `${one.method} ${one.path}`);
    const exchange = exchangeFor(exchanges, ask, entry.json, before);
    if (!exchange) return sendJson(response, 400, { error: `The dialect has no answer to ${ask}.` });
    const { type, text } = wordsOf(exchange);
    response.writeHead(exchange.status, { 'Content-Type': exchange.type ?? type }).end(text);
  }

  /** Counts a chat call until it ends or its caller leaves. */
  function watch(response: ServerResponse): void {
    count.running++;
    count.most = Math.max(count.most, count.running);
    response.on('close', () => {
      count.running--;
      if (!response.writableFinished) count.left++;
    });
  }

  async function chat(response: ServerResponse, asks: Completion): Promise<void> {
    const { schemas, pieces, streams } = self;
    if (self.hold === 'before the headers') await standStill(response);
    const answer = await self.answer?.(asks);
    const sent = completion(asks, { schemas, pieces, ...(answer && { answer }) });
    if (sent.kind === 'refused') return sendJson(response, 400, sent.body);
    if (!streams) return sendJson(response, 200, sent.whole);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
    if (self.hold === 'before the first piece') await standStill(response);
    for (const event of sent.events) {
      if (self.hold === 'before each piece') await standStill(response);
      if (self.pace !== undefined) await wait(self.pace);
      response.write(`data: ${event}\n\n`);
    }
    response.end();
  }

  function standStill(response: ServerResponse): Promise<void> {
    return new Promise((resolve) => {
      const leave = (): void => void pending.delete(go);
      const go = (): void => {
        pending.delete(go);
        response.off('close', leave);
        resolve();
      };
      pending.add(go);
      response.on('close', leave);
    });
  }
}

/** Sends the headers by which a browser lets a page read the answer; false when the request is answered already. */
function welcome(
  { origins, strict }: Behaviour,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { origin } = headers;
  const known = origin === undefined || origins === '*' || origins.includes(origin);
  if (!known && strict) {
    response.writeHead(403).end();
    return false;
  }
  if (known && origin !== undefined) {
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type');
  }
  if (method === 'OPTIONS') response.writeHead(204).end();
  return method !== 'OPTIONS';
}

function take(instead: Map<string, Canned>, path: string): Canned | undefined {
  const canned = instead.get(path);
  if (!canned) return undefined;
  const { times = Infinity } = canned;
  if (times <= 1 && canned.next) instead.set(path, canned.next);
  else if (times <= 1) instead.delete(path);
  else instead.set(path, { ...canned, times: times - 1 });
  return canned;
}

function sendCanned(response: ServerResponse, canned: Canned): void {
  const { status = 200, type = 'application/json', body = '', location, endless, then = 'end' } = canned;
  response.writeHead(status, { 'Content-Type': type, ...(location !== undefined && { Location: location }) });
  response.flushHeaders();
  if (endless) return repeat(response, body);
  response.write(body, () => {
    // A browser may throw away what arrives together with the end of a connection.
    if (then === 'cut') setTimeout(() => response.destroy(), CUT_AFTER);
    else if (then === 'end') response.end();
  });
}

/** No model: each letter raises one number of its text's vector, so that texts of the same letters are alike. */
function embeddings({ input }: { readonly input: readonly string[] }): object {
  const data = input.map((text, index) => {
    const embedding = Array.from({ length: 26 }, () => 0.01);
    for (const letter of text.toLowerCase().match(/[a-z]/gu) ?? []) {
      const at = letter.charCodeAt(0) - 97;
      embedding[at] = (embedding[at] ?? 0) + 1;
    }
    return { object: 'embedding', index, embedding };
  });
  return { object: 'list', data };
}

/** No model: the shorter a passage, the more relevant. */
function ranks({ documents }: { readonly documents: readonly string[] }): object {
  const results = documents.map((text, index) => ({ index, relevance_score: 1 / (1 + text.length) }));
  return { results };
}

/** Writes for as long as somebody reads. */
function repeat(response: ServerResponse, body: string): void {
  const more = (): void => {
    while (!response.destroyed && response.write(body));
  };
  response.on('drain', more);
  more();
}

const sendJson = (response: ServerResponse, status: number, value: object): void =>
  void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
