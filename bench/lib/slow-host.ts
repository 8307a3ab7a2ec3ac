import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAddressReader } from '../../src/adapters/addresses/address-reader';
import type { AddressReader } from '../../src/core/ports/addresses';

/** A static host at the end of a line: each answer takes a round trip, and all bytes share the line. */
interface SlowHost {
  /** Ends with a slash. */
  readonly url: string;
  /** Reads from it, as another site's page would. */
  readonly addresses: AddressReader;
  /** Since the last call. */
  take(): { readonly requests: number; readonly bytes: number };
  close(): void;
}

/** Features of a line. `atOnce` is the number of parallel requests; the others wait. */
interface Line {
  readonly roundTripMs: number;
  readonly megabits: number;
  readonly atOnce: number;
}

/** Serves files, whole or by ranges. */
export async function slowHost(
  files: ReadonlyMap<string, Uint8Array>,
  { roundTripMs, megabits, atOnce }: Line,
): Promise<SlowHost> {
  let [requests, bytes, free, running] = [0, 0, 0, 0];
  const waiting: (() => void)[] = [];
  const next = (): void => {
    running--;
    waiting.shift()?.();
  };
  const server = createServer((request, response) => {
    const answer = (): void => {
      running++;
      const file = files.get((request.url ?? '').slice(1));
      const [, from, to] = /^bytes=(\d+)-(\d+)$/u.exec(request.headers.range ?? '') ?? [];
      const size = file?.length ?? 0;
      const [start, end] = from === undefined ? [0, size] : [Number(from), Math.min(Number(to) + 1, size)];
      const body = file?.subarray(start, end);
      requests += 1;
      bytes += body?.length ?? 0;
      const now = performance.now();
      free = Math.max(now, free) + ((body?.length ?? 0) * 8) / (megabits * 1000);
      const headers = { 'Content-Length': body?.length ?? 0, 'Access-Control-Allow-Origin': '*' };
      setTimeout(
        () => {
          if (!body) response.writeHead(404, headers);
          else if (from === undefined) response.writeHead(200, headers);
          else response.writeHead(206, { ...headers, 'Content-Range': `bytes ${start}-${end - 1}/${size}` });
          response.end(body);
          next();
        },
        roundTripMs + free - now,
      );
    };
    if (running < atOnce) answer();
    else waiting.push(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${String(port)}/`;
  return {
    url,
    addresses: createAddressReader({
      fetch: (address, init) => fetch(address, init),
      origin: 'https://burrow.example',
      allowed: [new URL(url).origin],
      readable: new Set(),
      isOffline: () => false,
      isRefused: async () => false,
      redirected: () => undefined,
    }),
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
