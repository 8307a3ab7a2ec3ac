import { ModelError } from '../../../core/errors';

/** Where a server's parts are. */
export interface ServerAddress {
  /** Origin with the path before `/v1`, without a slash at its end. */
  readonly root: string;
  /** `root` with `/v1`. */
  readonly api: string;
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1'];

/**
 * Reads what a person typed: with or without scheme, `/v1` and slashes. Throws ModelError for what is no address of a web server, and for
 * every host but this machine and `allowed`, the origins that the site was built for.
 */
export function readAddress(typed: string, allowed: readonly string[] = []): ServerAddress {
  const refused = (message: string): ModelError => new ModelError(message, { detail: typed });
  const text = typed.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//iu.test(text) ? text : `http://${text}`);
  // Browsers differ in what they make of a space.
  if (!text || /\s/u.test(text) || !url || !/^https?:$/u.test(url.protocol)) {
    throw refused('This is not the address of a model server. It looks like http://localhost:11434.');
  }
  if (url.username || url.password) {
    throw refused(
      'An address with a name or a password in it is not used. Leave them out; a key has a field of its own.',
    );
  }
  // A policy cannot name an IPv6 address; this one is the same machine.
  const host = url.hostname === '[::1]' || url.hostname === '0.0.0.0' ? 'localhost' : url.hostname;
  if (!allowed.includes(url.origin)) checkLoopback(url, host, refused);
  const port = url.port ? `:${url.port}` : '';
  const path = url.pathname.replace(/\/+$/u, '').replace(/\/v1(?:\/.*)?$/u, '');
  const root = `${url.protocol}//${host}${port}${path}`;
  return { root, api: `${root}/v1` };
}

function checkLoopback({ protocol, port }: URL, host: string, refused: (message: string) => ModelError): void {
  if (!LOOPBACK.includes(host)) {
    throw refused(
      `“${host}” is not this machine, and this copy of Burrow talks to servers on this machine alone: http://localhost with the server’s port. Nothing was sent. Another host must be allowed when Burrow is built.`,
    );
  }
  if (protocol !== 'http:') {
    const plain = `http://${host}${port ? `:${port}` : ''}`;
    throw refused(`A server on this machine is reached without encryption: write ${plain}. Nothing was sent.`);
  }
}

/** Whether it is this machine. */
export function isLoopback({ root }: ServerAddress): boolean {
  return LOOPBACK.includes(new URL(root).hostname);
}
