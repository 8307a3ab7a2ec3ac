import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** File of a host, with its faults. */
export interface HostedFile {
  readonly bytes: Uint8Array;
  readonly type?: string;
  /** Ignores `Range`. */
  readonly whole?: boolean;
  /** Keeps its length to itself. */
  readonly chunked?: boolean;
  /** Answers in place of the file, one per request, before it is sent. */
  readonly faults?: Fault[];
  /** One for every request. */
  readonly fault?: Fault;
  readonly cors?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A status; a connection that breaks at once, or within the body; a place that is sent on to; a part of another place, or with another place's bytes;
 * too few bytes, too many, or several parts in one; bytes that are not packed as it says; no answer, or none after its head.
 */
export type Fault =
  | number
  | 'break'
  | 'break later'
  | 'shifted'
  | 'other bytes'
  | 'cut'
  | 'long'
  | 'multipart'
  | 'not packed'
  | 'hang'
  | 'hang later'
  | { readonly location: string };

export interface FaultyHost {
  /** Ends with a slash. */
  readonly url: string;
  readonly files: Map<string, HostedFile>;
  readonly asked: { readonly method: string; readonly path: string; readonly range: string | undefined }[];
  /** Most requests that went on at one time. */
  readonly most: () => number;
  close(): Promise<void>;
}

/** A static host with the faults of real ones, on a free port. `delay` in milliseconds before each answer; `cors` where no file is found. */
export async function serveFaulty({ delay = 0, host = '127.0.0.1', cors = false } = {}): Promise<FaultyHost> {
  const files = new Map<string, HostedFile>();
  const asked: FaultyHost['asked'] = [];
  let [running, most] = [0, 0];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname).slice(1);
    asked.push({ method: request.method ?? '', path, range: request.headers.range });
    most = Math.max(most, ++running);
    response.on('close', () => running--);
    const file = files.get(path);
    if (file?.cors ?? cors) response.setHeader('Access-Control-Allow-Origin', '*');
    setTimeout(() => send(request, response, file), delay);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${String(port)}/`,
    files,
    asked,
    most: () => most,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function bodyOf(bytes: Uint8Array, start: number, end: number, fault: Fault | undefined): Uint8Array {
  if (fault === 'multipart') {
    const part = Buffer.from('--part\r\nContent-Type: application/octet-stream\r\n\r\n');
    return Buffer.concat([part, bytes.subarray(start, end), Buffer.from('\r\n--part--')]);
  }
  if (fault === 'other bytes') return bytes.subarray(start, end).map((byte) => byte ^ 0x5a);
  return bytes.subarray(start, fault === 'cut' ? end - 1 : fault === 'long' ? end + 1 : end);
}

function send(request: IncomingMessage, response: ServerResponse, file: HostedFile | undefined): void {
  const fault = file?.faults?.shift() ?? file?.fault;
  if (!file) return void response.writeHead(404).end();
  if (typeof fault === 'number') return void response.writeHead(fault).end();
  if (fault === 'hang') return;
  if (fault === 'break') return void request.socket.destroy();
  if (typeof fault === 'object') return void response.writeHead(302, { Location: fault.location }).end();
  const { bytes, type = 'application/octet-stream' } = file;
  const [, from, to] = /^bytes=(\d+)-(\d*)$/u.exec(request.headers.range ?? '') ?? [];
  const isPart = from !== undefined && !file.whole;
  const start = isPart ? Number(from) + (fault === 'shifted' ? 1 : 0) : 0;
  if (isPart && start >= bytes.length)
    return void response.writeHead(416, { 'Content-Range': `bytes */${String(bytes.length)}` }).end();
  const end = isPart ? Math.min(bytes.length, to ? Number(to) + 1 : bytes.length) : bytes.length;
  const body = bodyOf(bytes, start, end, fault);
  response.writeHead(isPart ? 206 : 200, {
    ...file.headers,
    'Content-Type': fault === 'multipart' ? 'multipart/byteranges; boundary=part' : type,
    ...(fault === 'not packed' && { 'Content-Encoding': 'gzip' }),
    ...(!file.chunked && { 'Content-Length': body.length }),
    ...(isPart && { 'Content-Range': `bytes ${String(start)}-${String(end - 1)}/${String(bytes.length)}` }),
  });
  if (request.method === 'HEAD') return void response.end();
  if (fault === 'hang later') return response.flushHeaders();
  if (fault !== 'break later') return void response.end(body);
  response.write(body.subarray(0, -1));
  setTimeout(() => request.socket.destroy(), 20);
}
