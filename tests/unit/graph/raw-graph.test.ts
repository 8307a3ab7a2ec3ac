import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupBy } from '../../../src/core/arrays';
import { createGraphView, type Graph, type GraphParameters } from '../../../src/core/graph/derive/derive-graph';
import { rawGraph } from '../../../src/core/graph/derive/raw-graph';
import { Records } from '../../../src/core/graph/records/records';
import { graphParameters, graphStep } from '../../../src/core/index/collection-steps';
import { valuesOf, type Values } from '../../../src/core/parameters';
import type { RawGraph } from '../../../src/core/tables/raw-tables';
import type { Rows } from '../../../src/core/tables/rows';
import type { ExtractionRow, TextUnitRow } from '../../../src/core/tables/tables';
import { finish } from '../../../src/core/work';
import { mention, stated, unit } from '../../helpers/rows';
import { runs } from '../../helpers/property-runs';

const MODEL = 'Small Model (full 1)';

const parametersOf = (values: Values = {}): GraphParameters => graphParameters(valuesOf(graphStep, values));

function rawOf(records: Records, textUnits: number, values: Values = {}): RawGraph {
  return finish(rawGraph(records, { textUnits, keys: [], parameters: parametersOf(values) }));
}

function recordsOf(rows: readonly ExtractionRow[], units: readonly TextUnitRow[]): Records {
  const records = new Records();
  for (const [documentId, own] of groupBy(rows, (row) => row.document_id))
    records.add({ documentId, rows: own, units: units.filter(({ document_id }) => document_id === documentId) });
  return records;
}

const UNITS = [unit('u1', 'd1', [[0, 9]]), unit('u2', 'd1', [[20, 29]], 1), unit('u3', 'd1', [[90, 99]], 9)];
const at = (text_unit_id: string, rest: Partial<ExtractionRow>): Partial<ExtractionRow> => ({
  text_unit_id,
  layer: MODEL,
  ...rest,
});
const named = (key: string, text_unit_id: string, type: string, description: string): ExtractionRow => ({
  ...mention(key, { sentence: 0, start: 0 }),
  ...at(text_unit_id, { kind: 'entity', type, description, attributes: '{}' }),
});
const read = (text_unit_id: string): ExtractionRow => ({
  ...mention('', { sentence: 0, start: 0 }),
  ...at(text_unit_id, { kind: 'read', attributes: '{}' }),
});

describe('the graph as a model read it', () => {
  const records = recordsOf(
    [
      named('ada', 'u1', 'person', 'Keeps the light.'),
      named('kesh', 'u1', 'place', 'A harbour.'),
      stated('ada', 'kesh', at('u1', { description: 'lives in', weight: 3 })),
      read('u1'),
      named('ada', 'u2', 'person', 'Writes letters.'),
      named('ada', 'u2', 'person', 'Writes letters.'),
      named('kesh', 'u2', 'place', ''),
      named('ada', 'u3', 'ship', 'Sank.'),
      stated('ada', 'kesh', at('u2', { description: 'left', weight: 4 })),
      stated('kesh', 'ada', at('u2', { description: 'misses', weight: 1 })),
      stated('ada', 'nobody', at('u2', { description: 'met', weight: 9 })),
      read('u2'),
      read('u3'),
    ],
    UNITS,
  );
  const { entities, relationships } = rawOf(records, UNITS.length);

  test('has a row per title and type, with every description and a text unit per record', () => {
    expect(entities).toEqual([
      {
        title: 'ada',
        type: 'person',
        description: ['Keeps the light.', 'Writes letters.', 'Writes letters.'],
        text_unit_ids: ['u1', 'u2', 'u2'],
        frequency: 3,
      },
      { title: 'ada', type: 'ship', description: ['Sank.'], text_unit_ids: ['u3'], frequency: 1 },
      {
        title: 'kesh',
        type: 'place',
        description: ['A harbour.', ''],
        text_unit_ids: ['u1', 'u2'],
        frequency: 2,
      },
    ]);
  });

  test('adds up strengths per source and target, and leaves out ends that are no entity', () => {
    expect(relationships).toEqual([
      { source: 'ada', target: 'kesh', description: ['lives in', 'left'], text_unit_ids: ['u1', 'u2'], weight: 7 },
      { source: 'kesh', target: 'ada', description: ['misses'], text_unit_ids: ['u2'], weight: 1 },
    ]);
  });
});

test('of a text unit that was read twice, the last reading counts, and mentions of it do not', () => {
  const again = 'Another Model (full 1)';
  const records = recordsOf(
    [
      mention('old', { sentence: 0, start: 0 }),
      named('first', 'u1', 'person', ''),
      read('u1'),
      { ...named('second', 'u1', 'person', ''), layer: again },
      { ...read('u1'), layer: again },
    ],
    UNITS,
  );
  expect(rawOf(records, 1).entities.map(({ title }) => title)).toEqual(['second']);
});

