import { beforeAll, describe, expect, it } from 'vitest';
import { readCollection } from '../../../../scripts/lib/read-collection';
import { zlibPacking } from '../../../../scripts/lib/zlib-packing';
import { createCollections } from '../../../../src/adapters/storage/collections/collections';
import type { EngineApi } from '../../../../src/core/engine/api';
import { createEngine } from '../../../../src/core/engine/engine';
import { findNearest } from '../../../../src/core/hosted/nearest';
import type { EmbeddedRows } from '../../../../scripts/lib/publish-vectors';
import type { TitlePage } from '../../../../src/core/hosted/title-page';
import { packVectorBlock, unpackCentroids, unpackVectorBlock } from '../../../../src/core/hosted/vector-blocks';
import type { IndexTables } from '../../../../src/core/tables/tables';
import { inEnglish } from '../../../../src/core/message';
import type { Embedder } from '../../../../src/core/models/encoders';
import { packArrays } from '../../../../src/core/retrieval/indexes/image-bytes';
import type { SearchIndex } from '../../../../src/core/retrieval';
import type { Answer } from '../../../../src/core/search/answer/answer';
import type { RunMode } from '../../../../src/core/search/request/search-request';
import { byteVectors, pickRows } from '../../../../src/core/vectors/byte-vectors';
import { embeddedTables } from '../../../helpers/embedded-tables';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { generatedText } from '../../../helpers/generated-text';
import { hostedFiles, type HostedFiles } from '../../../helpers/hosted-files';
import { indexedTexts } from '../../../helpers/indexed-texts';
import { wordHashEmbedder } from '../../../helpers/word-hash-embedder';
import { memoryOptions } from '../../storage/memory-parts';

const NEEDLE = 'Wilhelmina Osk kept a parakeet beside the quarantine stove.';
const QUESTION = 'budgerigar';
const ALIKE = { alike: [['parakeet', 'budgerigar']], dims: 256 };
const TEXTS = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [`log-${String(at)}.txt`, generatedText(4000, at + 1)]),
);

let index: SearchIndex;
let tables: IndexTables;
let host: HostedFiles;

beforeAll(async () => {
  index = await indexedTexts({ ...TEXTS, 'letters.txt': NEEDLE });
  const { documents, textUnits, entities, relationships, communities } = index.tables;
  tables = {
    ...{ documents, entities, relationships, communities, text_units: textUnits },
    ...{ covariates: [], community_reports: [] },
  } as unknown as IndexTables;
  host = await publish(wordHashEmbedder(ALIKE));
}, 60_000);

async function publish(embedder: Embedder | null): Promise<HostedFiles> {
  const vectors = embedder && (await embeddedTables(tables, embedder));
  return hostedFiles({ name: 'Harbour logs', created: 0, tables, ...(vectors && { vectors }) });
}

async function opened(from: HostedFiles, embedder: Embedder | null): Promise<EngineApi> {
  const models = { embedder: async () => embedder };
  const engine = createEngine(testEnv({ addresses: from.addresses, models }));
  await engine.openAddress(from.address);
  return engine;
}

async function ask(engine: EngineApi, question = QUESTION, mode: RunMode = 'basic'): Promise<Answer> {
  const events = await collect(engine.search({ question, mode, method: 'evidence' }));
  const last = events.at(-1);
  if (last?.kind !== 'answer') throw new Error('There is no answer.');
  return last.answer;
}

const textsOf = ({ evidence }: Answer): readonly string[] => evidence.passages.map(({ text }) => text);
const notesOf = ({ trace }: Answer): readonly string[] => (trace.notes ?? []).map(inEnglish);

async function titlePage({ files }: HostedFiles): Promise<TitlePage> {
  return JSON.parse(new TextDecoder().decode(files.get('burrow-index.json'))) as TitlePage;
}

