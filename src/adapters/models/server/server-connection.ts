import type { ServerSettings } from '../../../core/models/hosts';
import { readAddress, type ServerAddress } from './address';
import { explainFailure, explainStatus, type LoopbackPermission } from './refusals';

/** What the connection needs of the browser. */
export interface ServerNetwork {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly origin: string;
  readonly permission: () => Promise<LoopbackPermission>;
}

/** Requests to one server; every refusal becomes a ModelError with its remedy. */
export interface ServerConnection {
  readonly address: ServerAddress;
  /** Sends JSON, or gets when there is none; throws unless the server answers well. `model` is for the words of a refusal. */
  request(path: string, options?: RequestOptions): Promise<Response>;
}

export interface RequestOptions {
  readonly json?: unknown;
  readonly model?: string;
  readonly signal?: AbortSignal | undefined;
}

export function connectServer({ address: typed, key }: ServerSettings, network: ServerNetwork): ServerConnection {
  const address = readAddress(typed);
  const headers = { ...(key && { Authorization: `Bearer ${key}` }) };
  return {
    address,
    async request(path, { json, model, signal } = {}) {
      const url = path.startsWith('/v1/') ? `${address.api}${path.slice(3)}` : `${address.root}${path}`;
      const init: RequestInit = {
        headers: { ...headers, ...(json !== undefined && { 'Content-Type': 'application/json' }) },
        ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
        ...(signal && { signal }),
        redirect: 'error',
        referrerPolicy: 'no-referrer',
      };
      const response = await network.fetch(url, init).catch(async (cause: unknown) => {
        signal?.throwIfAborted();
        throw await failure(address, network, cause);
      });
      if (response.ok) return response;
      const body = await response.text().catch(() => '');
      throw explainStatus({
        address,
        status: response.status,
        body,
        origin: network.origin,
        ...(model !== undefined && { model }),
      });
    },
  };
}

async function failure(address: ServerAddress, network: ServerNetwork, cause: unknown): Promise<Error> {
  const permission = await network.permission();
  // An answer that may not be read still proves that a server is there.
  const reachable = await network.fetch(address.root, { mode: 'no-cors', signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  );
  return explainFailure({ address, origin: network.origin, permission, reachable, cause });
}

export function browserServerNetwork(): ServerNetwork {
  return {
    fetch: (url, init) => fetch(url, init),
    origin: location.origin,
    permission: async () => {
      try {
        const name = 'loopback-network' as PermissionName;
        return (await navigator.permissions.query({ name })).state;
      } catch {
        return 'unknown'; // a browser that knows no such permission asks for none
      }
    },
  };
}
