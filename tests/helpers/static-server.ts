import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStaticServer } from '../../scripts/lib/static-server';

export interface BurrowServer {
  /** Ends with `/burrow/`. */
  readonly url: string;
  /** Paths of the files sent so far, in order, repetitions included. */
  readonly sent: readonly string[];
  /** Files that stand in for, or beside, those of the built site; may be changed at any time. */
  readonly extra: Map<string, string | Uint8Array>;
  close(): Promise<void>;
}

/** Serves the built site under `/burrow/` without any special header, on a free port. */
export async function serveBurrow(folder = 'dist'): Promise<BurrowServer> {
  const sent: string[] = [];
  const extra = new Map<string, string | Uint8Array>();
  const server = createStaticServer({ folder, base: '/burrow/', extra, onFile: (file) => sent.push(file) });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${String(port)}/burrow/`, sent, extra, close: () => close(server) };
}

export interface ForeignServer {
  readonly url: string;
  /** Paths that were asked for. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Serves another origin that answers everybody and records its requests. */
export async function serveForeign(): Promise<ForeignServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/plain' }).end('outside');
  });
  const port = await listen(server);
  return { url: `http://localhost:${String(port)}/`, asked, close: () => close(server) };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return (server.address() as AddressInfo).port;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