describe('a hosted index with vectors', () => {
  it('finds a passage without any word of the question by meaning', async () => {
    const engine = await opened(host, wordHashEmbedder(ALIKE));
    const answer = await ask(engine);
    expect(textsOf(answer)[0]).toContain(NEEDLE);
    expect(notesOf(answer)).toEqual([]);
    expect(inEnglish(answer.trace.embeddings ?? '')).toBe('Compared by meaning with Word hash word-hash.');
  });

  it('keeps vectors of what is here, as whole as they will be, and asks nobody to make more', async () => {
    const engine = await opened(host, wordHashEmbedder(ALIKE));
    await ask(engine);
    const { embeddings, counts } = await engine.view();
    expect(embeddings).toMatchObject({ model: 'word-hash', title: 'Word hash word-hash', dims: 256, complete: true });
    expect(embeddings?.rows).toBeGreaterThan(0);
    expect(embeddings?.rows).toBeLessThan(counts.text_units + counts.entities);
    expect(await engine.embeddingPlan()).toBeNull();
    const coverage = await engine.vectorCoverage();
    expect(coverage.map(({ field, texts, missing }) => [field, texts, missing])).toContainEqual([
      'text_unit_text',
      null,
      null,
    ]);
    const [card] = tables.entities;
    await engine.evidence({ kind: 'entity', id: 'e0', title: card?.title ?? '' });
    await ask(engine, 'oil in Norraby');
    const after = (await engine.view()).embeddings;
    expect(after?.complete).toBe(true);
    expect(after?.rows).toBeGreaterThan(embeddings?.rows ?? 0);
  });

  it('has all texts in clusters, and asks the host nothing twice', async () => {
    const engine = await opened(host, wordHashEmbedder(ALIKE));
    await ask(engine);
    const { vectors } = await titlePage(host);
    expect(vectors?.fields.text_unit_text?.clusters).toBeGreaterThan(1);
    expect(vectors?.fields.text_unit_text?.rows).toBe(tables.text_units.length);
    expect(vectors?.fields.community_full_content).toBeUndefined();
    host.asked.length = 0;
    const rows = (await engine.view()).embeddings?.rows;
    await ask(engine);
    expect(host.asked).toEqual([]);
    expect((await engine.view()).embeddings?.rows).toBe(rows);
  });

  it.each([
    ['none is chosen', null, 'choose Word hash word-hash in Settings, under Models'],
    ['another is chosen', wordHashEmbedder({ ...ALIKE, id: 'other' }), 'choose Word hash word-hash in Settings'],
    [
      'it fails',
      { ...wordHashEmbedder(ALIKE), embed: () => Promise.reject(new Error('Out of memory')) },
      'by words alone',
    ],
  ] as const)(
    'says once that it was searched by words alone where its embedder is not there: %s',
    async (_, embedder, words) => {
      const engine = await opened(host, embedder);
      const answer = await ask(engine, 'Norraby parrot');
      expect(notesOf(answer).join()).toContain(words);
      expect(answer.trace.embeddings).toBeUndefined();
      expect(notesOf(await ask(engine, 'oil barrels'))).toEqual([]);
      expect((await engine.view()).embeddings).toBeNull();
    },
  );

  it('is searched by what is here where the host does not answer', async () => {
    const engine = await opened(host, wordHashEmbedder(ALIKE));
    await ask(engine);
    host.offline = true;
    try {
      expect(textsOf(await ask(engine, 'a budgerigar'))[0]).toContain(NEEDLE);
    } finally {
      host.offline = false;
    }
  });

  it.each(['text_unit_vectors.0.pack', 'text_unit_vectors.index', 'centroids.bin'])(
    'refuses a damaged %s in words',
    async (name) => {
      const engine = await opened(host, wordHashEmbedder(ALIKE));
      const before = host.files.get(name) ?? new Uint8Array();
      try {
        host.files.set(
          name,
          before.map((byte) => byte ^ 0x5a),
        );
        await expect(ask(engine)).rejects.toThrow(/A part of this index is damaged/u);
      } finally {
        host.files.set(name, before);
      }
      expect(textsOf(await ask(engine))[0]).toContain(NEEDLE);
    },
  );

  it('finds a report that a model wrote by meaning', async () => {
    const community = (await titlePage(host)).broadest.at(-1) ?? 0;
    const composed = index.reports.of(community);
    if (!composed) throw new Error('There is no report.');
    const full_content = 'Neighbours argued over a parakeet.';
    const written = { ...composed, id: 'written', title: 'The feud', method: 'a model', full_content };
    const withReport = { ...tables, community_reports: [written] };
    const vectors = await embeddedTables(withReport, wordHashEmbedder(ALIKE));
    const published = await hostedFiles({ name: 'x', created: 0, tables: withReport, vectors });
    expect((await titlePage(published)).vectors?.fields.community_full_content).toEqual({ rows: 1, clusters: 1 });
    const firstBy = async (engine: EngineApi): Promise<readonly string[]> =>
      (await ask(engine, 'budgerigar barrels', 'global')).evidence.communities.slice(0, 3).map(({ title }) => title);
    expect(await firstBy(await opened(published, null))).not.toContain('The feud');
    const engine = await opened(published, wordHashEmbedder(ALIKE));
    expect(await firstBy(engine)).toContain('The feud');
    expect((await engine.vectorCoverage()).map(({ field }) => field)).toContain('community_full_content');
  });

  it('publishes no vector of a text that has changed since', async () => {
    const vectors = await embeddedTables(tables, wordHashEmbedder(ALIKE));
    const { text_unit_text: texts } = vectors.fields;
    const stale: EmbeddedRows = {
      ids: texts?.ids ?? [],
      hashes: (texts?.hashes ?? []).map((hash, at) => (at === 0 ? 'of an earlier text' : hash)),
      vectors: texts?.vectors ?? byteVectors(new Float32Array(), 256),
    };
    const published = await hostedFiles({
      ...{ name: 'x', created: 0, tables },
      vectors: { ...vectors, fields: { text_unit_text: stale } },
    });
    const { fields } = (await titlePage(published)).vectors ?? {};
    expect(fields?.text_unit_text?.rows).toBe(tables.text_units.length - 1);
    expect(fields?.entity_description).toBeUndefined();
  });
});

