import { anySignal } from '../../../core/async';
import { ModelError } from '../../../core/errors';
import { message, type Message } from '../../../core/message';
import type { ServerSettings } from '../../../core/models/hosts';
import {
  isEncrypted,
  isLoopback,
  outsideOrigin,
  readAddress,
  type ServerAddress,
} from '../../../core/models/model-hosts';
import {
  explainFailure,
  explainRedirect,
  explainSilence,
  explainStatus,
  type Failure,
  type NetworkPermission,
  errorIn,
  isWithoutPath,
} from './server-errors';
import { policySources } from '../../policy-sources';
import { readJson } from './read-json';

/** Browser features for the connection. */
export interface ServerNetwork {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The page's. */
  readonly origin: string;
  /** Origins beyond this machine that the policy lets through: those that the person allowed, none while sealed. */
  readonly allowed: readonly string[];
  readonly permission: (network: 'loopback-network' | 'local-network') => Promise<NetworkPermission>;
  /** The protocol of the last answer from an origin, such as `http/1.1` or `h2`; empty where the browser hides it. */
  readonly protocol: (origin: string) => string;
  /** Aborted after so many milliseconds. */
  readonly timeout: (milliseconds: number) => AbortSignal;
}

/** Requests to one server; every refusal becomes a ModelError with its remedy. */
export interface ServerConnection {
  readonly address: ServerAddress;
  /** True if one connection carries many requests (HTTP/2 and later), as far as the browser reports it. */
  readonly isMultiplexed: boolean;
  /** Sends JSON, or gets when there is none; throws unless the server answers well. Waits as long as it takes. */
  open(path: string, options?: RequestOptions): Promise<Response>;
  /** The same with the whole answer as text, which is waited for 20 seconds, or for `seconds`. */
  read(path: string, options?: RequestOptions & { readonly seconds?: number }): Promise<string>;
}

