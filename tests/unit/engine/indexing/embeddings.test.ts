import type { SearchValues } from '../../../../src/core/search/request/search-request';
import type { Answer } from '../../../../src/core/search/answer/answer';
import { describe, expect, it } from 'vitest';
import type { EngineApi } from '../../../../src/core/engine/api';
import type { IndexEvent } from '../../../../src/core/engine/session/index-events';
import { createEngine } from '../../../../src/core/engine/engine';
import type { EngineEnv } from '../../../../src/core/engine/env';
import type { Embedder } from '../../../../src/core/models/encoders';
import { collect, testEnv, textFile, testClock } from '../../../helpers/engine-env';
import { wordHashEmbedder } from '../../../helpers/word-hash-embedder';
import { staleVectors } from '../../../../src/core/engine/indexing/index-run';
import { textHash } from '../../../../src/core/index/embeddings';
import { EMPTY_TABLES } from '../../../../src/core/index/index-tables';
import { inEnglish } from '../../../../src/core/message';

const LETTER = `Ada Byron wrote to Charles Babbage about the Engine. Babbage answered Ada from London.

The Engine was shown in London. Ada praised the Engine.`;
const DIARY = `Mary Somerville taught Ada mathematics. Somerville lived in Chelsea.

Ada visited Chelsea with Babbage, and the Engine was discussed.`;

interface Begun {
  readonly engine: EngineApi;
  readonly env: EngineEnv;
  readonly id: string;
  /** The embedder that is chosen from now on. */
  choose(embedder: Embedder | null): void;
}

async function begin(embedder: Embedder | null = wordHashEmbedder()): Promise<Begun> {
  let chosen = embedder;
  const env = testEnv({ models: { chat: async () => null, embedder: async () => chosen } });
  const engine = createEngine(env);
  const { id } = await engine.createCollection('Letters');
  await engine.open(id);
  await collect(engine.add([textFile('a.txt', LETTER), textFile('b.txt', DIARY)]));
  return { engine, env, id, choose: (next) => (chosen = next) };
}

async function ask(
  engine: EngineApi,
  question: string,
  documentIds: readonly string[] = [],
  parameters: SearchValues = {},
): Promise<Answer> {
  const last = (await collect(engine.search({ question, mode: 'basic', documentIds, parameters }))).at(-1);
  if (last?.kind !== 'answer') throw new Error('no answer');
  return last.answer;
}

/** Rows that every default field has, by field, and those with a vector of the model. */
async function stand(engine: EngineApi) {
  const plan = await engine.embeddingPlan();
  return Object.fromEntries((plan?.fields ?? []).map(({ field, rows, done }) => [field, [rows, done]]));
}

async function sets({ env, id }: Begun) {
  const { tables } = await env.collections.open(id);
  return tables.vectors;
}

