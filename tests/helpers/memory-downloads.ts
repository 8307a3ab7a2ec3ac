import type { DownloadEnv } from '../../src/adapters/models/download/download-model';
import type { Network } from '../../src/adapters/models/download/fetch-file';
import type { ModelCache, StoredFile } from '../../src/adapters/models/download/stored-models';
import {
  memoryPartials,
  type PartialInMemory,
  type PartialFile,
  type PartialFiles,
} from '../../src/adapters/models/download/partial-files';

/** Answer of a scripted server; `bytes` gives a response with a range from the first requested byte. */
export interface Scripted {
  readonly status?: number;
  readonly bytes?: Uint8Array;
  readonly etag?: string;
  /** Content type; default none. */
  readonly type?: string;
  /** Breaks off after so many bytes of this answer. */
  readonly cutAfter?: number;
  /** Answers with the whole file, whatever was asked for. */
  readonly noRange?: boolean;
  /** Hides the length. */
  readonly noLength?: boolean;
  /** No answer at all. */
  readonly unreachable?: boolean;
}

interface ScriptedNetwork extends Network {
  /** `ADDRESS RANGE` of each request, in order. */
  readonly asked: readonly string[];
  readonly waits: readonly number[];
}

/** A network that answers each address with its scripted answers in turn, the last of them again and again. */
export function scriptedNetwork(script: Readonly<Record<string, readonly Scripted[]>>): ScriptedNetwork {
  const [asked, waits]: [string[], number[]] = [[], []];
  const turns = new Map<string, number>();
  return {
    asked,
    waits,
    fetch: (url, { headers, signal }) => {
      signal?.throwIfAborted();
      const range = String(new Headers(headers).get('Range'));
      asked.push(`${url} ${range}`);
      const answers = script[url] ?? [{ status: 404 }];
      const turn = turns.get(url) ?? 0;
      turns.set(url, turn + 1);
      return respond(answers[Math.min(turn, answers.length - 1)] ?? {}, Number(/\d+/u.exec(range)?.[0]));
    },
    wait: (milliseconds, signal) => {
      signal.throwIfAborted();
      waits.push(milliseconds);
      return Promise.resolve();
    },
    isOffline: () => false,
    isSealed: () => false,
    redirected: () => undefined,
  };
}

async function respond(answer: Scripted, start: number): Promise<Response> {
  const { status, bytes, etag, type, cutAfter, noRange, noLength, unreachable } = answer;
  if (unreachable) throw new TypeError('Failed to fetch');
  if (!bytes) return new Response(null, { status: status ?? 404 });
  if (!noRange && start >= bytes.length) return new Response(null, { status: 416 });
  const body = noRange ? bytes : bytes.subarray(start);
  const headers = {
    ...(!noLength && { 'Content-Length': String(body.length) }),
    ...(etag && { ETag: etag }),
    ...(type && { 'Content-Type': type }),
  };
  return new Response(streamOf(body, cutAfter), { status: status ?? (noRange ? 200 : 206), headers });
}

function streamOf(bytes: Uint8Array, cutAfter = Infinity): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= cutAfter) return controller.error(new TypeError('network error'));
      if (at >= bytes.length) return controller.close();
      const end = Math.min(at + 7, cutAfter, bytes.length);
      controller.enqueue(bytes.slice(at, end));
      at = end;
    },
  });
}

export interface MemoryDownloads extends DownloadEnv {
  /** Finished files, by `CACHE ADDRESS`. */
  readonly finished: ReadonlyMap<string, Blob>;
  /** Files under way, by address. */
  readonly underWay: Map<string, PartialInMemory>;
}

/** Environment of downloads, in memory. */
export function memoryDownloads(network: Network, { free = 1e12, room = 1e12 } = {}): MemoryDownloads {
  const finished = new Map<string, Blob>();
  const underWay: MemoryDownloads['underWay'] = new Map();
  return {
    finished,
    underWay,
    network,
    cache: memoryCache(finished),
    partials: partialsIn(room, underWay),
    freeBytes: () => Promise.resolve(free),
  };
}

function memoryCache(finished: Map<string, Blob>): ModelCache {
  const key = ({ cache, url }: Pick<StoredFile, 'cache' | 'url'>) => `${cache} ${url}`;
  return {
    bytesOf: async (file) => finished.get(key(file))?.size,
    put: async (file, bytes) => void finished.set(key(file), new Blob([await bytes.arrayBuffer()])),
    json: async (file) => {
      const text = await finished.get(key(file))?.text();
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    },
    list: async () =>
      [...finished].map(([name, { size }]) => {
        const at = name.lastIndexOf(' ');
        return { cache: name.slice(0, at) as StoredFile['cache'], url: name.slice(at + 1), bytes: size };
      }),
    remove: async (file) => void finished.delete(key(file)),
    clear: async () => finished.clear(),
  };
}

/** Files under way that take no more than so many bytes each. */
function partialsIn(room: number, underWay: Map<string, PartialInMemory>): PartialFiles {
  const files = memoryPartials(underWay);
  return {
    ...files,
    open: async (url) => {
      const part = await files.open(url);
      const append = async (bytes: Uint8Array): Promise<void> => {
        if (part.size + bytes.length > room) throw new DOMException('full', 'QuotaExceededError');
        await part.append(bytes);
      };
      return Object.create(part, { append: { value: append } }) as PartialFile;
    },
    fits: async (bytes) => bytes <= room,
  };
}
