import { beforeAll, describe, expect, it } from 'vitest';
import { zlibPacking } from '../../../../scripts/lib/zlib-packing';
import { createEngine } from '../../../../src/core/engine/engine';
import { LARGEST_LEAF } from '../../../../src/core/hosted/leaves';
import type { IndexTables } from '../../../../src/core/tables/tables';
import type { SearchIndex } from '../../../../src/core/retrieval';
import { collect, testEnv } from '../../../helpers/engine-env';
import { generatedText } from '../../../helpers/generated-text';
import { hostedFiles, type HostedFiles } from '../../../helpers/hosted-files';
import { indexedTexts } from '../../../helpers/indexed-texts';
import {
  changeBlocks,
  changeLeaves,
  changeLists,
  changeTitle,
  type Files,
  type Json,
} from '../../../helpers/lying-index';
import { steppedTimer } from '../../../helpers/stepped-timer';

const NEEDLE = 'The surgeon Wilhelmina Osk kept a parrot called Bosun in the quarantine house.';
const QUESTION = 'Who kept a parrot called Bosun?';

let host: HostedFiles;
let truth: Files;

beforeAll(async () => {
  const logs = Array.from({ length: 8 }, (_, at) => [`log-${String(at)}.txt`, generatedText(2500, at + 1)]);
  const index = await indexedTexts({
    ...Object.fromEntries(logs),
    'letters.txt': `${NEEDLE}\n\n${generatedText(900, 99)}`,
  });
  host = await hostedFiles({ name: 'Harbour logs', created: 0, tables: tablesOf(index) });
  truth = new Map(host.files);
}, 60_000);

function tablesOf({ tables }: SearchIndex): IndexTables {
  const { documents, textUnits, entities, relationships, communities, communityReports } = tables;
  return {
    ...{ documents, entities, relationships, communities },
    ...{ text_units: textUnits, covariates: [], community_reports: communityReports, summaries: [] },
  } as IndexTables;
}

const rows = (leaf: Json, name: string): Json[] => leaf[name] as Json[];
const row = (leaf: Json, name: string): Json => leaf[name] as Json;
const doubled = (leaf: Json, name: string): void => void (leaf[name] = rows(leaf, name).flatMap((one) => [one, one]));
const claim = { id: 'c1', description: 'She kept a parrot.', evidence_end: 5 };