it('takes the vectors of a saved copy', async () => {
  const embedder = wordHashEmbedder(ALIKE);
  const env = testEnv({
    collections: createCollections(memoryOptions()),
    models: { embedder: async () => embedder },
  });
  const engine = createEngine(env);
  const { id } = await env.collections.create('Letters');
  await engine.open(id);
  await collect(engine.add([textFile('letters.txt', NEEDLE), textFile('log.txt', generatedText(3000, 1))]));
  await collect(engine.embed());
  const { embeddings, counts } = await engine.view();
  const collection = await readCollection(await engine.saveCopy(id));
  const published = await hostedFiles(collection);
  const { model, fields } = (await titlePage(published)).vectors ?? {};
  expect(model).toBe(embeddings?.model);
  expect(fields?.text_unit_text?.rows).toBe(counts.text_units);
  expect(fields?.entity_description?.rows).toBe(counts.entities);
  expect(textsOf(await ask(await opened(published, embedder)))[0]).toContain(NEEDLE);
});

describe('a hosted index without vectors', () => {
  it('says nothing of them, and is searched as ever', async () => {
    const plain = await publish(null);
    expect((await titlePage(plain)).vectors).toBeUndefined();
    expect([...plain.files.keys()].filter((name) => /vector|centroid/u.test(name))).toEqual([]);
    const answer = await ask(await opened(plain, wordHashEmbedder(ALIKE)), 'Wilhelmina Osk');
    expect(textsOf(answer)[0]).toContain(NEEDLE);
    expect(notesOf(answer)).toEqual([]);
    expect(answer.trace.embeddings).toBeUndefined();
  });
});

it('ranks the rows of the nearest clusters alone', async () => {
  const dims = 40;
  const axes = Float32Array.from({ length: dims * dims }, (_, at) => (at % (dims + 1) === 0 ? 1 : 0));
  const centroids = { text_unit_text: byteVectors(axes, dims) };
  const fetched: number[] = [];
  const question = Float32Array.from({ length: dims }, (_, at) => at);
  const near = await findNearest(
    {
      centroids: async () => centroids,
      clusters: async (_, numbers) => {
        fetched.push(...numbers);
        return numbers.map((at) => ({
          numbers: Uint32Array.of(at + 100),
          ...pickRows(centroids.text_unit_text, [at]),
        }));
      },
    },
    question,
    { probes: { text_unit_text: 3 } },
  );
  expect(fetched).toEqual([39, 38, 37]);
  expect(near.hits.text_unit_text?.map(({ id }) => id)).toEqual([139, 138, 137]);
  expect(near.hits.entity_description).toEqual([]);
});

describe('blocks of vectors', () => {
  const rows = byteVectors(Float32Array.from([1, 0, 0, 1]), 2);
  const numbers = Uint32Array.of(5, 9);

  it('are the same after packing', async () => {
    const bytes = await zlibPacking.unpack(await zlibPacking.pack(packVectorBlock({ ...rows, numbers })), 1000);
    expect(unpackVectorBlock(bytes, 2)).toEqual({ ...rows, numbers });
  });

  it.each([
    ['rows of another length', packVectorBlock({ ...rows, numbers }), 3],
    ['fewer numbers than rows', packVectorBlock({ ...rows, numbers: Uint32Array.of(5) }), 2],
    ['a scale that is no number', packVectorBlock({ ...rows, scales: Float32Array.of(NaN, 1), numbers }), 2],
    ['no codes', packArrays({ numbers, scales: rows.scales }), 2],
    ['other bytes', packVectorBlock({ ...rows, numbers }).slice(0, 40), 2],
  ])('refuse %s', (_, bytes, dims) => {
    expect(() => unpackVectorBlock(bytes, dims)).toThrow();
  });

  it('refuse other centroids than the title page promises', () => {
    const bytes = packArrays({ text_unit_text: { scales: rows.scales, codes: rows.codes } });
    const page = { model: 'm', title: 'M', dims: 2 };
    expect(unpackCentroids(bytes, { ...page, fields: { text_unit_text: { rows: 9, clusters: 2 } } })).toEqual({
      text_unit_text: rows,
    });
    for (const fields of [
      { text_unit_text: { rows: 9, clusters: 3 } },
      { entity_description: { rows: 9, clusters: 2 } },
    ]) {
      expect(() => unpackCentroids(bytes, { ...page, fields })).toThrow(RangeError);
    }
  });
});
