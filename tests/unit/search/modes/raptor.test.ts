import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchIndex } from '../../../../src/core/retrieval';
import { buildEvidence } from '../../../../src/core/search/evidence/build-evidence';
import type { BuiltContext } from '../../../../src/core/search/context/context';
import { scopeOf } from '../../../../src/core/search/context/scope';
import { rowsOfTree, withSummary } from '../../../../src/core/raptor/summaries';
import { rankTextUnits } from '../../../../src/core/retrieval/text-units';
import { treeIndex } from '../../../../src/core/search/modes/raptor/tree-index';
import { MODES } from '../../../../src/core/search/modes/modes';
import { readQuestion } from '../../../../src/core/search/request/question';
import type { SearchRequest } from '../../../../src/core/search/request/search-request';
import { traceSections } from '../../../../src/core/search/trace';
import type { Hit } from '../../../../src/core/vectors/top-k';
import { indexedTexts } from '../../../helpers/indexed-texts';

const PLACES = ['mill', 'quarry', 'orchard', 'harbour', 'lighthouse', 'tannery'];
const TEXTS = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => {
    const place = PLACES[at % PLACES.length] ?? '';
    const days = Array.from(
      { length: 14 },
      (_unused, day) =>
        `On day ${String(day)} of ${String(1840 + at)} the ${place} took in ${String(3 * at + day)} sacks from the north.`,
    );
    return [
      `${String(at)}.txt`,
      at === 5 ? `${days.join(' ')} Only the smith Corvell repaired its bell.` : days.join(' '),
    ];
  }),
);

let index: SearchIndex;
beforeAll(async () => {
  index = await indexedTexts(TEXTS);
});

const NAMES = ['raptor-collapsed', 'raptor-traversal'] as const;

function found(request: SearchRequest & { readonly mode: (typeof NAMES)[number] }, tokens = 12_000) {
  const scope = scopeOf(index, request);
  const retrieval = { index, claims: [], request, question: readQuestion(index, request), scope, level: 0 };
  const contexts = MODES[request.mode].retrieve(retrieval, tokens);
  return { contexts, evidence: buildEvidence(retrieval, MODES[request.mode], contexts) };
}

const used = (contexts: readonly BuiltContext[], dataset: string) =>
  contexts.flatMap(({ tables }) =>
    tables.flatMap((one) => (one.dataset === dataset ? one.rows.filter((row) => row.used) : [])),
  );

describe('RAPTOR with summaries by a model', () => {
  it('shows the broadest first for a question on the whole', () => {
    const { tree } = treeIndex(index);
    const summaries = rowsOfTree(tree, []).map((row) =>
      withSummary(row, [{ text: `Layer ${String(row.level)}.`, spans: [] }], 'a model'),
    );
    const written = { ...index, tables: { ...index.tables, summaries } };
    const request = { mode: 'raptor-collapsed', question: 'What are the main themes?' } as const;
    const question = readQuestion(written, request);
    const retrieval = { index: written, claims: [], request, question, scope: scopeOf(written), level: 0 };
    const [shown] = used(MODES['raptor-collapsed'].retrieve(retrieval, 12_000), 'Summaries');
    const broadest = Math.max(...tree.nodes.map(({ leaves }) => leaves.length));
    expect(tree.nodes.find(({ id }) => id === shown?.id)?.leaves).toHaveLength(broadest);
  });
});

it('RAPTOR finds a summary by its own vector, else by those of its passages', () => {
  const { tree } = treeIndex(index);
  const [near, far] = tree.nodes.flatMap(({ level }, number) => (level === 1 ? [number] : []));
  const nothing = [{ text: 'Nothing of that.', spans: [] }];
  const summaries = rowsOfTree(tree, []).map((row) => withSummary(row, nothing, 'a model'));
  const written = { ...index, tables: { ...index.tables, summaries } };
  const request = { mode: 'raptor-collapsed', question: 'Who repaired the bell?' } as const;
  const question = readQuestion(written, request);
  const shown = (vectored: readonly Hit[]) => {
    const none = { entities: () => [], relationships: () => [], reports: () => [] };
    const units = () => Array.from({ length: index.unitAt.size }, (_, id) => ({ id, score: 0.5 }));
    const dense = { ...none, weight: 4, units, summaries: () => vectored };
    const asked = { ...question, dense };
    const retrieval = { index: written, claims: [], request, question: asked, scope: scopeOf(written), level: 0 };
    return used(MODES['raptor-collapsed'].retrieve(retrieval, 12_000), 'Summaries').map(({ row }) => row);
  };
  expect(shown([{ id: near ?? -1, score: 1 }])[0]).toBe(near);
  expect(shown([{ id: far ?? -1, score: 1 }])[0]).toBe(far);
  expect(shown([])).not.toEqual(shown([{ id: near ?? -1, score: 1 }]));
});