describe('embedding', () => {
  it('is planned before it is done: rows, tokens and bytes of each field', async () => {
    const { engine } = await begin();
    const counts = (await engine.view()).counts;
    const plan = await engine.embeddingPlan();
    expect(plan).toMatchObject({ model: 'word-hash', dims: 64, otherBytes: 0 });
    expect(plan?.fields.map(({ field, rows, done }) => [field, rows, done])).toEqual([
      ['text_unit_text', counts.text_units, 0],
      ['community_full_content', 0, 0],
      ['entity_description', counts.entities, 0],
      ['summary_text', 0, 0],
    ]);
    expect(plan?.fields.every(({ rows, tokens }) => tokens > 0 === rows > 0)).toBe(true);
    expect((await engine.view()).embeddings).toBeNull();
  });

  it('makes a vector of every text once, tells its progress, and is then complete', async () => {
    const embedder = wordHashEmbedder();
    const { engine } = await begin(embedder);
    const events = await collect(engine.embed());
    for (const [rows, done] of Object.values(await stand(engine))) expect(done).toBe(rows);
    const view = await engine.view();
    expect(view.embeddings).toMatchObject({
      model: 'word-hash',
      dims: 64,
      complete: true,
      rows: embedder.texts.length,
    });
    expect(new Set(embedder.texts).size).toBe(embedder.texts.length);
    const stages = events.filter((event): event is IndexEvent & { kind: 'stage' } => event.kind === 'stage');
    expect(stages.at(-1)).toMatchObject({ stage: 'Embeddings', done: embedder.texts.length, fraction: 1 });
    const before = view.generation;
    await collect(engine.embed());
    expect((await engine.view()).generation).toBe(before);
  });

  it('knows when vectors of each kind were last made, also after a reload', async () => {
    const begun = await begin();
    const times = async (engine: EngineApi) =>
      Object.fromEntries((await engine.vectorCoverage()).map(({ field, made }) => [field, made]));
    await collect(begun.engine.embed());
    const first = await times(begun.engine);
    expect(first).toMatchObject({ community_full_content: null });
    expect(first['text_unit_text']).toBeGreaterThan(Date.UTC(2026, 0, 1));
    await collect(begun.engine.add([textFile('c.txt', 'Grace Hopper wrote a compiler.')]));
    expect(await times(begun.engine)).toEqual(first);
    await collect(begun.engine.embed());
    const second = await times(begun.engine);
    expect(second['text_unit_text']).toBeGreaterThan(first['text_unit_text'] ?? Infinity);
    const later = createEngine(begun.env);
    await later.open(begun.id);
    expect(await times(later)).toEqual(second);
  });

  it('reads an entity without a description by the sentences that say most about it', async () => {
    const embedder = wordHashEmbedder();
    const { engine } = await begin(embedder);
    await collect(engine.embed());
    expect(embedder.texts).toContainEqual(expect.stringMatching(/^Somerville: .*Somerville lived in Chelsea\./));
  });

  it('embeds only what is new or has changed when a document is added', async () => {
    const embedder = wordHashEmbedder();
    const { engine } = await begin(embedder);
    await collect(engine.embed());
    const before = embedder.texts.splice(0);
    await collect(engine.add([textFile('c.txt', 'Grace Hopper wrote a compiler. Hopper lived in Arlington.')]));
    expect((await engine.view()).embeddings?.complete).toBe(false);
    await collect(engine.embed());
    expect(embedder.texts.join('\n')).toContain('Hopper lived in Arlington');
    expect(embedder.texts.filter((text) => before.includes(text))).toEqual([]);
    expect((await engine.view()).embeddings?.complete).toBe(true);
  });

  it('leaves no vector of a deleted document, nor of what was derived from it', async () => {
    const begun = await begin();
    const { engine } = begun;
    await collect(engine.embed());
    const { documents } = await engine.view();
    const letter = documents.find(({ path }) => path === 'a.txt');
    await collect(engine.removeDocuments([letter?.id ?? '']));
    const vectors = await sets(begun);
    const { tables } = await begun.env.collections.open(begun.id);
    const units = new Set((await tables.read('text_units')).map((row) => row.id));
    const left = await vectors.read('text_unit_text', 'word-hash');
    expect(left?.ids.filter((id) => !units.has(id))).toEqual([]);
    // Nothing of the derived tables has a vector of earlier words: what stands is what the plan counts as done.
    for (const field of ['entity_description', 'community_full_content'] as const) {
      const rows = await vectors.read(field, 'word-hash');
      expect(rows?.ids.length ?? 0).toBe((await stand(engine))[field]?.[1]);
    }
    await collect(engine.embed());
    expect((await engine.view()).embeddings?.complete).toBe(true);
  });

  it('stops at once when told to, keeps what is done and goes on from there, after a reload too', async () => {
    const stop = new AbortController();
    let batches = 0;
    const embedder = wordHashEmbedder({ before: () => ++batches === 2 && stop.abort() });
    const begun = await begin(embedder);
    await expect(collect(begun.engine.embed({ signal: stop.signal }))).rejects.toThrow(/abort/i);
    const done = embedder.texts.splice(0);
    expect(done.length).toBeGreaterThan(0);
    const reloaded = createEngine(begun.env);
    await begun.engine.open((await begun.engine.createCollection('Other')).id);
    expect((await reloaded.open(begun.id)).embeddings).toMatchObject({ complete: false, rows: done.length });
    await collect(reloaded.embed());
    expect(embedder.texts.filter((text) => done.includes(text))).toEqual([]);
    expect((await reloaded.view()).embeddings?.complete).toBe(true);
  });

  it('keeps what is done when the model fails, and says what the model said', async () => {
    let batches = 0;
    const failing = wordHashEmbedder({
      before: () => {
        if (++batches === 2) throw new Error('The GPU is gone');
      },
    });
    const { engine } = await begin(failing);
    await expect(collect(engine.embed())).rejects.toThrow('The GPU is gone');
    expect((await engine.view()).embeddings).toMatchObject({ complete: false, rows: failing.texts.length });
  });

  it('refuses vectors that are no numbers', async () => {
    const { engine } = await begin({
      ...wordHashEmbedder(),
      embed: async (texts) => new Float32Array(texts.length * 64).fill(NaN),
    });
    await expect(collect(engine.embed())).rejects.toThrow('gave vectors that cannot be used');
    expect((await engine.view()).embeddings).toBeNull();
  });

  it('goes on while documents are added, and ends with vectors of those, too', async () => {
    const waiting: (() => void)[] = [];
    let hold = true;
    const embedder = wordHashEmbedder({
      before: () => hold && new Promise<void>((resolve) => waiting.push(resolve)),
    });
    const { engine } = await begin(embedder);
    const embedded = collect(engine.embed());
    while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await collect(engine.add([textFile('c.txt', 'Grace Hopper wrote a compiler. Hopper lived in Arlington.')]));
    hold = false;
    waiting[0]?.();
    await embedded;
    for (const [rows, done] of Object.values(await stand(engine))) expect(done).toBe(rows);
    expect((await engine.view()).embeddings?.complete).toBe(true);
  });

  it('with another model keeps the earlier vectors until the new ones stand for all', async () => {
    const begun = await begin();
    const { engine } = begun;
    await collect(engine.embed());
    const stop = new AbortController();
    let batches = 0;
    begun.choose(wordHashEmbedder({ id: 'other', dims: 32, before: () => ++batches === 2 && stop.abort() }));
    expect((await engine.embeddingPlan())?.otherBytes).toBeGreaterThan(0);
    await expect(collect(engine.embed({ signal: stop.signal }))).rejects.toThrow();
    const models = async () => [...new Set((await sets(begun)).sets().map(({ model }) => model))].sort();
    expect(await models()).toEqual(['other', 'word-hash']);
    await collect(engine.embed());
    expect(await models()).toEqual(['other']);
    expect((await engine.view()).embeddings).toMatchObject({ model: 'other', dims: 32, complete: true });
  });

  it('follows the chosen fields: more are embedded, and those no longer wanted are removed', async () => {
    const begun = await begin();
    const { engine } = begun;
    await collect(engine.embed());
    const values = { entity_title: true, community_title: true, entity_description: false };
    await collect(engine.configure('embeddings', values));
    expect((await engine.view()).upToDate).toBe(true);
    await collect(engine.embed());
    const fields = (await sets(begun)).sets().map(({ field }) => field);
    expect(fields.sort()).toEqual(['entity_title', 'text_unit_text']);
  });

  it('without a model says so, and plans nothing', async () => {
    const { engine } = await begin(null);
    expect(await engine.embeddingPlan()).toBeNull();
    await expect(collect(engine.embed())).rejects.toThrow('No embedding model is chosen');
  });
});