/** Lies of a host in the parts of an index that a question fetches. */
const LIES: Readonly<Record<string, (files: Files) => Promise<void>>> = {
  'the id of another document': (files) =>
    changeLeaves(files, 'documents', (leaf) => (row(leaf, 'document')['id'] = 'd0')),
  'a document without an id': (files) => changeLeaves(files, 'documents', (leaf) => delete row(leaf, 'document')['id']),
  'text units that are repeated': (files) => changeLeaves(files, 'documents', (leaf) => doubled(leaf, 'units')),
  'text units of one id': (files) =>
    changeLeaves(files, 'documents', (leaf) => rows(leaf, 'units').forEach((unit) => (unit['id'] = 'u0'))),
  'a table whose head never ends': (files) =>
    changeLeaves(files, 'documents', (leaf) => {
      row(leaf, 'document')['table_starts'] = [0];
      row(leaf, 'document')['table_heads'] = [Number.MAX_SAFE_INTEGER];
    }),
  'a text unit of another document': (files) =>
    changeLeaves(files, 'documents', (leaf) => rows(leaf, 'units').forEach((unit) => (unit['document_id'] = 'd3'))),
  'a text unit beyond its text': (files) =>
    changeLeaves(files, 'documents', (leaf) => rows(leaf, 'units').forEach((unit) => (unit['end'] = 1e9))),
  'sentences that end before they begin': (files) =>
    changeLeaves(files, 'documents', (leaf) => rows(leaf, 'units').forEach((unit) => (unit['sentence_ends'] = [-4]))),
  'the numbers of other text units': (files) =>
    changeLeaves(files, 'documents', (leaf) => (leaf['first'] = Number(leaf['first']) + 1)),
  'mentions of entities that are not there': (files) =>
    changeLeaves(files, 'documents', (leaf) => (leaf['mentions'] = rows(leaf, 'units').map(() => [123_456_789]))),
  'concepts of text units that are not there': (files) =>
    changeLeaves(files, 'documents', (leaf) => (leaf['concepts'] = { bosun: [123_456_789] })),
  'headings without texts': (files) =>
    changeLeaves(files, 'documents', (leaf) => (row(leaf, 'document')['heading_starts'] = [0, 5])),
  'pages that go back': (files) =>
    changeLeaves(files, 'documents', (leaf) => (row(leaf, 'document')['page_starts'] = [30, 2])),
  'a leaf larger than what is published': (files) =>
    changeLeaves(files, 'documents', (leaf) => {
      row(leaf, 'document')['text'] = String(row(leaf, 'document')['text']).padEnd(LARGEST_LEAF + 200_000, ' word');
    }),
  'a number that is repeated': (files) => changeBlocks(files, 'documents', (all) => [...all, ...all]),
  'leaves of another block': (files) =>
    changeBlocks(files, 'documents', (all) => all.map(([number, leaf]) => [number + 100_000, leaf])),
  'the id of another entity': (files) => changeLeaves(files, 'entities', (leaf) => (row(leaf, 'entity')['id'] = 'e0x')),
  'relationships that are repeated': (files) =>
    changeLeaves(files, 'entities', (leaf) => doubled(leaf, 'relationships')),
  'relationships of other entities': (files) =>
    changeLeaves(files, 'entities', (leaf, number) => {
      for (const one of rows(leaf, 'relationships')) one['source_id'] = one['target_id'] = `e${String(number + 1)}`;
    }),
  'claims that are repeated': (files) => changeLeaves(files, 'entities', (leaf) => (leaf['claims'] = [claim, claim])),
  'neighbours with ids of text units': (files) =>
    changeLeaves(files, 'entities', (leaf) => rows(leaf, 'neighbours').forEach((one) => (one['id'] = 'u1'))),
  'entities in text units that are not there': (files) =>
    changeLeaves(files, 'entities', (leaf) => (row(leaf, 'entity')['text_unit_ids'] = ['u', 123_456_789])),
  'parts of a community that are repeated': (files) =>
    changeLeaves(files, 'communities', (leaf) => (row(leaf, 'community')['children'] = [1, 1])),
  'a community within itself': (files) =>
    changeLeaves(files, 'communities', (leaf, number) => {
      row(leaf, 'community')['parent'] = number;
      leaf['ancestors'] = [number];
    }),
  'the number of another community': (files) =>
    changeLeaves(files, 'communities', (leaf) => (row(leaf, 'community')['community'] = 0.5)),
  'the report of another community': (files) =>
    changeLeaves(files, 'communities', (leaf, number) => {
      if (leaf['report']) row(leaf, 'report')['community'] = number + 1;
      else leaf['units'] = -1;
    }),
  'words in text units that are not there': (files) => changeLists(files, 'words', ([key]) => [key, [4_000_000_000]]),
  'names of entities that are not there': (files) =>
    changeLists(files, 'entity_names', ([key]) => [key, [4_000_000_000]]),
  'an object in place of a list': (files) => changeBlocks(files, 'documents', Object.fromEntries),
  'fewer bytes than it says': async (files) => void files.set('documents.0.pack', new Uint8Array(9)),
  'bytes that become too many': async (files) => {
    const packed = await zlibPacking.pack(new Uint8Array(30_000_000));
    files.set('lengths.bin', packed);
    changeTitle(files, (page) => {
      page['files'] = (page['files'] as Json[]).map((one) =>
        one['name'] === 'lengths.bin' ? { ...one, bytes: packed.length } : one,
      );
    });
  },
  'counts of other rows': async (files) =>
    changeTitle(files, (page) => (row(page, 'counts')['text_units'] = Number(row(page, 'counts')['text_units']) + 1)),
};

/** Lies of a host about an index as a whole. */
const TITLE_LIES: Readonly<Record<string, (page: Json) => void>> = {
  'more rows than there can be': (page) => (row(page, 'counts')['entities'] = 2 ** 50),
  'communities that are not there': (page) => (page['broadest'] = [1e6]),
  'communities that are repeated': (page) => (page['broadest'] = [0, 0]),
  'files that are repeated': (page) => doubled(page, 'files'),
  'a file elsewhere': (page) => (page['files'] = [{ name: '../secret.pack', bytes: 1 }]),
  'no name': (page) => delete page['name'],
};

async function ask(engine: ReturnType<typeof createEngine>, question = QUESTION) {
  const events = await collect(engine.search({ question, mode: 'local', method: 'evidence' }));
  const last = events.at(-1);
  if (last?.kind !== 'answer') throw new Error('There is no answer.');
  return { answer: last.answer, events };
}

function lay(files: Files): void {
  host.files.clear();
  for (const [name, bytes] of files) host.files.set(name, bytes);
}

