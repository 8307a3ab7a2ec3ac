import { beforeAll, describe, expect, it } from 'vitest';
import { zlibPacking } from '../../../../scripts/lib/zlib-packing';
import type { EngineApi } from '../../../../src/core/engine/api';
import { createEngine } from '../../../../src/core/engine/engine';
import type { EmbeddedRows } from '../../../../src/core/hosted/publish-vectors';
import type { TitlePage } from '../../../../src/core/hosted/title-page';
import { packVectorBlock, unpackCentroids, unpackVectorBlock } from '../../../../src/core/hosted/vector-blocks';
import type { IndexTables } from '../../../../src/core/index/index-tables';
import { inEnglish } from '../../../../src/core/message';
import type { Embedder } from '../../../../src/core/models/encoders';
import { packArrays } from '../../../../src/core/retrieval/image-bytes';
import type { Answer } from '../../../../src/core/search/answer/answer';
import { byteVectors } from '../../../../src/core/vectors/byte-vectors';
import { embeddedTables } from '../../../helpers/embedded-tables';
import { collect, testEnv } from '../../../helpers/engine-env';
import { generatedText } from '../../../helpers/generated-text';
import { hostedFiles, type HostedFiles } from '../../../helpers/hosted-files';
import { indexedTexts } from '../../../helpers/indexed-texts';
import { wordHashEmbedder } from '../../../helpers/word-hash-embedder';

const NEEDLE = 'Wilhelmina Osk kept a parakeet beside the quarantine stove.';
const QUESTION = 'budgerigar';
const ALIKE = { alike: [['parakeet', 'budgerigar']], dims: 256 };
const TEXTS = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [`log-${String(at)}.txt`, generatedText(4000, at + 1)]),
);

let tables: IndexTables;
let host: HostedFiles;

beforeAll(async () => {
  const index = await indexedTexts({ ...TEXTS, 'letters.txt': NEEDLE });
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

async function ask(engine: EngineApi, question = QUESTION): Promise<Answer> {
  const events = await collect(engine.search({ question, mode: 'basic', method: 'evidence' }));
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

  it('fetches a few clusters, and nothing twice', async () => {
    const engine = await opened(host, wordHashEmbedder(ALIKE));
    host.asked.length = 0;
    await ask(engine);
    const { vectors } = await titlePage(host);
    const blocks = host.asked.filter((name) => name === 'text_unit_vectors.0.pack').length;
    expect(blocks).toBe(8);
    expect(vectors?.fields.text_unit_text?.clusters).toBeGreaterThan(blocks);
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
        await expect(ask(engine)).rejects.toThrow(/or it is damaged/u);
      } finally {
        host.files.set(name, before);
      }
      expect(textsOf(await ask(engine))[0]).toContain(NEEDLE);
    },
  );

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
    const { fields } = (await titlePage(published)).vectors ?? { fields: {} };
    expect(fields.text_unit_text?.rows).toBe(tables.text_units.length - 1);
    expect(fields.entity_description).toBeUndefined();
  });
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
