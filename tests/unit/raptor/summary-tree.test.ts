import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../../src/core/random';
import { estimateSummaries } from '../../../src/core/raptor/estimate-summaries';
import { summaryOf } from '../../../src/core/raptor/summaries';
import { makeSummaryTree } from '../../../src/core/raptor/grow-tree';
import { treeChoices, type SummaryTree } from '../../../src/core/raptor/summary-tree';
import type { IndexTables } from '../../../src/core/tables/tables';
import { makeTextUnits, TEXT_UNIT_DEFAULTS } from '../../../src/core/text/text-units';
import { finish } from '../../../src/core/work';
import { annals, tablesOf, THINGS } from '../../helpers/tree-tables';

const summaryTree = (...given: Parameters<typeof makeSummaryTree>): SummaryTree => finish(makeSummaryTree(...given));

const TEXTS = annals(120);
const CHOICES = treeChoices({ cluster_tokens: 600 });
const idsOf = ({ nodes }: SummaryTree): readonly string[] => nodes.map(({ id }) => id).sort();

describe('The tree of summaries', () => {
  const tables = tablesOf(TEXTS);
  const tree = summaryTree(tables, CHOICES);

  it('has leaves that are the words of the documents at their offsets, packed to the tokens', () => {
    const texts = new Map(tables.documents.map(({ id, text }) => [id, text]));
    for (const leaf of tree.leaves) {
      expect(leaf.text).toBe(texts.get(leaf.document_id)?.slice(leaf.start, leaf.end));
      expect(leaf.tokens).toBeLessThanOrEqual(100);
    }
    expect(
      tree.leaves
        .map(({ text }) => text)
        .join(' ')
        .replace(/\s+/gu, ' '),
    ).toBe(TEXTS.join(' '));
  });

  it('keeps a sentence that is longer than a leaf whole', () => {
    const long = `The ${'very '.repeat(130)}long sentence stands alone.`;
    const { leaves } = summaryTree(tablesOf([`Before it. ${long} After it.`]), treeChoices());
    expect(leaves.map(({ text }) => text)).toContain(long);
  });

  it('puts what belongs together into a cluster, and every part under a parent up to the top', () => {
    expect(tree.levels).toBeGreaterThan(1);
    const grouped = new Set(tree.nodes.flatMap(({ leaves }) => leaves));
    expect(grouped.size).toBe(tree.leaves.length);
    for (const { level, parents, leaves } of tree.nodes) {
      expect(leaves.length).toBeGreaterThan(0);
      if (level < tree.levels) expect(parents.length).toBeGreaterThan(0);
    }
    expect(tree.nodes.filter(({ level }) => level === tree.levels).length).toBeLessThanOrEqual(11);
    const about = (leaf: number): string => THINGS.find((thing) => tree.leaves[leaf]?.text.includes(thing)) ?? '';
    const shares = tree.nodes
      .filter(({ level }) => level === 1)
      .map(({ leaves }) =>
        Math.max(...THINGS.map((thing) => leaves.filter((leaf) => about(leaf) === thing).length / leaves.length)),
      );
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.6);
  });

  it('puts leaves beside those of their passage where their own words lead to no other', () => {
    const shared = ['copper', 'timber', 'barley', 'canvas'];
    const texts = Array.from({ length: 60 }, (_, at) => {
      const own = `parish${String(at)}`;
      const sentence = (day: number): string => {
        const things = shared.map((_thing, place) => shared[(day + place) % shared.length] ?? '').join(' and ');
        return `In ${own} the clerk of ${own} counted ${things} for ${own} alone, and wrote it down before noon on that day.`;
      };
      const common = `The ${shared.join(', the ')} were weighed by nobody in particular, as was the custom of the country then.`;
      return [sentence(0), sentence(1), common, sentence(2), sentence(3), common].join(' ');
    });
    const { leaves, nodes } = summaryTree(tablesOf(texts), treeChoices({ cluster_tokens: 300, leaf_tokens: 30 }));
    const low = nodes.filter(({ level }) => level === 1);
    const ofCommon = low.flatMap(({ members }) =>
      members.filter((leaf) => leaves[leaf]?.text.startsWith('The copper')).map((leaf) => ({ leaf, members })),
    );
    const beside = ofCommon.filter(({ leaf, members }) =>
      members.some(
        (one) => leaves[one]?.text !== leaves[leaf]?.text && leaves[one]?.document_id === leaves[leaf]?.document_id,
      ),
    );
    expect(ofCommon.length).toBeGreaterThan(50);
    expect(beside.length / ofCommon.length).toBeGreaterThan(0.8);
  });

  it('is the same whatever the order of the documents', () => {
    expect(idsOf(summaryTree(tablesOf(TEXTS.toReversed()), CHOICES))).toEqual(idsOf(tree));
  });

  it('stays as it is in most parts when one document changes', () => {
    const random = randomNumbers(11);
    const words = (topic: number, count: number): string =>
      Array.from({ length: count }, () => `word${String(topic)}x${String(Math.floor(random() * 14))}`).join(' ');
    const texts = Array.from({ length: 120 }, (_, at) =>
      Array.from({ length: 10 }, () => `In ${words(at % 20, 12)} it stood.`).join(' '),
    );
    const before = summaryTree(tablesOf(texts), CHOICES);
    const changed = texts.map((text, at) => (at === 7 ? text.replaceAll('stood', 'fell') : text));
    const after = new Set(idsOf(summaryTree(tablesOf(changed), CHOICES)));
    const low = before.nodes.filter(({ level }) => level === 1);
    expect(low.length).toBeGreaterThan(20);
    expect(low.filter(({ id }) => after.has(id)).length).toBeGreaterThan(low.length / 2);
  });

  it('has headings with the sentences below them, and never as sentences of summaries', () => {
    const text = TEXTS.slice(0, 60)
      .map((one, at) => `## Article ${String(at)}\n\n${one}`)
      .join('\n\n');
    const [document] = tablesOf(['']).documents;
    const starts = Array.from(text.matchAll(/## Article/gu), ({ index }) => index);
    const marked = {
      ...{ ...document, id: 'annals', language: 'en', text, page_starts: [], heading_starts: starts },
      heading_levels: starts.map(() => 2),
      heading_texts: starts.map((_, at) => `Article ${String(at)}`),
    } as unknown as IndexTables['documents'][number];
    const headings = starts.map((start, at) => ({ start, level: 2, text: `Article ${String(at)}` }));
    const units = makeTextUnits({ ...marked, headings }, TEXT_UNIT_DEFAULTS);
    const { leaves, ...rest } = summaryTree({ documents: [marked], text_units: units }, CHOICES);
    expect(leaves.some((leaf) => leaf.text.startsWith('## Article'))).toBe(true);
    expect(leaves.every((leaf) => leaf.sentences.length > 0)).toBe(true);
    expect(rest.nodes.length).toBeGreaterThan(0);
    for (const number of rest.nodes.keys()) expect(summaryOf({ leaves, ...rest }, number, []).text).not.toContain('#');
  });

  it('keeps leaves of different languages apart in its lowest clusters', () => {
    const { documents, text_units } = tablesOf(TEXTS);
    const mixed = documents.map((one, at) => ({ ...one, language: at % 2 === 0 ? 'en' : 'de' }));
    const { leaves, nodes } = summaryTree({ documents: mixed, text_units }, CHOICES);
    for (const node of nodes.filter(({ level }) => level === 1)) {
      expect(new Set(node.leaves.map((leaf) => leaves[leaf]?.language)).size).toBe(1);
    }
  });

  it('is estimated by the tokens of the passages before it is made', () => {
    const tokens = { frame: 100, reply: 50, leaves: 300, free: 3000 };
    const { calls } = estimateSummaries(tables.text_units, CHOICES, tokens);
    expect(calls / tree.nodes.length).toBeGreaterThan(0.7);
    expect(calls / tree.nodes.length).toBeLessThan(1.4);
  });

  it('consists of leaves alone where these are few, and of nothing without texts', () => {
    expect(summaryTree(tablesOf(TEXTS.slice(0, 3)), CHOICES).levels).toBe(0);
    expect(summaryTree(tablesOf([]), CHOICES)).toMatchObject({ leaves: [], nodes: [], levels: 0 });
  });

  it('sums up without a model by sentences of its leaves, each with its place', () => {
    const texts = new Map(tables.documents.map(({ id, text }) => [id, text]));
    for (const number of tree.nodes.keys()) {
      const { statements, method } = summaryOf(tree, number, []);
      expect(method).toBe('extractive');
      expect(statements.length).toBeGreaterThan(0);
      for (const { text, spans } of statements) {
        const quotes = spans.map(({ document_id, start, end }) => texts.get(document_id)?.slice(start, end));
        expect(quotes).toEqual([text]);
      }
    }
  });
});
