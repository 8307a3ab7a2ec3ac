import { beforeAll, describe, expect, it } from 'vitest';
import type { EngineApi } from '../../../../src/core/engine/api';
import { createEngine } from '../../../../src/core/engine/engine';
import { inParts } from '../../../../src/core/hosted/document-parts';
import { rowsOfTree, summaryOf, withSummary, type Statement } from '../../../../src/core/raptor/summaries';
import type { SearchIndex } from '../../../../src/core/retrieval';
import type { Answer } from '../../../../src/core/search/answer/answer';
import { treeIndex } from '../../../../src/core/search/modes/raptor/tree-index';
import { summaryRows } from '../../../../src/core/search/modes/raptor/summary-rows';
import type { RunMode } from '../../../../src/core/search/request/search-request';
import type { IndexTables, SummaryRow } from '../../../../src/core/tables/tables';
import { finish } from '../../../../src/core/work';
import { askIndex } from '../../../helpers/ask-index';
import { collect, testEnv } from '../../../helpers/engine-env';
import { generatedText } from '../../../helpers/generated-text';
import { hostedFiles, type HostedFiles } from '../../../helpers/hosted-files';
import { indexedTexts } from '../../../helpers/indexed-texts';
import { changeLeaves, changeLists, changeTitle, type Json } from '../../../helpers/lying-index';

const RAPTOR = ['raptor-collapsed', 'raptor-traversal'] as const;
const WHOLE = 'What are the main themes?';
const QUESTIONS = ['Who bought barrels of oil in Norraby?', 'Edda Castellan anchor Skerry Light', 'Wilhelmina Osk'];
/** Words of one summary, and of no document. */
const OWN = 'Quartermasters quarrelled';
const NEEDLE = 'The surgeon Wilhelmina Osk kept a parrot called Bosun in the quarantine house.';

let index: SearchIndex;
let written: readonly SummaryRow[];
let host: HostedFiles;

beforeAll(async () => {
  const logs = Array.from({ length: 60 }, (_, at) => [`log-${String(at)}.txt`, generatedText(4000, at + 1)] as const);
  const long = Array.from({ length: 140 }, (_, at) => `Page ${String(at)}. ${generatedText(400, 300 + at)}`);
  index = await indexedTexts({
    ...Object.fromEntries(logs),
    'letters.txt': `${NEEDLE}\n\n${generatedText(1500, 99)}`,
    'chronicle.txt': long.join('\n\n'),
  });
  const { tree } = treeIndex(index);
  // A model wrote of every second cluster.
  written = rowsOfTree(tree, []).flatMap((row, number) => {
    if (number % 2 === 1 && row.level === 1) return [];
    const [first] = summaryOf(tree, number, []).statements;
    const own = number === 4 ? `${OWN}. ` : '';
    const statement = { text: `${own}Logs of layer ${String(row.level)} are joined here.`, spans: first?.spans ?? [] };
    return withSummary(row, [statement], 'A model');
  });
  index = { ...index, tables: { ...index.tables, summaries: written } };
  host = await hostedFiles({ name: 'Harbour logs', created: 0, tables: tablesOf(index) });
}, 120_000);

function tablesOf({ tables }: SearchIndex): IndexTables {
  const { documents, textUnits, entities, relationships, communities, communityReports, summaries } = tables;
  return {
    ...{ documents, entities, relationships, communities, summaries },
    ...{ text_units: textUnits, covariates: [], community_reports: communityReports },
  } as IndexTables;
}

async function opened(): Promise<EngineApi> {
  const engine = createEngine(testEnv({ addresses: host.addresses }));
  await engine.openAddress(host.address);
  return engine;
}

async function ask(engine: EngineApi, question: string, mode: RunMode): Promise<Answer> {
  const events = await collect(engine.search({ question, mode, method: 'evidence' }));
  const last = events.at(-1);
  if (last?.kind !== 'answer') throw new Error('There is no answer.');
  return last.answer;
}

