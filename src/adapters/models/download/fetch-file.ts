import { anySignal } from '../../../core/async';
import type { ModelFile } from './model-files';
import type { PartialFile, PartialNote } from './partial-files';
import {
  diskFullError,
  unstableFileError,
  unreachableError,
  refusedError,
  sealedError,
  fileTooLargeError,
  webPageError,
} from './download-errors';

/** The network as a download sees it. */
export interface Network {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Resolves after so many milliseconds, rejects when aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  isOffline(): boolean;
  /** Checks if this thread may not ask for the address, though it may exist. */
  isSealed(url: string): boolean;
  /** Called when a request is redirected. */
  redirected(url: string): void;
}

interface FetchOptions {
  readonly network: Network;
  readonly signal: AbortSignal;
  /** Called after each piece with the number of bytes so far. */
  readonly onBytes: (bytes: number) => void;
}

/** Tries without a single new byte between them, and the waits after each, in milliseconds. */
const WAITS = [500, 1000, 2000, 4000, 8000];
/** A connection that brings nothing for this long is given up and made again, in milliseconds. */
const STALLED = 60_000;
/** Times that a file is begun again from its first byte, after a change on the server or for a server that knows no ranges. */
const BEGINNINGS = 3;

/**
 * Fetches what is missing of a file, going on behind the bytes that are here, over as many connections as it takes. Throws ModelError or
 * StorageError in words; the signal's reason when aborted. What came stays.
 */
export async function fetchFile(file: ModelFile, part: PartialFile, options: FetchOptions): Promise<void> {
  if (part.size > 0 && part.size === part.note.total) return;
  const tries = { anew: 0 };
  for (let failed = 0; ;) {
    const before = part.size;
    const end = await tryOnce(file, part, { ...options, tries });
    if (end.kind === 'complete') return;
    if (tries.anew > BEGINNINGS) throw unstableFileError(file);
    failed = part.size > before ? 0 : failed + 1;
    const pause = WAITS[failed];
    if (pause === undefined) throw unreachableError(file, { offline: options.network.isOffline(), cause: end.cause });
    await options.network.wait(pause, options.signal);
  }
}

type End = { readonly kind: 'complete' } | { readonly kind: 'again'; readonly cause: unknown };

/** A try in the row of them. */
interface TryOptions extends FetchOptions {
  readonly tries: { anew: number };
}
interface TakeOptions extends TryOptions {
  /** Called at each sign of life. */
  readonly alive: () => void;
}

async function tryOnce(file: ModelFile, part: PartialFile, options: TryOptions): Promise<End> {
  const { network, signal } = options;
  signal.throwIfAborted();
  const stall = watchStall();
  try {
    const response = await network.fetch(file.url, {
      headers: { Range: `bytes=${String(part.size)}-` }, // also from the first byte: asks for the bytes as they are, not compressed
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: anySignal(signal, stall.signal),
    });
    if (response.url && response.url !== file.url) network.redirected(response.url);
    return await take(file, part, response, { ...options, alive: stall.alive });
  } catch (cause) {
    signal.throwIfAborted();
    if (isFull(cause)) throw diskFullError(cause);
    if (!isConnection(cause)) throw cause;
    if (network.isSealed(file.url)) throw sealedError(file);
    return { kind: 'again', cause };
  } finally {
    stall.end();
  }
}

async function take(file: ModelFile, part: PartialFile, response: Response, options: TakeOptions): Promise<End> {
  if (response.ok && isPage(response)) {
    await response.body?.cancel();
    throw webPageError(file);
  }
  const etag = response.headers.get('ETag');
  const reading = isChanged(part, etag) ? { kind: 'start over' as const } : read(part, response, file.bytes);
  if (reading.kind !== 'write') await response.body?.cancel();
  switch (reading.kind) {
    case 'complete':
      return reading;
    case 'refused':
      throw refusedError(file, response.status);
    case 'retry':
      return { kind: 'again', cause: refusedError(file, response.status) };
    case 'start over':
      return startOver(part, options);
    case 'write':
      if (reading.total !== null && reading.total > mostOf(file)) {
        await response.body?.cancel();
        throw fileTooLargeError(file);
      }
      if (reading.at === 0) await begin(part, { total: reading.total, etag }, options);
      return write(file, part, response, { ...options, total: reading.total });
  }
}

function read(part: PartialFile, response: Response, expected: number | undefined): Reading {
  const length = response.headers.get('Content-Length');
  const answer = {
    status: response.status,
    contentLength: length === null ? null : Number(length),
    range: readRange(response.headers.get('Content-Range')),
  };
  return readAnswer(part.size, part.note.total ?? expected ?? null, answer);
}

