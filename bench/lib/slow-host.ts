import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A static host at the end of a line: each answer takes a round trip, and all bytes share the line. */
export interface SlowHost {
  /** Ends with a slash. */
  readonly url: string;
  /** Since the last call. */
  take(): { readonly requests: number; readonly bytes: number };
  close(): void;
}

/** Serves files, whole or by ranges. */
export async function slowHost(
  files: ReadonlyMap<string, Uint8Array>,
  { roundTripMs, megabits }: { readonly roundTripMs: number; readonly megabits: number },
): Promise<SlowHost> {
  let [requests, bytes, free] = [0, 0, 0];
  const server = createServer((request, response) => {
    const file = files.get((request.url ?? '').slice(1));
    if (!file) return response.writeHead(404).end();
    const [, from, to] = /^bytes=(\d+)-(\d+)$/u.exec(request.headers.range ?? '') ?? [];
    const [start, end] = from === undefined ? [0, file.length] : [Number(from), Math.min(Number(to) + 1, file.length)];
    const body = file.subarray(start, end);
    requests += 1;
    bytes += body.length;
    const now = performance.now();
    free = Math.max(now, free) + (body.length * 8) / (megabits * 1000);
    const headers = { 'Content-Length': body.length, 'Access-Control-Allow-Origin': '*' };
    setTimeout(
      () => {
        if (from === undefined) response.writeHead(200, headers);
        else response.writeHead(206, { ...headers, 'Content-Range': `bytes ${start}-${end - 1}/${file.length}` });
        response.end(body);
      },
      roundTripMs + free - now,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    take() {
      const taken = { requests, bytes };
      [requests, bytes] = [0, 0];
      return taken;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