const textsOf = ({ evidence }: Answer): readonly string[] => evidence.passages.map(({ text }) => text);
const summariesOf = ({ evidence }: Answer): readonly string[] => (evidence.summaries ?? []).map(({ text }) => text);

describe('A hosted index', () => {
  it.each(RAPTOR)('puts the passage first that the tree of the whole index puts first (%s)', async (mode) => {
    const engine = await opened();
    for (const question of QUESTIONS) {
      const [part, whole] = [await ask(engine, question, mode), await askIndex(index, question, mode)];
      expect(textsOf(whole).length).toBeGreaterThan(0);
      expect(textsOf(part)[0]).toBe(textsOf(whole)[0]);
    }
    expect((await engine.view()).documents.length).toBeLessThan(60);
  });

  it.each(RAPTOR)('shows the broadest summaries for a question on the whole (%s)', async (mode) => {
    const [part, whole] = [await ask(await opened(), WHOLE, mode), await askIndex(index, WHOLE, mode)];
    expect(summariesOf(whole).length).toBeGreaterThan(0);
    expect(summariesOf(part)[0]).toBe(summariesOf(whole)[0]);
  });

  it('finds a summary by its own words alone, with words of a document that it leads to', async () => {
    const { evidence } = await ask(await opened(), OWN, 'raptor-collapsed');
    expect(summariesOf(await askIndex(index, OWN, 'raptor-collapsed'))[0]).toContain(OWN);
    const [found] = evidence.summaries ?? [];
    expect(found?.text).toContain(OWN);
    expect(found?.sources[0]?.quote).not.toBe('');
  });

  it('that was published without words of summaries finds them by those of documents, as before', async () => {
    const truth = new Map(host.files);
    for (const name of truth.keys()) if (name.startsWith('summary_words')) host.files.delete(name);
    changeTitle(host.files, (page) => {
      const files = page['files'] as readonly { readonly name: string }[];
      page['files'] = files.filter(({ name }) => !name.startsWith('summary_words'));
    });
    host.asked.length = 0;
    try {
      const engine = await opened();
      expect(summariesOf(await ask(engine, WHOLE, 'raptor-collapsed')).length).toBeGreaterThan(0);
      expect(host.asked.filter((name) => name.startsWith('summary_words'))).toEqual([]);
    } finally {
      for (const [name, bytes] of truth) host.files.set(name, bytes);
    }
  });

  it('leads from a sentence of a summary to words of a document that is here', async () => {
    const engine = await opened();
    const { evidence } = await ask(engine, WHOLE, 'raptor-collapsed');
    const [source] = evidence.summaries?.[0]?.sources ?? [];
    const { documents } = await engine.view();
    expect(documents.map(({ id }) => id)).toContain(source?.document_id);
    const texts = new Set(index.tables.documents.map(({ text }) => text));
    expect([...texts].some((text) => text.includes(source?.quote ?? '?'))).toBe(true);
  });

  it('fetches no summaries for other modes, and none twice', async () => {
    const engine = await opened();
    host.asked.length = 0;
    await ask(engine, QUESTIONS[0] ?? '', 'basic');
    expect(host.asked.filter((name) => name.startsWith('summaries'))).toEqual([]);
    await ask(engine, QUESTIONS[0] ?? '', 'raptor-collapsed');
    expect(host.asked.filter((name) => name.startsWith('summaries')).length).toBeGreaterThan(0);
    host.asked.length = 0;
    await ask(engine, QUESTIONS[0] ?? '', 'raptor-traversal');
    expect(host.asked).toEqual([]);
  });

  it('keeps the summaries that came, so that they are there without the host after reopening', async () => {
    const env = testEnv({ addresses: host.addresses });
    const engine = createEngine(env);
    await engine.openAddress(host.address);
    const before = summariesOf(await ask(engine, WHOLE, 'raptor-collapsed'));
    const { id } = (await engine.view()).collection;
    host.offline = true;
    try {
      const again = createEngine(env);
      await again.open(id);
      expect(summariesOf(await ask(again, WHOLE, 'raptor-collapsed'))).toEqual(before);
    } finally {
      host.offline = false;
    }
  });
});