describe('the graph as it was read without a model', () => {
  test('has names that are too rare to become entities, but no pairs of them', () => {
    const rows = [
      mention('ada', { sentence: 0, start: 0 }),
      mention('bob', { sentence: 0, start: 4 }),
      mention('lamp', { sentence: 0, start: 8, attributes: '{"phrase":"common"}' }),
    ];
    const { entities, relationships } = rawOf(recordsOf(rows, UNITS), 1);
    expect(entities.map(({ title, type }) => `${title}: ${type}`)).toEqual([
      'ada: concept',
      'bob: concept',
      'lamp: concept',
    ]);
    expect(relationships).toEqual([
      { source: 'ada', target: 'bob', description: [], text_unit_ids: ['u1'], weight: 1 },
    ]);
  });

  test('counts nearby sentences less, and names the text units of both', () => {
    const rows = [
      mention('ada', { sentence: 0, start: 0 }),
      mention('bob', { sentence: 1, start: 22, text_unit_id: 'u2' }),
    ];
    expect(rawOf(recordsOf(rows, UNITS), 1).relationships).toEqual([
      { source: 'ada', target: 'bob', description: [], text_unit_ids: ['u1', 'u2'], weight: 0.5 },
    ]);
  });
});

/** Documents as lists of the names in each sentence; three sentences make a text unit. */
const corpus = fc.array(fc.array(fc.array(fc.nat(7), { maxLength: 4 }), { minLength: 1, maxLength: 9 }), {
  minLength: 1,
  maxLength: 4,
});
const PHRASES = ['proper', 'compound', 'common'];

function corpusOf(documents: readonly (readonly (readonly number[])[])[]) {
  const units = documents.flatMap((sentences, d) =>
    Array.from({ length: Math.ceil(sentences.length / 3) }, (_, n) =>
      unit(
        `u${d}-${n}`,
        `d${d}`,
        [0, 1, 2].map((i) => [(3 * n + i) * 10, (3 * n + i) * 10 + 9] as const),
        3 * n,
      ),
    ),
  );
  const rows = documents.flatMap((sentences, d) =>
    sentences.flatMap((names, sentence) =>
      names.map((name) =>
        mention(`name ${name}`, {
          ...{ sentence, start: sentence * 10 + name, document_id: `d${d}` },
          text_unit_id: `u${d}-${Math.floor(sentence / 3)}`,
          attributes: JSON.stringify({ phrase: PHRASES[name % 3] }),
        }),
      ),
    ),
  );
  return { units, rows };
}

function derived({ units, rows }: ReturnType<typeof corpusOf>, values: Values): Graph {
  const view = createGraphView();
  for (const [documentId, own] of groupBy(rows, (row) => row.document_id))
    view.records.add({ documentId, rows: own, units: units.filter(({ document_id }) => document_id === documentId) });
  const numbers = { entities: { next: 0 }, relationships: { next: 0 }, covariates: { next: 0 } };
  const input = { documents: [], text_units: units, edits: [], entities: [], relationships: [], covariates: [] };
  return finish(view.update(input, parametersOf(values), numbers));
}

const pairs = (rows: Rows<{ readonly source: string; readonly target: string; readonly weight: number }>) =>
  rows.map(({ source, target, weight }) => `${source} – ${target}: ${weight.toFixed(6)}`).sort();

test('pairs are those of the graph from which nothing is pruned, with the same weights and no fewer text units', () => {
  fc.assert(
    fc.property(corpus, fc.nat(2), (documents, window) => {
      const made = corpusOf(documents);
      const raw = rawOf(recordsOf(made.rows, made.units), made.units.length, { window });
      const { relationships } = derived(made, { window, max_edges_per_entity: 0 });
      expect(pairs(raw.relationships)).toEqual(pairs(relationships));
      for (const { source, target, text_unit_ids } of relationships) {
        const own = raw.relationships.find((row) => row.source === source && row.target === target);
        expect(own?.text_unit_ids).toEqual(expect.arrayContaining([...text_unit_ids]));
      }
    }),
    runs(25),
  );
});

test('pruning keeps no pair and no entity that is not among the raw ones, and removes some of them', () => {
  const ring = [Array.from({ length: 7 }, (_, n) => [n, n + 1]), [[0, 3]], [[0, 3]]];
  const made = corpusOf(ring.map((sentences) => sentences.map((names) => [...names])));
  const raw = rawOf(recordsOf(made.rows, made.units), made.units.length);
  const graph = derived(made, { max_edges_per_entity: 1, min_node_freq: 2 });
  const known = new Set(pairs(raw.relationships));
  expect(pairs(graph.relationships).filter((pair) => !known.has(pair))).toEqual([]);
  expect(graph.relationships.length).toBeLessThan(raw.relationships.length);
  const titles = new Set(raw.entities.map(({ title }) => title));
  expect(graph.entities.filter(({ title }) => !titles.has(title))).toEqual([]);
  expect(graph.entities.length).toBeLessThan(raw.entities.length);
});