describe('a question with embeddings', () => {
  const alike = [['taught', 'instructed']];
  const question = 'Who instructed somebody?';

  it('finds passages in other words, and says how it compared them', async () => {
    const { engine } = await begin(wordHashEmbedder({ alike }));
    const before = await ask(engine, question);
    expect(before.trace.embeddings).toBeUndefined();
    await collect(engine.embed());
    const after = await ask(engine, question);
    expect(inEnglish(after.trace.embeddings ?? '')).toBe('Compared by meaning with Word hash word-hash.');
    const best = after.trace.sections.find(({ name }) => name === 'Sources')?.items[0];
    const text = await engine.evidence({ kind: 'passage', textUnitId: best?.id ?? '' });
    expect(text?.text).toContain('taught Ada');
  });

  it('counts meaning as much as the person asking says', async () => {
    const { engine } = await begin(wordHashEmbedder({ alike }));
    await collect(engine.embed());
    const standsInWith = async (weight: number) => {
      const parameters = { answers: { meaning_weight: weight } };
      const answer = await ask(engine, question, [], parameters);
      return answer.evidence.instead;
    };
    expect(await standsInWith(0)).toBeDefined();
    expect(await standsInWith(1)).toBeUndefined();
  });

  it('within chosen documents finds only theirs', async () => {
    const { engine } = await begin(wordHashEmbedder({ alike }));
    await collect(engine.embed());
    const letter = (await engine.view()).documents.find(({ path }) => path === 'a.txt');
    const answer = await ask(engine, question, [letter?.id ?? '']);
    const sources = answer.trace.sections.flatMap((section) => (section.name === 'Sources' ? section.items : []));
    expect(sources.length).toBeGreaterThan(0);
    for (const { id } of sources) {
      const view = await engine.evidence({ kind: 'passage', textUnitId: id });
      expect(view?.passages[0]?.document_id).toBe(letter?.id);
    }
  });

  it('is answered without them when the embedder fails, or takes too long, and the trace says so', async () => {
    const begun = await begin();
    await collect(begun.engine.embed());
    const failing = wordHashEmbedder({
      before: () => {
        throw new Error('The GPU is gone.');
      },
    });
    begun.choose(failing);
    const failed = await ask(begun.engine, 'Who taught Ada mathematics?');
    expect(inEnglish(failed.trace.embeddings ?? '')).toBe('Searched by words only: The GPU is gone.');
    expect(failed.trace.withoutEmbeddings).toBe(true);
    expect(failed.notFound).toBe(false);
    begun.choose(wordHashEmbedder({ before: () => new Promise(() => undefined) }));
    const waited: number[] = [];
    const impatient = {
      after: (milliseconds: number, act: () => void) => (waited.push(milliseconds), act(), () => undefined),
    };
    const engine = createEngine({ ...begun.env, timer: impatient });
    await engine.open(begun.id);
    const late = await ask(engine, 'Who taught Ada mathematics?');
    expect(inEnglish(late.trace.embeddings ?? '')).toBe('Searched by words only: the embedding model took too long.');
    expect(late.notFound).toBe(false);
    expect(waited).toContain(3000);
  });

  it('is not compared where another model has taken the embedder’s name, and the answer says what to do', async () => {
    const begun = await begin();
    await collect(begun.engine.embed());
    const renamed = wordHashEmbedder({ id: 'word-hash of today', dims: 32 });
    begun.choose({ ...renamed, info: { ...renamed.info, title: 'Word hash word-hash' } });
    const answer = await ask(begun.engine, 'Who taught Ada mathematics?');
    expect(inEnglish(answer.trace.embeddings ?? '')).toBe(
      'Searched by words only: this collection was embedded with another version of Word hash word-hash. Its vectors have 32 numbers now, and had 64. Embed this collection again in Settings, under Models.',
    );
    await collect(begun.engine.embed());
    expect(inEnglish((await ask(begun.engine, 'Who taught Ada mathematics?')).trace.embeddings ?? '')).toContain(
      'Compared by meaning',
    );
  });

  it('is not compared by the vectors of another model', async () => {
    const begun = await begin();
    await collect(begun.engine.embed());
    begun.choose(wordHashEmbedder({ id: 'other' }));
    const answer = await ask(begun.engine, 'Who taught Ada mathematics?');
    expect(inEnglish(answer.trace.embeddings ?? '')).toBe(
      'Searched by words only: this collection has not been embedded with Word hash other yet.',
    );
  });
});

