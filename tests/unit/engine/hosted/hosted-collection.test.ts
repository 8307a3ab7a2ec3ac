import { beforeAll, describe, expect, it } from 'vitest';
import { zlibPacking } from '../../../../scripts/lib/zlib-packing';
import type { EngineApi } from '../../../../src/core/engine/api';
import { createEngine } from '../../../../src/core/engine/engine';
import { readSectionIndex } from '../../../../src/core/hosted/block-files';
import type { IndexTables } from '../../../../src/core/tables/tables';
import type { SearchIndex } from '../../../../src/core/retrieval';
import type { Answer } from '../../../../src/core/search/answer/answer';
import { askIndex } from '../../../helpers/ask-index';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { generatedText } from '../../../helpers/generated-text';
import { hostedFiles, type HostedFiles } from '../../../helpers/hosted-files';
import { indexedTexts } from '../../../helpers/indexed-texts';
import type { RunMode } from '../../../../src/core/search/request/search-request';

const TEXTS = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [`log-${String(at)}.txt`, generatedText(6000, at + 1)]),
);
const NEEDLE = 'The surgeon Wilhelmina Osk kept a parrot called Bosun in the quarantine house.';

let index: SearchIndex;
let host: HostedFiles;

beforeAll(async () => {
  index = await indexedTexts({ ...TEXTS, 'letters.txt': `${NEEDLE}\n\n${generatedText(3000, 99)}` });
  host = await hostedFiles({ name: 'Harbour logs', created: 0, tables: tablesOf(index) });
}, 60_000);

function tablesOf({ tables }: SearchIndex): IndexTables {
  const { documents, textUnits, entities, relationships, communities, communityReports } = tables;
  return {
    ...{ documents, entities, relationships, communities },
    ...{ text_units: textUnits, covariates: [], community_reports: communityReports, summaries: [] },
  } as IndexTables;
}

async function opened(): Promise<EngineApi> {
  const engine = createEngine(testEnv({ addresses: host.addresses }));
  await engine.openAddress(host.address);
  return engine;
}

async function ask(engine: EngineApi, question: string, mode: RunMode = 'basic'): Promise<Answer> {
  const events = await collect(engine.search({ question, mode, method: 'evidence' }));
  const last = events.at(-1);
  if (last?.kind !== 'answer') throw new Error('There is no answer.');
  return last.answer;
}

const textsOf = ({ evidence }: Answer): readonly string[] => evidence.passages.map(({ text }) => text);