it('Summaries of a document in parts lead to the same words in its parts', () => {
  const tables = { ...tablesOf(index), summaries: finish(summaryRows(index)) };
  const wordsOf = ({ documents, summaries }: IndexTables) => {
    const texts = new Map(documents.map(({ id, text }) => [id, text]));
    return summaries.map((row) => ({
      leaves: row.leaf_document_ids.map((id, at) => texts.get(id)?.slice(row.leaf_starts[at], row.leaf_ends[at])),
      quotes: (JSON.parse(row.sources) as readonly Statement[]).map(({ spans }) =>
        spans.map(({ document_id, start, end }) => texts.get(document_id)?.slice(start, end)),
      ),
    }));
  };
  const parts = inParts(tables);
  expect(parts.documents.length).toBeGreaterThan(tables.documents.length);
  expect(wordsOf(parts)).toEqual(wordsOf(tables));
});

describe('of a host that lies', () => {
  const summary = (leaf: Json): Json => leaf['summary'] as Json;
  const LIES: Readonly<Record<string, (leaf: Json, number: number) => void>> = {
    'the id of another summary': (leaf) => (summary(leaf)['id'] = 's0x'),
    'a summary within itself': (leaf, number) => (summary(leaf)['parents'] = ['s', number]),
    'a summary of what is above it': (leaf, number) => (summary(leaf)['children'] = ['s', number + 1]),
    'a level that no tree has': (leaf) => (summary(leaf)['level'] = Number.MAX_SAFE_INTEGER),
    'a part that is repeated': (leaf) => (summary(leaf)['parents'] = ['s', 5, 0]),
    'leaves without ends': (leaf) => {
      summary(leaf)['leaf_document_ids'] = ['d', 0];
      summary(leaf)['leaf_starts'] = [4];
      summary(leaf)['leaf_ends'] = [];
    },
    'sentences that are none': (leaf) => (summary(leaf)['sources'] = '[{"text":3}]'),
    'sentences in no form': (leaf) => (summary(leaf)['sources'] = '{'),
    'sentences of documents that are not there': (leaf) =>
      (summary(leaf)['sources'] = '[{"text":"a","spans":[{"document_id":"d99999","start":0,"end":1}]}]'),
    'summaries above that are not there': (leaf) => (leaf['ancestors'] = [123_456_789]),
  };

  it('a count of summaries that no machine has room for makes no room', async () => {
    const truth = new Map(host.files);
    changeTitle(host.files, (page) => ((page['counts'] as Record<string, number>)['summaries'] = 2 ** 31));
    try {
      const { evidence } = await ask(await opened(), OWN, 'raptor-collapsed');
      expect(evidence.summaries?.[0]?.text).toContain(OWN);
    } finally {
      for (const [name, bytes] of truth) host.files.set(name, bytes);
    }
  });

  it('words of summaries that are not counted are refused in words', async () => {
    const truth = new Map(host.files);
    await changeLists(host.files, 'summary_words', ([key]) => [key, Uint32Array.of(2 ** 31)]);
    try {
      await expect(ask(await opened(), OWN, 'raptor-collapsed')).rejects.toThrow(/A part of this index is damaged/u);
    } finally {
      for (const [name, bytes] of truth) host.files.set(name, bytes);
    }
  });

  it.each(Object.entries(LIES))('%s is refused in words, and nothing of it is kept', async (_name, lie) => {
    const truth = new Map(host.files);
    await changeLeaves(host.files, 'summaries', lie);
    const engine = await opened();
    try {
      await expect(ask(engine, WHOLE, 'raptor-collapsed')).rejects.toThrow(/A part of this index is damaged/u);
      expect((await engine.view()).documents).toEqual([]);
    } finally {
      for (const [name, bytes] of truth) host.files.set(name, bytes);
    }
  });
});
