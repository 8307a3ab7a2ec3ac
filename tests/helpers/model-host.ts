import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Fault of a file. */
interface Trouble {
  /** Answers with this status instead. */
  readonly status?: number;
  /** Only so many times; default always. */
  readonly times?: number;
  /** Breaks the connection after so many bytes of a response, which may or may not have come through. */
  readonly cutAfter?: number;
  /** Sends so many bytes, then nothing more, and keeps the connection until it is released or cut. */
  readonly holdAfter?: number;
  /** Ignores `Range`. */
  readonly noRange?: boolean;
  /** Sends other bytes, such as too few. */
  readonly bytes?: Buffer;
  /** Redirects to this host, which serves the same file. */
  readonly redirect?: string;
}

interface Asked {
  readonly method: string;
  /** `https://HOST/PATH`. */
  readonly url: string;
  readonly range: string | undefined;
  /** Bytes of the body that were handed to the connection. */
  sent: number;
}

export interface ModelHost {
  /** Arguments for Chromium: the model hosts lead here, every other name nowhere. */
  readonly args: readonly string[];
  /** Files by `https://HOST/PATH`; may be changed at any time. */
  readonly files: Map<string, Buffer>;
  /** By address. */
  readonly troubles: Map<string, Trouble>;
  readonly asked: readonly Asked[];
  /** Continues every response that waits. */
  release(): void;
  /** Breaks every connection that is held. */
  cut(): void;
  close(): Promise<void>;
}

/** A response that waits. */
interface PendingResponse {
  readonly response: ServerResponse;
  readonly goOn: () => void;
}

const HOSTS = ['huggingface.co', '*.huggingface.co', '*.hf.co', 'raw.githubusercontent.com'];
/** A certificate made for these tests, worth nothing anywhere else: its key is in the repository. */
const TLS = {
  key: readFileSync('tests/fixtures/tls/key.pem'),
  cert: readFileSync('tests/fixtures/tls/cert.pem'),
};

/** The model hosts, played by a server on this machine. As on the real ones, pages may see `Content-Length`, but not `Content-Range`. */
export async function serveModels(otherHosts: readonly string[] = []): Promise<ModelHost> {
  const files = new Map<string, Buffer>();
  const troubles = new Map<string, Trouble>();
  const asked: Asked[] = [];
  const pending = new Set<PendingResponse>();
  const server = createServer(TLS, (request, response) => {
    const url = `https://${request.headers.host ?? ''}${request.url ?? ''}`;
    const note: Asked = { method: request.method ?? '', url, range: request.headers.range, sent: 0 };
    asked.push(note);
    answer(request, response, { url, note, trouble: takeTrouble(troubles, url), files, pending });
  });
  const port = await listen(server);
  const maps = [...HOSTS, ...otherHosts].map((host) => `MAP ${host} 127.0.0.1:${String(port)}`);
  return {
    args: [
      '--ignore-certificate-errors',
      `--host-resolver-rules=${[...maps, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1', 'EXCLUDE localhost'].join(', ')}`,
    ],
    files,
    troubles,
    asked,
    release: () => {
      for (const { goOn } of pending) goOn();
      pending.clear();
    },
    cut: () => {
      for (const { response } of pending) response.destroy();
      pending.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Publishes a folder of files under an address. */
export function publish(host: ModelHost, folder: string, files: Readonly<Record<string, Buffer | string>>): void {
  for (const [path, bytes] of Object.entries(files)) host.files.set(folder + path, Buffer.from(bytes));
}

function takeTrouble(troubles: Map<string, Trouble>, url: string): Trouble {
  const trouble = troubles.get(url);
  if (!trouble) return {};
  const { times = Infinity } = trouble;
  if (times <= 1) troubles.delete(url);
  else troubles.set(url, { ...trouble, times: times - 1 });
  return trouble;
}

interface Call {
  readonly url: string;
  readonly note: Asked;
  readonly trouble: Trouble;
  readonly files: ReadonlyMap<string, Buffer>;
  readonly pending: Set<PendingResponse>;
}

const OPEN = { 'Access-Control-Allow-Origin': '*' };

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { url, note, trouble, files, pending }: Call,
): void {
  const { pathname } = new URL(url);
  if (trouble.redirect !== undefined) {
    response.writeHead(302, { ...OPEN, Location: `https://${trouble.redirect}${pathname}` }).end();
    return;
  }
  const bytes = trouble.bytes ?? files.get(url) ?? fileAnywhere(files, pathname);
  const status = trouble.status ?? (bytes ? 200 : 404);
  if (status !== 200 || !bytes) {
    response.writeHead(status, OPEN).end();
    return;
  }
  const start = trouble.noRange ? null : rangeStart(request.headers.range);
  if (start !== null && start >= bytes.length) {
    response.writeHead(416, { ...OPEN, 'Content-Range': `bytes */${String(bytes.length)}` }).end();
    return;
  }
  const body = bytes.subarray(start ?? 0);
  const range = `bytes ${String(start)}-${String(bytes.length - 1)}/${String(bytes.length)}`;
  response.writeHead(start === null ? 200 : 206, {
    ...OPEN,
    'Content-Length': body.length,
    ...(start !== null && { 'Content-Range': range }),
  });
  send(response, body, note, trouble, pending);
}

/** Redirects lead to another host with the same path. */
function fileAnywhere(files: ReadonlyMap<string, Buffer>, pathname: string): Buffer | undefined {
  return [...files].find(([known]) => new URL(known).pathname === pathname)?.[1];
}

function rangeStart(header: string | undefined): number | null {
  const [, start] = /^bytes=(\d+)-$/u.exec(header ?? '') ?? [];
  return start === undefined ? null : Number(start);
}

function send(
  response: ServerResponse,
  body: Buffer,
  note: Asked,
  trouble: Trouble,
  pending: Set<PendingResponse>,
): void {
  const { cutAfter, holdAfter } = trouble;
  const limit = Math.min(cutAfter ?? body.length, holdAfter ?? body.length, body.length);
  response.write(body.subarray(0, limit), () => {
    note.sent = limit;
    if (cutAfter !== undefined && limit < body.length) response.destroy();
    else if (limit < body.length) pending.add({ response, goOn: () => finish(response, body.subarray(limit), note) });
    else response.end();
  });
}

function finish(response: ServerResponse, rest: Buffer, note: Asked): void {
  response.end(rest, () => (note.sent += rest.length));
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
