import { anySignal } from '../../core/async';
import {
  corsError,
  hiddenError,
  redirectError,
  notAllowedError,
  statusError,
  tooSlowError,
  unreachableError,
} from './address-errors';

/** Browser features for reading from static hosts. */
export interface AddressNetwork {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The page's, which needs no permission. */
  readonly origin: string;
  /** Other origins that the policy lets through: those that the person allowed, none while sealed. */
  readonly allowed: readonly string[];
  isOffline(): boolean;
  /** Checks if the policy refused a redirect of this address; a browser does not show its target. */
  isRefused(url: string): Promise<boolean>;
  /** Origins that a file was read from; filled here. */
  readonly readable: Set<string>;
  /** Called when a request is redirected to another host. */
  redirected(url: string): void;
}

/** A request for a file, or for a part of it. */
interface FileRequest {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD';
  /** As in the header `Range`, without the unit. It is always sent: a browser then asks for the bytes as they are, not compressed. */
  readonly range: string;
  /** Bytes that are waited for; the time grows with them. */
  readonly bytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds that any request may take with all of its attempts, and bytes per millisecond of the slowest link that is waited for. */
const BASE = 20_000;
const SLOWEST = 20;
/** Milliseconds in which a host must show that it answers at all. */
const PROBE = 3000;

/** Reading of an answer while it is waited for; `expect` grants the time that so many bytes take in all. */
type TakeAnswer<T> = (response: Response, expect: (bytes: number) => void) => Promise<T>;

/**
 * Sends a request, once more after an error of the network or of the server, and reads the answer. Throws StorageError in words; the signal's
 * reason when aborted.
 */
export async function requestFile<T>(request: FileRequest, network: AddressNetwork, take: TakeAnswer<T>): Promise<T> {
  const { origin } = new URL(request.url);
  if (origin !== network.origin && !network.allowed.includes(origin)) throw notAllowedError(request.url);
  const patience = waitFor(request.bytes);
  try {
    const first = await attempt(request, network, patience, take);
    if (first.kind === 'done') return first.value;
    const second = await attempt(request, network, patience, take);
    if (second.kind === 'done') return second.value;
    throw second.kind === 'status'
      ? statusError(request.url, second.status)
      : await explainFailure(request, network, second);
  } finally {
    patience.end();
  }
}

type Attempt<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'status'; readonly status: number }
  /** `answered`: it broke within the answer. */
  | { readonly kind: 'broken'; readonly answered: boolean; readonly cause: unknown };

async function attempt<T>(
  request: FileRequest,
  network: AddressNetwork,
  patience: Patience,
  take: TakeAnswer<T>,
): Promise<Attempt<T>> {
  const { url, method = 'GET', range, signal } = request;
  signal?.throwIfAborted();
  let answered = false;
  try {
    const response = await network.fetch(url, {
      method,
      headers: { Range: `bytes=${range}` },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: anySignal(signal, patience.signal),
    });
    answered = true;
    network.readable.add(new URL(url).origin);
    noteRedirect(response, url, network);
    const { status } = response;
    if (status >= 500 || status === 429) {
      await leave(response);
      return { kind: 'status', status };
    }
    return { kind: 'done', value: await take(response, patience.expect) };
  } catch (cause) {
    signal?.throwIfAborted();
    if (patience.signal.aborted) throw tooSlowError(url, patience.seconds());
    if (!(cause instanceof TypeError)) throw cause;
    if (await network.isRefused(url)) throw redirectError(url, cause);
    return { kind: 'broken', answered, cause };
  }
}

/** The browser has followed it, since the policy allows that host: it is counted as well. */
function noteRedirect(response: Response, url: string, network: AddressNetwork): void {
  const { origin } = new URL(response.url || url);
  if (origin === new URL(url).origin) return;
  network.redirected(response.url);
  if (origin !== network.origin && !network.allowed.includes(origin)) throw redirectError(url);
}

/** Cancels the rest of an answer. */
export async function leave({ body }: Response): Promise<void> {
  await body?.cancel().catch(() => undefined); // broken already
}

/** The time that a request has in all. */
interface Patience {
  readonly signal: AbortSignal;
  /** Grants the time that so many bytes take in all. */
  expect(bytes: number): void;
  seconds(): number;
  end(): void;
}

function waitFor(bytes: number): Patience {
  const controller = new AbortController();
  const begun = Date.now();
  let milliseconds = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expect = (more: number): void => {
    milliseconds = Math.max(milliseconds, BASE + more / SLOWEST);
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(), begun + milliseconds - Date.now());
  };
  expect(bytes);
  return { signal: controller.signal, expect, seconds: () => milliseconds / 1000, end: () => clearTimeout(timer) };
}

/**
 * Finds out why a request failed. A browser gives a page no reason, so this asks whether anything answers there,
 * without reading it.
 */
async function explainFailure(
  { url, signal }: FileRequest,
  network: AddressNetwork,
  { answered, cause }: Extract<Attempt<never>, { kind: 'broken' }>,
): Promise<Error> {
  const offline = network.isOffline();
  if (offline || answered || new URL(url).origin === network.origin) return unreachableError(url, { offline, cause });
  try {
    const probe: RequestInit = { method: 'HEAD', mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer' };
    await network.fetch(url, { ...probe, signal: anySignal(signal, AbortSignal.timeout(PROBE)) });
  } catch {
    signal?.throwIfAborted();
    return unreachableError(url, { offline, cause });
  }
  if (network.readable.has(new URL(url).origin)) return hiddenError(url, cause);
  return corsError(url, { origin: network.origin, cause });
}
