import { arrangeMap } from './arrange-map';
import { createHash, randomUUID } from 'node:crypto';
import { zlibPacking } from '../../scripts/lib/zlib-packing';
import { lazyExports } from '../../src/adapters/interop/lazy-exports';
import { closedCsvRows } from '../../src/adapters/documents/tabular/read-csv';
import { lazyGraphs } from '../../src/adapters/interop/lazy-graphs';
import { lazyWord } from '../../src/adapters/word/lazy-word';
import { createParquetCodec, type ParquetLease } from '../../src/adapters/storage/arrow/parquet';
import { ParseError, StorageError } from '../../src/core/errors';
import type { EngineEnv } from '../../src/core/engine/env';
import type { IndexEvent, SourceChange } from '../../src/core/engine/session/index-events';
import { NO_ENGINE_MODELS, type EngineModels } from '../../src/core/models/engine-models';
import type { Clock } from '../../src/core/platform';
import type { AddressReader } from '../../src/core/ports/addresses';
import type { TableQueries } from '../../src/core/ports/collections';
import type { DocumentReader, SourceFile, MentionFinder, MentionResult } from '../../src/core/ports/documents';
import { detectLanguage } from '../../src/core/text/language';
import { memoryReplies, memorySettings } from './memory-replies';
import { memoryStorage } from './memory-storage';

/** A clock that stands still unless somebody yields; every yield is a real macrotask. */
export function testClock(): Clock {
  let now = Date.UTC(2026, 0, 1);
  return {
    now: () => now,
    yield: () => {
      now += 10;
      return new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** Reads plain text; a file that begins with `BAD` is refused, one that begins with `ZIP` holds a member per further line. */
export const plainReader: DocumentReader = {
  async read({ path, bytes }) {
    const text = new TextDecoder().decode(await bytes.arrayBuffer());
    if (text.startsWith('BAD')) throw new ParseError('This file is bad.');
    if (text.startsWith('ZIP')) {
      const members = text.split('\n').slice(1);
      return {
        kind: 'archive',
        members: members.map((line, i) => ({ path: `${i}.txt`, bytes: new TextEncoder().encode(line) })),
        refused: [],
      };
    }
    const title = path.split('/').at(-1) ?? path;
    return {
      kind: 'documents',
      documents: [
        {
          title,
          text,
          media_type: 'text/plain',
          language: detectLanguage(text),
          page_starts: [],
          headings: [],
          attributes: {},
        },
      ],
    };
  },
};

/** Every capitalised word is a name. */
export const capitalFinder: MentionFinder = {
  async find({ sentences }) {
    const titles = new Map<string, number>();
    const found: number[][] = [];
    for (const [sentence, text] of sentences.entries()) {
      for (const match of text.matchAll(/\p{Lu}\p{L}+/gu)) {
        const title = titles.get(match[0]) ?? titles.size;
        titles.set(match[0], title);
        found.push([sentence, match.index, match.index + match[0].length, title]);
      }
    }
    const column = (i: number): Int32Array => Int32Array.from(found, (row) => row[i] ?? 0);
    return {
      sentence: column(0),
      start: column(1),
      end: column(2),
      title: column(3),
      titles: [...titles.keys()].map((title) => ({ title, key: title.toLowerCase(), phrase: 'proper', type: '' })),
    } satisfies MentionResult;
  },
};

const NO_QUERIES: TableQueries = {
  load: async () => undefined,
  forget: async () => undefined,
  page: async () => ({ rows: [], total: 0 }),
  rows: async function* () {},
  start: async () => undefined,
  sql: async () => ({ kind: 'result', columns: [], count: 0, isCut: false }),
  sqlRows: async () => [],
  sqlCsv: async () => new Blob(),
};
/** No host is ever asked. */
const NO_ADDRESSES: AddressReader = {
  size: () => Promise.reject(new StorageError('No host may be reached.')),
  read: () => Promise.reject(new StorageError('No host may be reached.')),
  readParts: () => Promise.reject(new StorageError('No host may be reached.')),
};
/** A Parquet codec in this thread. */
export const parquetInNode = async (): Promise<ParquetLease> => ({
  codec: createParquetCodec(await import('parquet-wasm')),
  release: () => undefined,
});

/** Options with plain stand-ins as defaults; without models by default. */
type TestEnv = Partial<Omit<EngineEnv, 'models'>> & { readonly models?: Partial<EngineModels> };

export function testEnv({ models, ...overrides }: TestEnv = {}): EngineEnv {
  return {
    ...memoryStorage(),
    replies: memoryReplies(),
    settings: memorySettings(),
    models: { ...NO_ENGINE_MODELS, ...models },
    queries: NO_QUERIES,
    reader: plainReader,
    mentions: capitalFinder,
    layouts: { arrange: async (job) => arrangeMap(job) },
    exports: lazyExports({ parquet: parquetInNode, clock: testClock() }),
    graphs: lazyGraphs({ parquet: parquetInNode, clock: testClock() }),
    word: lazyWord(),
    parseCsv: async (text) => closedCsvRows(text),
    addresses: NO_ADDRESSES,
    packing: zlibPacking,
    warmUp: async () => undefined,
    clock: testClock(),
    timer: {
      after: (milliseconds, act) => {
        const timer = setTimeout(act, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    hash: async (bytes) =>
      createHash('sha256')
        .update(Buffer.from(await bytes.arrayBuffer()))
        .digest('hex'),
    newId: randomUUID,
    fetchCopy: async () => new Blob(),
    parallelReads: 2,
    ...overrides,
  };
}

export function textFile(path: string, text: string): SourceFile {
  return { path, bytes: new Blob([text]) };
}

export async function collect<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of iterable) all.push(one);
  return all;
}

/** The last state that each path reached. */
export function states(events: readonly IndexEvent[]): Record<string, string> {
  const last: Record<string, string> = {};
  for (const { path, state } of sourceChanges(events)) last[path] = state;
  return last;
}

/** All changes of sources, in their order. */
export const sourceChanges = (events: readonly IndexEvent[]): readonly SourceChange[] =>
  events.flatMap((event) => (event.kind === 'sources' ? event.sources : []));