describe('RAPTOR without a model', () => {
  it.each(NAMES)('%s shows summaries with their layer, and leaves as passages', (mode) => {
    const { contexts, evidence } = found({ mode, question: 'What did the tannery take in?' });
    const all = evidence.summaries ?? [];
    if (mode === 'raptor-traversal') expect(all.length).toBeGreaterThan(0);
    for (const card of all) {
      expect(card.level).toBeGreaterThan(0);
      expect(card.method).toBe('extractive');
      expect(card.sources.length).toBeGreaterThan(0);
    }
    expect(evidence.passages.length).toBeGreaterThan(0);
    expect(contexts[0]?.text).toContain('tannery');
  });

  it.each(NAMES)('%s finds a single fact', (mode) => {
    const { evidence } = found({ mode, question: 'Who repaired the bell?' });
    const words = [...evidence.passages.map(({ text }) => text), ...(evidence.summaries ?? []).map(({ text }) => text)];
    expect(words.join(' ')).toContain('Corvell');
  });

  it.each(NAMES)('%s cites the words of the documents for every sentence', (mode) => {
    const { contexts } = found({ mode, question: 'What did the quarry take in?' });
    const rows = [...used(contexts, 'Summaries'), ...used(contexts, 'Sources')];
    expect(rows.length).toBeGreaterThan(0);
    for (const { premises } of rows) {
      expect(premises.length).toBeGreaterThan(0);
      for (const { text, spans } of premises) {
        const quotes = spans.map(({ document_id, start, end }) =>
          index.documents.get(document_id)?.text.slice(start, end),
        );
        expect(quotes).toEqual([text]);
      }
    }
  });

  it.each(NAMES)('%s shows nothing of other documents than the chosen ones', (mode) => {
    for (const { id } of index.tables.documents) {
      const { contexts } = found({ mode, question: 'What came from the north?', documentIds: [id] });
      const rows = [...used(contexts, 'Summaries'), ...used(contexts, 'Sources')];
      expect(new Set(rows.flatMap(({ documentIds }) => documentIds))).toEqual(new Set([id]));
    }
  });

  it.each(NAMES)('%s stays within its tokens', (mode) => {
    const question = 'What did the harbour take in?';
    const { contexts } = found({ mode, question, parameters: { [mode]: { tokens: 400, nodes: 40 } } });
    expect(contexts[0]?.tokens).toBeLessThanOrEqual(400);
    expect(contexts[0]?.tokens).toBeGreaterThan(100);
    expect(found({ mode, question }, 250).contexts[0]?.tokens).toBeLessThanOrEqual(250);
  });

  it.each(NAMES)('%s shows leaves in the order in which Basic ranks their passages', (mode) => {
    const question = 'Who repaired the bell of the quarry?';
    const { contexts } = found({ mode, question });
    const read = readQuestion(index, { question, mode });
    const basic = rankTextUnits(index, read, scopeOf(index).unit).hits.map(({ id }) => index.unitAt.get(id)?.id ?? '');
    const units = [...new Set(used(contexts, 'Sources').map(({ id }) => id))];
    expect(units.length).toBeGreaterThan(2);
    expect(units).toEqual(basic.filter((id) => units.includes(id)));
    expect(units[0]).toBe(basic[0]);
  });

  it.each(NAMES)('%s shows what says most of the largest clusters for a question on the whole', (mode) => {
    const { contexts } = found({ mode, question: 'What are the main themes?' });
    const leaves = used(contexts, 'Sources').flatMap(({ premises }) => premises.map(({ text }) => text));
    expect(PLACES.filter((place) => leaves.some((text) => text.includes(place))).length).toBeGreaterThan(3);
    if (mode === 'raptor-collapsed') expect(used(contexts, 'Summaries')).toEqual([]);
  });

  it('shows passages before extractive summaries', () => {
    const { contexts } = found({ mode: 'raptor-traversal', question: 'What did the tannery take in?' });
    expect(contexts[0]?.tables.map(({ dataset }) => dataset)).toEqual(['Sources', 'Summaries']);
  });

  it('keeps in a trace the documents of each summary, so that the others stay when one of them goes', () => {
    const { contexts } = found({ mode: 'raptor-traversal', question: 'What did the tannery take in?' });
    const items = traceSections(contexts).flatMap((one) => (one.name === 'Summaries' ? one.items : []));
    expect(items.length).toBeGreaterThan(0);
    for (const { documentIds } of items) expect(documentIds?.length).toBeGreaterThan(0);
  });

  it('goes down as many layers as are asked for', () => {
    const question = 'What did the mill take in?';
    const of = (parameters: Readonly<Record<string, number>>) =>
      found({ mode: 'raptor-traversal', question, parameters: { 'raptor-traversal': parameters } }).contexts;
    expect(used(of({ layers: 1 }), 'Sources')).toEqual([]);
    expect(used(of({ layers: 1, nodes: 2 }), 'Summaries')).toHaveLength(2);
    expect(used(of({ start_layer: 9, nodes: 4 }), 'Summaries')).toEqual([]);
    expect(used(of({ start_layer: 9, nodes: 4 }), 'Sources')).toHaveLength(4);
  });
});