interface RequestOptions {
  readonly json?: unknown;
  /** For the words of a refusal. */
  readonly model?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds for a short answer, such as the list of models. */
const SOON = 20_000;
/** Milliseconds to find out why there was no answer, and the words of a refusal. */
const DIAGNOSIS = 5_000;
/** Characters of a list of models: far more than any server has. */
const LONGEST = 4_000_000;
const LONGEST_REFUSAL = 4_000;

export function connectServer(settings: ServerSettings, network: ServerNetwork): ServerConnection {
  const address = allowedAddress(settings.address, network.allowed);
  const headers = authorization(settings.key);
  let answered = false;
  const failed = (cause: unknown): Promise<ModelError> => failure({ address, network, cause, answered });
  const open: ServerConnection['open'] = async (path, { json, model, signal } = {}) => {
    const url = path.startsWith('/v1/') ? `${address.api}${path.slice(3)}` : `${address.root}${path}`;
    const init: RequestInit = {
      headers: { ...headers, ...(json !== undefined && { 'Content-Type': 'application/json' }) },
      ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
      ...(signal && { signal }),
      ...privateRequest(address),
      redirect: 'manual',
    };
    const send = (): Promise<Response> =>
      network.fetch(url, init).catch(async (cause: unknown) => {
        signal?.throwIfAborted();
        throw await failed(cause);
      });
    const first = await send();
    // The guard sends who is new to it back to the same address, once and without a request; a browser does not tell where to.
    const response = isRedirect(first) ? await send() : first;
    answered ||= !isRedirect(response);
    if (response.ok) return response;
    const body = await refusalBody(response, network);
    if (isRedirect(response)) throw explainRedirect(address);
    const { status } = response;
    throw explainStatus({
      status,
      body,
      origin: network.origin,
      root: address.root,
      ...(model !== undefined && { model }),
    });
  };
  return {
    address,
    get isMultiplexed() {
      return /^h[23]/u.test(network.protocol(new URL(address.root).origin));
    },
    open,
    read: async (path, { seconds = SOON / 1000, ...options } = {}) => {
      const late = network.timeout(seconds * 1000);
      const signal = anySignal(options.signal, late);
      try {
        return await readText(await open(path, { ...options, signal }), LONGEST);
      } catch (error) {
        options.signal?.throwIfAborted();
        if (late.aborted) throw explainSilence(address, seconds);
        throw error instanceof ModelError ? error : await failed(error);
      }
    },
  };
}

function allowedAddress(typed: string, allowed: readonly string[]): ServerAddress {
  const address = readAddress(typed);
  const origin = outsideOrigin(address);
  if (origin === null || allowed.includes(origin)) return address;
  throw new ModelError(
    message`Burrow may not send to ${new URL(origin).host}: it is not allowed under Settings, Models, or sealed mode is on. Nothing was sent.`,
    { detail: typed, traits: ['holds for all'] },
  );
}

/**
 * Options of a request without cookies or the address of the page. Without encryption a name must lead into the local
 * network when it is looked up, where the browser can check that (https://wicg.github.io/local-network-access).
 */
const privateRequest = (address: ServerAddress): RequestInit & { readonly targetAddressSpace?: 'local' } => ({
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
  ...(!isLoopback(address) && !isEncrypted(address) && { targetAddressSpace: 'local' }),
});

function authorization(typed: string): Readonly<Record<string, string>> {
  const key = typed.trim();
  if (!/^[\x21-\x7e]*$/u.test(key)) {
    throw new ModelError(
      message`A key has no spaces and only letters, digits and signs of ASCII. Check what was pasted.`,
    );
  }
  return key ? { Authorization: `Bearer ${key}` } : {};
}

const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

/** The words of a refusal, if they come soon. */
const refusalBody = (response: Response, network: ServerNetwork): Promise<string> =>
  readText(response, LONGEST_REFUSAL, network.timeout(DIAGNOSIS)).catch(() => '');

type Failing = Pick<Failure, 'address' | 'answered' | 'cause'> & { readonly network: ServerNetwork };

async function failure({ network, ...failing }: Failing): Promise<ModelError> {
  const { address } = failing;
  const permission = await network.permission(isLoopback(address) ? 'loopback-network' : 'local-network');
  // An answer that may not be read proves that a server is there. Where it sends on, a browser follows: only this machine is asked.
  const init: RequestInit = { mode: 'no-cors', signal: network.timeout(DIAGNOSIS), ...privateRequest(address) };
  const reachable =
    isLoopback(address) &&
    (await network.fetch(`${address.root}/`, init).then(
      () => true,
      () => false,
    ));
  return explainFailure({ ...failing, origin: network.origin, permission, reachable });
}

/** The network of the worker that this runs in. */
export async function browserServerNetwork(): Promise<ServerNetwork> {
  return {
    fetch: (url, init) => fetch(url, init),
    origin: location.origin,
    allowed: await policySources(),
    permission: async (name) =>
      (await permissionFor(name)) ?? (await permissionFor('local-network-access')) ?? 'unknown',
    protocol: lastProtocol,
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  };
}

/** Reads the protocol, which servers of other origins must permit (`Timing-Allow-Origin`). */
function lastProtocol(origin: string): string {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return entries.findLast(({ name }) => name.startsWith(`${origin}/`))?.nextHopProtocol ?? '';
}

/** Undefined in a browser that knows no such permission: it asks for none. */
async function permissionFor(name: string): Promise<PermissionState | undefined> {
  try {
    return (await navigator.permissions.query({ name: name as PermissionName })).state;
  } catch {
    return undefined;
  }
}

/**
 * Characters of a body, `most` at the most, and only those that come before `until` is aborted. What comes later is not waited for: the
 * connection is closed. Throws what breaks it.
 */
export async function readText({ body }: Response, most: number, until?: AbortSignal): Promise<string> {
  if (!body) return '';
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  const leave = (): Promise<void> => reader.cancel().catch(() => undefined); // the connection may be gone already
  until?.addEventListener('abort', () => void leave());
  let text = '';
  try {
    while (text.length < most && !until?.aborted) {
      const { value, done } = await reader.read();
      if (done) break;
      text += value;
    }
  } finally {
    await leave();
  }
  return text.slice(0, most);
}

/** Seconds that a server may take to load the model and work on one request. */
const PATIENCE = 600;

interface Posting {
  readonly json: { readonly model: string };
  readonly signal: AbortSignal | undefined;
  /** Error message where the server has none of the paths. */
  readonly noInterface: Message;
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

/** Error of an answer without a result. */
export const unusable = (wording: Message, reply: unknown): ModelError =>
  new ModelError(wording, { detail: JSON.stringify(reply).slice(0, 400) });