describe('a hosted index', () => {
  it('says what it is before anything else of it is fetched', async () => {
    const engine = createEngine(testEnv({ addresses: host.addresses }));
    host.asked.length = 0;
    expect(await engine.lookAtAddress(host.address)).toMatchObject({
      kind: 'index',
      name: 'Harbour logs',
      documents: 61,
    });
    expect(host.asked).toEqual(['burrow-index.json']);
  });

  it('opens as a collection that cannot be changed here, and only once', async () => {
    const engine = await opened();
    const view = await engine.view();
    expect(view).toMatchObject({ writable: false, upToDate: true, hosted: { address: host.address, documents: 61 } });
    await expect(collect(engine.add([textFile('mine.txt', 'Mine.')]))).rejects.toThrow(/cannot be changed here/u);
    const again = await engine.openAddress(host.address);
    expect(again.collection.id).toBe(view.collection.id);
    expect(await engine.collections()).toHaveLength(1);
  });

  it('answers from documents that it fetches, and keeps these', async () => {
    const engine = await opened();
    const answer = await ask(engine, 'Who kept a parrot called Bosun?');
    expect(textsOf(answer)[0]).toContain(NEEDLE);
    const { documents, hosted } = await engine.view();
    expect(documents.length).toBeGreaterThan(0);
    expect(documents.length).toBeLessThan(61);
    expect(hosted?.fetched).toBeGreaterThan(0);
  });

  it.each(['basic', 'local'] as const)('puts the passage first that the whole index puts first (%s)', async (mode) => {
    const engine = await opened();
    const questions = ['Who bought barrels of oil in Norraby?', 'Edda Castellan anchor Skerry Light', 'Wilhelmina Osk'];
    for (const question of questions) {
      const [part, whole] = [await ask(engine, question, mode), await askIndex(index, question, mode)];
      expect(textsOf(part)[0]).toBe(textsOf(whole)[0]);
    }
  });

  it('says that a word is missing only where no document of the whole index has it', async () => {
    const engine = await opened();
    const { evidence } = await ask(engine, 'Wilhelmina zeppelin Bosun');
    expect(evidence.missing.map(({ word }) => word)).toEqual(['zeppelin']);
  });

  it('answers a question on the whole from the broadest communities', async () => {
    const question = 'What is this collection about?';
    const [part, whole] = [await ask(await opened(), question, 'global'), await askIndex(index, question, 'global')];
    const titles = ({ evidence }: Answer): readonly string[] => evidence.communities.map(({ title }) => title);
    expect(titles(whole).length).toBeGreaterThan(0);
    expect(titles(part).slice(0, 3)).toEqual(titles(whole).slice(0, 3));
  });

  it('shows a thing with documents that mention it', async () => {
    const engine = await opened();
    const answer = await ask(engine, 'Ingrid Sorley', 'local');
    const [card] = answer.evidence.entities;
    const view = await engine.evidence({ kind: 'entity', id: card?.id ?? '', title: card?.title ?? '' });
    expect(view?.passages.length).toBeGreaterThan(0);
  });

  it('asks the host nothing twice', async () => {
    const engine = await opened();
    await ask(engine, 'Who kept a parrot called Bosun?');
    host.asked.length = 0;
    await ask(engine, 'Who kept a parrot called Bosun?');
    expect(host.asked).toEqual([]);
  });

  it('searches what is here where the host does not answer, and says so', async () => {
    const engine = await opened();
    await ask(engine, 'Who kept a parrot called Bosun?');
    const { collection } = await engine.view();
    await engine.open((await engine.createCollection('Other')).id);
    await engine.open(collection.id);
    host.offline = true;
    try {
      const answer = await ask(engine, 'Bosun the parrot');
      expect(textsOf(answer)[0]).toContain('Bosun');
      expect(JSON.stringify(answer.trace.notes)).toContain('Only what was fetched before was searched.');
    } finally {
      host.offline = false;
    }
  });

  it('does not mix two editions', async () => {
    const engine = await opened();
    await ask(engine, 'Bosun the parrot');
    const { collection } = await engine.view();
    await engine.open((await engine.createCollection('Other')).id);
    const other = await hostedFiles({ name: 'Harbour logs', created: 1, tables: tablesOf(index) });
    const before = new Map(host.files);
    try {
      for (const [name, bytes] of other.files) host.files.set(name, bytes);
      await engine.open(collection.id);
      expect(JSON.stringify((await ask(engine, 'oil in Norraby')).trace.notes)).toContain('published anew');
      const view = await engine.openAddress(host.address);
      expect(view.collection.id).not.toBe(collection.id);
    } finally {
      for (const [name, bytes] of before) host.files.set(name, bytes);
    }
  });

  it.each(['words.0.pack', 'documents.0.pack', 'words.index', 'lengths.bin'])(
    'refuses a damaged %s in words, and keeps what is here',
    async (name) => {
      const engine = await opened();
      const before = host.files.get(name) ?? new Uint8Array();
      try {
        host.files.set(
          name,
          before.map((byte) => byte ^ 0x5a),
        );
        await expect(ask(engine, 'Bosun the parrot')).rejects.toThrow(
          /A part of this index is damaged, or is not what was published/u,
        );
      } finally {
        host.files.set(name, before);
      }
      expect(textsOf(await ask(engine, 'Bosun the parrot'))[0]).toContain('Bosun');
    },
  );

  it('goes on after its first question was stopped', async () => {
    const engine = await opened();
    const stop = new AbortController();
    const asked = collect(engine.search({ question: 'Bosun the parrot', mode: 'basic' }, { signal: stop.signal }));
    stop.abort();
    await asked.catch(() => undefined);
    expect(textsOf(await ask(engine, 'Bosun the parrot'))[0]).toContain('Bosun');
  });

  it('follows no section to a file that the title page does not name', async () => {
    const engine = await opened();
    const name = 'words.index';
    const before = host.files.get(name) ?? new Uint8Array();
    const text = new TextDecoder().decode(await zlibPacking.unpack(before, 1e6));
    const hostile = text.replace('words.0.pack', '../.0.secret');
    try {
      host.files.set(name, await zlibPacking.pack(new TextEncoder().encode(hostile)));
      host.asked.length = 0;
      await expect(ask(engine, 'Bosun the parrot')).rejects.toThrow(/A part of this index is damaged/u);
      expect(host.asked.join()).not.toContain('secret');
    } finally {
      host.files.set(name, before);
    }
  });

  it('has no source row, other field, folder or hash of a document', async () => {
    const tables = tablesOf(index);
    const secret = { raw_data: '{"salary":"hidden-1"}', attributes: '{"salary":"hidden-2"}', byte_hash: 'hidden-3' };
    const documents = tables.documents.map((row) => ({
      ...row,
      ...secret,
      source_path: `hidden-4/${row.source_path}`,
    }));
    const published = await hostedFiles({ name: 'x', created: 0, tables: { ...tables, documents } });
    const engine = createEngine(testEnv({ addresses: published.addresses }));
    await engine.openAddress(published.address);
    await ask(engine, 'Bosun the parrot');
    expect(JSON.stringify(await engine.view())).not.toContain('hidden-');
    const pack = published.files.get('documents.0.pack') ?? new Uint8Array();
    const packed = published.files.get('documents.index') ?? new Uint8Array();
    const { starts } = await readSectionIndex(packed, {
      section: 'documents',
      keys: 'number',
      files: 1,
      packing: zlibPacking,
    });
    for (const [at, start] of starts.slice(0, -1).entries()) {
      const block = await zlibPacking.unpack(pack.slice(start, starts[at + 1]), 1e8);
      expect(new TextDecoder().decode(block)).not.toContain('hidden-');
    }
  });

  it('fetches of a long document the parts that bear on the question', async () => {
    const pages = Array.from({ length: 300 }, (_, at) => `Page ${at}. ${generatedText(400, 200 + at)}`);
    const chronicle = pages.toSpliced(150, 0, NEEDLE).join('\n\n');
    const whole = await indexedTexts({ ...TEXTS, 'chronicle.txt': chronicle });
    const published = await hostedFiles({ name: 'x', created: 0, tables: tablesOf(whole) });
    const engine = createEngine(testEnv({ addresses: published.addresses }));
    await engine.openAddress(published.address);
    expect(textsOf(await ask(engine, 'Who kept a parrot called Bosun?'))[0]).toContain(NEEDLE);
    const { documents } = await engine.view();
    const parts = documents.filter(({ title }) => title.startsWith('chronicle'));
    expect(parts.map(({ title }) => title)).toContainEqual(expect.stringMatching(/^chronicle.* \(2\/3\)$/u));
  });
});