it('vectors of whole documents, which earlier versions made and nobody searched, go with the next change', async () => {
  const fields = ['text_unit_text', 'document_text'] as const;
  const store = {
    sets: () => fields.map((field) => ({ field, model: 'bge', dims: 4, rows: 1, bytes: 16 })),
    read: () => Promise.resolve(undefined),
  };
  const changes = await staleVectors(store, EMPTY_TABLES, { clock: testClock() });
  expect(changes).toEqual([{ field: 'document_text', model: 'bge', dims: 4, keep: [] }]);
});

it('drops the vectors of summaries that are gone or say something else', async () => {
  const row = { level: 1, parents: [], children: [], n_tokens: 3, text_unit_ids: [], method: 'a model' };
  const leaves = {
    leaf_document_ids: [],
    leaf_starts: [],
    leaf_ends: [],
    leaf_ids: [],
    sources: '[]',
    tree_settings: '',
  };
  const summaries = ['kept', 'changed'].map((id) => ({ ...row, ...leaves, id, text: `Summary ${id}.` }));
  const ids = ['kept', 'changed', 'gone'];
  const hashes = ['Summary kept.', 'Earlier words.', 'Summary gone.'].map(textHash);
  const head = { field: 'summary_text', model: 'bge', dims: 1 } as const;
  const store = {
    sets: () => [{ ...head, rows: 3, bytes: 12 }],
    read: () => Promise.resolve({ ...head, ids, hashes, vectors: Float32Array.of(1, 1, 1) }),
  };
  const changes = await staleVectors(store, { ...EMPTY_TABLES, summaries }, { clock: testClock() });
  expect(changes).toEqual([{ ...head, keep: ['kept'] }]);
});