async function startOver(part: PartialFile, options: TryOptions): Promise<End> {
  await begin(part, { total: null, etag: null }, options);
  options.onBytes(0);
  return { kind: 'again', cause: new Error('The file changed on its way.') };
}

async function begin(part: PartialFile, note: PartialNote, { tries }: TryOptions): Promise<void> {
  if (part.size > 0) tries.anew++;
  await part.begin(note);
}

const isPage = ({ headers }: Response): boolean => /^text\/html\b/iu.test(headers.get('Content-Type') ?? '');

/** Returns the most bytes to accept of a file. One more than its listed size is enough to detect another file. */
const mostOf = ({ bytes, most }: ModelFile): number => (bytes === undefined ? (most ?? Infinity) : bytes + 1);

interface WriteOptions extends TakeOptions {
  readonly total: number | null;
}

async function write(file: ModelFile, part: PartialFile, response: Response, options: WriteOptions): Promise<End> {
  const { onBytes, alive, total } = options;
  const most = Math.min(mostOf(file), (total ?? Infinity) + 1);
  for await (const bytes of chunksOf(response)) {
    alive();
    await part.append(bytes.subarray(0, Math.max(most - part.size, 0)));
    onBytes(part.size);
    if (part.size >= most) break;
  }
  if (total === null ? part.size >= most : part.size > total) return startOver(part, options);
  const isWhole = total === null || part.size === total;
  return isWhole ? { kind: 'complete' } : { kind: 'again', cause: new Error('The connection ended early.') };
}

/** Safari's streams cannot be iterated themselves. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (;;) {
      const next = await reader?.read();
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    await reader?.cancel().catch(() => undefined); // over already, or broken: `read` reports both
  }
}

/** The file was replaced on the server while it was under way. */
function isChanged({ size, note }: PartialFile, etag: string | null): boolean {
  return size > 0 && note.etag !== null && etag !== null && note.etag !== etag;
}

function watchStall() {
  const controller = new AbortController();
  const give = () => controller.abort(new DOMException('The connection brought nothing any more.', 'TimeoutError'));
  let timer = setTimeout(give, STALLED);
  return {
    signal: controller.signal,
    alive: () => {
      clearTimeout(timer);
      timer = setTimeout(give, STALLED);
    },
    end: () => clearTimeout(timer),
  };
}

export const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

/** Checks for an error of `fetch` or its stream without an answer, or without the end of one. */
function isConnection(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    (error instanceof DOMException && ['TimeoutError', 'NetworkError'].includes(error.name))
  );
}

/** Parts of a response that decide how to continue. Numbers are null where the server hides them from pages. */
interface Answer {
  readonly status: number;
  readonly contentLength: number | null;
  /** Start of the bytes and their number in all, from `Content-Range`. */
  readonly range: { readonly start: number; readonly total: number | null } | null;
}

type Reading =
  /** Writes its bytes at `at` of a file of `total` bytes; null where unknown. */
  | { readonly kind: 'write'; readonly at: number; readonly total: number | null }
  /** Ends the download, since all bytes are here. */
  | { readonly kind: 'complete' }
  /** Starts again from the first byte, since the present bytes are of another file. */
  | { readonly kind: 'start over' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'refused' };

/** Reads the answer to `Range: bytes=HAVE-`. `total` is the size of the file as far as known. */
function readAnswer(have: number, total: number | null, answer: Answer): Reading {
  const { status, contentLength, range } = answer;
  if (status === 206) {
    const start = range?.start ?? have;
    if (start !== have) return { kind: 'start over' };
    const whole = range?.total ?? (contentLength === null ? null : have + contentLength);
    return have > 0 && total !== null && whole !== null && whole !== total
      ? { kind: 'start over' }
      : { kind: 'write', at: have, total: whole ?? total };
  }
  if (status === 200) return { kind: 'write', at: 0, total: contentLength ?? total };
  if (status === 416)
    return have > 0 && have === total ? { kind: 'complete' } : { kind: have > 0 ? 'start over' : 'refused' };
  return { kind: isPassing(status) ? 'retry' : 'refused' };
}

/** Checks if a later try may succeed: after overload, and errors of the server. */
function isPassing(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/** Reads `Content-Range: bytes 5-9/10`. */
function readRange(header: string | null): Answer['range'] {
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/u.exec(header ?? '') ?? [];
  if (start === undefined) return null;
  return { start: Number(start), total: total === undefined || total === '*' ? null : Number(total) };
}
