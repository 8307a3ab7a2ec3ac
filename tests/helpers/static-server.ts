import type { AddressInfo } from 'node:net';
import { createStaticServer } from '../../scripts/lib/static-server';

export interface BurrowServer {
  /** Ends with `/burrow/`. */
  readonly url: string;
  /** Paths of the files sent so far, in order, repetitions included. */
  readonly sent: readonly string[];
  close(): Promise<void>;
}

/** Serves the built site under `/burrow/` without any special header, on a free port. */
export async function serveBurrow(
  options: { readonly folder?: string; readonly port?: number } = {},
): Promise<BurrowServer> {
  const sent: string[] = [];
  const server = createStaticServer({
    folder: options.folder ?? 'dist',
    base: '/burrow/',
    onFile: (file) => sent.push(file),
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${String(port)}/burrow/`, sent, close };
}
