import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
};

interface StaticServerOptions {
  readonly folder: string;
  /** Path of the folder, such as `/burrow/`; default `/`. */
  readonly base?: string;
  /** Called with the path of each file that is sent, relative to the folder. */
  readonly onFile?: (file: string) => void;
  /** Files that stand in for, or beside, those of the folder. */
  readonly extra?: ReadonlyMap<string, string | Uint8Array>;
  /** Sent with every file. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server as plain as a static host: files with their types, no other headers unless told, no routing. */
export function createStaticServer({ folder, base = '/', onFile, extra, headers }: StaticServerOptions): Server {
  const root = resolve(folder);
  return createServer((request, response) => {
    const fail = (status: number) => response.writeHead(status, { 'Content-Type': 'text/plain' }).end(String(status));
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method !== 'GET' && request.method !== 'HEAD') return fail(405);
    if (!pathname.startsWith(base)) return fail(404);
    const file = locate(root, pathname.slice(base.length));
    if (!file) return fail(404);
    const name = file.slice(root.length + 1).replaceAll(sep, '/');
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    const own = extra?.get(name);
    if (own !== undefined) {
      onFile?.(name);
      return response.writeHead(200, { ...headers, 'Content-Type': type }).end(own);
    }
    stat(file).then(
      (found) => {
        if (!found.isFile()) return fail(404);
        onFile?.(name);
        response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': found.size });
        if (request.method === 'HEAD') response.end();
        else createReadStream(file).pipe(response);
      },
      () => fail(404),
    );
  });
}

function locate(root: string, path: string): string | undefined {
  const wanted = decode(path);
  if (wanted === undefined) return undefined;
  const file = join(root, wanted === '' || wanted.endsWith('/') ? `${wanted}index.html` : wanted);
  return file.startsWith(root + sep) ? file : undefined;
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
