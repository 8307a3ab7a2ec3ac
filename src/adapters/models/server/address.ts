import { ModelError } from '../../../core/errors';

/** Where a server's parts are. */
export interface ServerAddress {
  /** Origin with the path before `/v1`, without a slash at its end. */
  readonly root: string;
  /** `root` with `/v1`. */
  readonly api: string;
}

/** Reads what a person typed: with or without scheme, `/v1` and slashes. Throws ModelError for what is no address of a web server. */
export function readAddress(typed: string): ServerAddress {
  const text = typed.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//iu.test(text) ? text : `http://${text}`);
  if (!text || !url || !/^https?:$/u.test(url.protocol) || url.username || url.password) {
    throw new ModelError('This is not the address of a model server. It looks like http://localhost:11434.', {
      detail: typed,
    });
  }
  // A policy cannot name an IPv6 address; this one is the same machine.
  const host = url.hostname === '[::1]' || url.hostname === '0.0.0.0' ? 'localhost' : url.hostname;
  const port = url.port ? `:${url.port}` : '';
  const path = url.pathname.replace(/\/+$/u, '').replace(/\/v1(?:\/.*)?$/u, '');
  const root = `${url.protocol}//${host}${port}${path}`;
  return { root, api: `${root}/v1` };
}

/** Whether it is this machine. */
export function isLoopback({ root }: ServerAddress): boolean {
  const { hostname } = new URL(root);
  return hostname === 'localhost' || hostname === '127.0.0.1';
}
