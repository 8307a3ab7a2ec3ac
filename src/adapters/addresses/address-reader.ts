import type { CallOptions } from '../../core/platform';
import type { AddressReader, ByteRange, ReadOptions } from '../../core/ports/addresses';
import { changedError, noPartsError, statusError, tooLargeError, webPageError } from './address-errors';
import { leave, requestFile, type AddressNetwork } from './address-request';
import { createHostSlots } from './host-slots';
import { cutOut, mergeRanges, type MergedRange } from './merge-ranges';

/** Bytes of a file that is taken whole from a host that sends no parts; and of all such files that are remembered. */
const WHOLE = 8_000_000;
const REMEMBERED = 32_000_000;

type Bytes = Uint8Array<ArrayBuffer>;
/** Reply to a request for a part of a file: that part, or all of the file. */
type Came = { readonly kind: 'part' | 'whole'; readonly bytes: Bytes };

/**
 * Reads files of static hosts: a limited number of requests at a time to a host, parts that are near each other by one of them. Of a host that sends no
 * parts, small files are taken whole and remembered.
 */
export function createAddressReader(network: AddressNetwork): AddressReader {
  const inSlot = createHostSlots();
  const wholes = rememberWholes();
  /** Origins that have sent a part when they were asked for one. */
  const inParts = new Set<string>();

  const partOf = (url: string, range: ByteRange, signal?: AbortSignal): Promise<Came> => {
    const bytes = range.end - range.start;
    const header = `${String(range.start)}-${String(range.end - 1)}`;
    return inSlot(url, signal, () =>
      requestFile<Came>({ url, range: header, bytes, signal }, network, async (response, expect) => {
        await checkAnswer(response, url);
        if (response.status !== 206) {
          expect(WHOLE);
          return { kind: 'whole', bytes: await takeBody(response, WHOLE, () => noPartsError(url)) };
        }
        const part = await takeBody(response, bytes, () => changedError(url));
        if (part.length !== bytes || !isAt(response, range)) throw changedError(url);
        return { kind: 'part', bytes: part };
      }),
    );
  };

  const readParts = async (
    url: string,
    ranges: readonly ByteRange[],
    { signal }: CallOptions = {},
  ): Promise<readonly Bytes[]> => {
    const parts: Bytes[] = ranges.map(() => new Uint8Array());
    const fill = (from: Bytes, { parts: covered }: Pick<MergedRange, 'parts'>, start = 0): void => {
      for (const part of covered) {
        const range = ranges[part];
        if (!range) continue;
        if (range.end - start > from.length) throw changedError(url);
        parts[part] = cutOut(from, range, start);
      }
    };
    const fetchInto = async (merged: MergedRange): Promise<void> => {
      const known = wholes.get(url);
      const came: Came = known ? { kind: 'whole', bytes: known } : await partOf(url, merged, signal);
      if (came.kind === 'whole' && !known) wholes.put(url, came.bytes);
      if (came.kind === 'part') inParts.add(new URL(url).origin);
      fill(came.bytes, merged, came.kind === 'part' ? merged.start : 0);
    };
    const [first, ...others] = mergeRanges(ranges);
    if (!first) return parts;
    // What a host does not send in parts comes once, not once for each of them.
    if (inParts.has(new URL(url).origin)) await Promise.all([first, ...others].map(fetchInto));
    else {
      await fetchInto(first);
      await Promise.all(others.map(fetchInto));
    }
    return parts;
  };

  return {
    readParts,
    size: (url, { signal } = {}) =>
      inSlot(url, signal, () =>
        requestFile<number | null>(
          { url, method: 'HEAD', range: '0-', bytes: 0, signal },
          network,
          async (response) => {
            await checkAnswer(response, url);
            return lengthOf(response);
          },
        ),
      ),
    read: (url, { most, signal, onBytes }) =>
      inSlot(url, signal, () =>
        requestFile({ url, range: '0-', bytes: 0, signal }, network, async (response, expect) => {
          if (response.status === 416 && lengthIn(response) === 0) return new Uint8Array();
          await checkAnswer(response, url);
          if (response.status === 206 && !isAt(response, { start: 0 })) {
            await leave(response);
            throw changedError(url);
          }
          const tooLarge = (): Error => tooLargeError(url, most);
          return takeBody(response, most, tooLarge, (bytes) => {
            expect(bytes);
            onBytes?.(bytes);
          });
        }),
      ),
  };
}

/** Throws, and lets go of the connection, unless it is the file that comes. */
async function checkAnswer(response: Response, url: string): Promise<void> {
  const isPage = /^text\/html\b/iu.test(response.headers.get('Content-Type') ?? '');
  if (response.ok && !isPage) return;
  await leave(response);
  if (response.ok) throw webPageError(url);
  throw response.status === 416 ? changedError(url) : statusError(url, response.status);
}

/** Checks that the part begins at the requested byte. A host may hide that from pages of other sites. */
function isAt(response: Response, { start }: Pick<ByteRange, 'start'>): boolean {
  const [, began] = /^bytes (\d+)-/u.exec(response.headers.get('Content-Range') ?? '') ?? [];
  return began === undefined || Number(began) === start;
}

function lengthOf({ headers }: Response): number | null {
  const length = headers.get('Content-Length') ?? '';
  return /^\d{1,15}$/u.test(length) && !headers.has('Content-Encoding') ? Number(length) : null;
}

/** Bytes of a whole file, in the refusal of a range that it does not have. */
function lengthIn({ headers }: Response): number | null {
  const [, total] = /^bytes \*\/(\d+)$/u.exec(headers.get('Content-Range') ?? '') ?? [];
  return total === undefined ? null : Number(total);
}

/** All bytes of an answer; throws what `tooLarge` makes, and lets go of the connection, where there are more than `most`. */
async function takeBody(
  response: Response,
  most: number,
  tooLarge: () => Error,
  onBytes?: ReadOptions['onBytes'],
): Promise<Bytes> {
  if ((lengthOf(response) ?? 0) > most) {
    await leave(response);
    throw tooLarge();
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const next = await reader?.read();
      if (!next || next.done) break;
      size += next.value.length;
      if (size > most) throw tooLarge();
      chunks.push(next.value);
      onBytes?.(size);
    }
  } finally {
    await reader?.cancel().catch(() => undefined); // over already, or broken: `read` reports both
  }
  return join(chunks, size);
}

function join(chunks: readonly Bytes[], size: number): Bytes {
  const [only] = chunks;
  if (only && chunks.length === 1 && only.buffer.byteLength === size) return only;
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** Whole files by their addresses; the oldest go where there are too many bytes. */
function rememberWholes() {
  const files = new Map<string, Bytes>();
  let size = 0;
  return {
    get: (url: string): Bytes | undefined => files.get(url),
    put(url: string, bytes: Bytes): void {
      size += bytes.length - (files.get(url)?.length ?? 0);
      files.delete(url);
      files.set(url, bytes);
      for (const [oldest, { length }] of files) {
        if (size <= REMEMBERED) return;
        files.delete(oldest);
        size -= length;
      }
    },
  };
}
