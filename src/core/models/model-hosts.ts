import { ModelError } from '../errors';
import { joinMessages, message, type Message } from '../message';

/**
 * The hosts that model files come from, as in a content security policy; only the download worker may reach them, and no one while sealed.
 * Weights, configurations and tokenizers are published at huggingface.co, which redirects large files to its own stores under hf.co and
 * huggingface.co; WebLLM's compiled model libraries are published at raw.githubusercontent.com.
 */
export const MODEL_HOSTS: readonly string[] = [
  'https://huggingface.co',
  'https://*.huggingface.co',
  'https://*.hf.co',
  'https://raw.githubusercontent.com',
];

/**
 * This machine, for a model server that runs on it; only the server worker may reach it. A policy cannot name an IPv6 address (Chromium
 * ignores `[::1]`); `localhost` stands for it.
 */
export const LOOPBACK_HOSTS: readonly string[] = ['http://localhost:*', 'http://127.0.0.1:*'];

/** Addresses of a server's parts. */
export interface ServerAddress {
  /** Origin with the path before `/v1`, without a slash at its end. */
  readonly root: string;
  /** `root` with `/v1`. */
  readonly api: string;
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1'];

/** Names and IPv4 addresses that a content policy can name, one host each: no wildcard, no IPv6, no dot at the end. */
const POLICY_HOST = /^[a-z\d-]+(?:\.[a-z\d-]+)*$/u;
/** This machine by further names, which a policy does not take for `localhost`. */
const ALIAS = /^(?:127(?:\.\d+){3}|(?:.+\.)?localhost)$/u;
/** RFC 1918 and link-local IPv4, mDNS names, names of one label: what a local network gives out. */
const LOCAL_NETWORK =
  /^(?:10(?:\.\d+){3}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|(?:192\.168|169\.254)(?:\.\d+){2}|(?:.+\.)?local|[^.]+)$/u;

/**
 * Reads what a person typed: with or without scheme, `/v1` and slashes. This machine is reached without encryption, the local network either
 * way, any other host by https. Throws ModelError for everything else.
 */
export function readAddress(typed: string): ServerAddress {
  const refused = (words: Message): ModelError =>
    new ModelError(joinMessages(words, message`Nothing was sent.`), { detail: typed });
  const text = typed.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//iu.test(text) ? text : `http://${text}`);
  // Browsers differ in what they make of a space.
  if (!text || /\s/u.test(text) || !url || !/^https?:$/u.test(url.protocol)) {
    throw refused(message`This is not the address of a model server. It looks like http://localhost:11434.`);
  }
  if (url.username || url.password) {
    throw refused(
      message`An address with a name or a password in it is not used. Leave them out; a key has a field of its own.`,
    );
  }
  // A policy cannot name an IPv6 address; this one is the same machine.
  const host = url.hostname === '[::1]' || url.hostname === '0.0.0.0' ? 'localhost' : url.hostname;
  const port = url.port ? `:${url.port}` : '';
  if (LOOPBACK.includes(host) && url.protocol !== 'http:') {
    throw refused(message`A server on this machine is reached without encryption: write http://${host}${port}.`);
  }
  if (!LOOPBACK.includes(host)) checkOutside(host, { port, encrypted: url.protocol === 'https:' }, refused);
  const path = url.pathname.replace(/\/+$/u, '').replace(/\/v1(?:\/.*)?$/u, '');
  const root = `${url.protocol}//${host}${port}${path}`;
  return { root, api: `${root}/v1` };
}

/** The root of an address, one for all ways to write it; an address that is no longer used stays as it is. */
export function placeOf(typed: string): string {
  try {
    return readAddress(typed).root;
  } catch {
    return typed;
  }
}

/** Throws what `refused` makes of the words for a host that a policy cannot name, or that is neither local nor encrypted. */
export function checkOutside(
  host: string,
  { port, encrypted }: { readonly port: string; readonly encrypted: boolean },
  refused: (words: Message) => Error,
): void {
  if (ALIAS.test(host)) throw refused(message`“${host}” is a name of this machine: write http://localhost${port}.`);
  if (!POLICY_HOST.test(host)) {
    throw refused(
      message`“${host}” cannot be allowed by name: a browser’s policy takes names of letters, digits and hyphens, and IPv4 addresses.`,
    );
  }
  if (encrypted || LOCAL_NETWORK.test(host)) return;
  throw refused(message`“${host}” is not a local-network address, so it needs https: write https://${host}${port}.`);
}

/** Checks for this machine. */
export function isLoopback({ root }: ServerAddress): boolean {
  return LOOPBACK.includes(new URL(root).hostname);
}

/** The origin that a person must allow before anything is sent there, such as `http://gpu-box.local:11434`; null for this machine. */
export function outsideOrigin(address: ServerAddress): string | null {
  return isLoopback(address) ? null : new URL(address.root).origin;
}

/** Checks for an encrypted connection. */
export function isEncrypted({ root }: ServerAddress): boolean {
  return root.startsWith('https:');
}