describe('of a host that lies', () => {
  it.each(Object.entries(LIES))('%s is refused in words, and nothing of it is kept', async (_name, lie) => {
    const files = new Map(truth);
    await lie(files);
    lay(files);
    const engine = createEngine(testEnv({ addresses: host.addresses }));
    try {
      await engine.openAddress(host.address);
      await expect(ask(engine)).rejects.toThrow(
        /A part of this index is damaged, or is not what was published|shorter/u,
      );
      expect((await engine.view()).documents).toEqual([]);
    } finally {
      lay(truth);
    }
    const { answer } = await ask(engine);
    expect(answer.evidence.passages[0]?.text).toContain(NEEDLE);
  });

  it.each(Object.entries(TITLE_LIES))(
    'a title page with %s is refused, and nothing is said to be added',
    async (_name, lie) => {
      const files = new Map(truth);
      changeTitle(files, lie);
      lay(files);
      const engine = createEngine(testEnv({ addresses: host.addresses }));
      try {
        const refused = expect(engine.lookAtAddress(host.address)).rejects;
        await refused.toThrow(/^(?!.*added).*is not an index that Burrow published/u);
        expect(await engine.collections()).toEqual([]);
      } finally {
        lay(truth);
      }
    },
  );

  it('parts of another edition are told as such, also where they come between two reads', async () => {
    const engine = createEngine(testEnv({ addresses: host.addresses }));
    await engine.openAddress(host.address);
    await ask(engine);
    const other = await indexedTexts({ 'other.txt': generatedText(4000, 7) });
    const anew = await hostedFiles({ name: 'Harbour logs', created: 5, tables: tablesOf(other) });
    lay(anew.files);
    try {
      const { answer } = await ask(engine, 'Who bought barrels of oil in Norraby?');
      expect(JSON.stringify(answer.trace.notes)).toContain('was published anew');
    } finally {
      lay(truth);
    }
  });
});

describe('a host that falls silent', () => {
  const never = (signal?: AbortSignal): Promise<never> =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));

  it('does not hold up a question to what is here, which is answered meanwhile and after 5 seconds', async () => {
    const timer = steppedTimer();
    let silent = false;
    const readParts: typeof host.addresses.readParts = (url, ranges, options) =>
      silent ? never(options?.signal) : host.addresses.readParts(url, ranges, options);
    const engine = createEngine(testEnv({ addresses: { ...host.addresses, readParts }, timer }));
    await timer.during(engine.openAddress(host.address));
    await timer.during(ask(engine));
    silent = true;
    const before = timer.set.length;
    const { answer, events } = await timer.during(
      ask(engine, 'Which surgeon lived in Norraby beside the Skerry Light?'),
    );
    const kinds = events.map(({ kind }) => kind);
    const early = events[kinds.indexOf('evidence')];
    expect(early?.kind === 'evidence' && early.evidence.passages.length).toBeGreaterThan(0);
    expect(kinds.filter((kind) => kind === 'evidence').length).toBeGreaterThan(1);
    expect(timer.set.slice(before)).toContain(5000);
    expect(JSON.stringify(events)).toContain('for {0} seconds at most');
    expect(JSON.stringify(answer.unfetched)).toContain('has not sent what bears on this within');
    expect(answer.evidence.passages.length).toBeGreaterThan(0);
  });

  it('ends the first question in words after 30 seconds, with all requests', async () => {
    const timer = steppedTimer();
    const ended: unknown[] = [];
    const readParts: typeof host.addresses.readParts = (_url, _ranges, { signal } = {}) =>
      never(signal).catch((error: unknown) => {
        ended.push(error);
        throw error;
      });
    const engine = createEngine(testEnv({ addresses: { ...host.addresses, readParts }, timer }));
    await timer.during(engine.openAddress(host.address));
    await expect(timer.during(ask(engine))).rejects.toThrow(
      'host.example has not sent what bears on this within 30 seconds. Check the network, then ask again.',
    );
    expect(timer.set).toContain(30_000);
    expect(ended.length).toBeGreaterThan(0);
  });

  it('ends a look at an address in words', async () => {
    const timer = steppedTimer();
    const engine = createEngine(
      testEnv({ addresses: { ...host.addresses, read: (_url, { signal }) => never(signal) }, timer }),
    );
    await expect(timer.during(engine.lookAtAddress(host.address))).rejects.toThrow(
      /^(?!.*added)host\.example has not told within 30 seconds what stands at this address/u,
    );
  });
});
