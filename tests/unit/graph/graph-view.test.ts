import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGraphView, type Graph, type GraphView } from '../../../src/core/graph/derive/derive-graph';
import { graphParameters, graphStep } from '../../../src/core/index/collection-steps';
import { valuesOf, type Values } from '../../../src/core/parameters';
import { mentionAttributes } from '../../../src/core/extract/mention-records';
import { identities, type Rows } from '../../../src/core/tables/rows';
import type { EditRow, ExtractionRow, TextUnitRow } from '../../../src/core/tables/tables';
import { finish } from '../../../src/core/work';
import { edit, mention, stated, unit } from '../../helpers/rows';
import { runs } from '../../helpers/property-runs';

const MODEL = 'Small Model (full 1)';
const KEYS = ['ada', 'bob', 'cy', 'di', 'eve', 'fay', 'gus', 'hal'];
const PHRASES = ['proper', 'compound', 'common'] as const;

/** A document as a list of its text units: what each mentions by sentence, and what a model read in it. */
interface MadeUp {
  readonly units: readonly {
    readonly mentions: readonly (readonly [key: number, sentence: number, title: number])[];
    readonly read: boolean;
    readonly links: readonly (readonly [number, number])[];
    readonly claim: boolean;
  }[];
}

const key = fc.nat(KEYS.length - 1);
const madeUp: fc.Arbitrary<MadeUp> = fc.record({
  units: fc.array(
    fc.record({
      mentions: fc.array(fc.tuple(key, fc.nat(2), fc.nat(1)), { maxLength: 7 }),
      read: fc.boolean().map((read) => read),
      links: fc.array(fc.tuple(key, key), { maxLength: 2 }),
      claim: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

type Act =
  | { readonly act: 'put'; readonly document: number; readonly made: MadeUp }
  | { readonly act: 'append'; readonly document: number; readonly links: readonly (readonly [number, number])[] }
  | { readonly act: 'remove'; readonly document: number }
  | { readonly act: 'edit'; readonly kind: string; readonly key: number; readonly value: number }
  | { readonly act: 'undo'; readonly at: number }
  | { readonly act: 'nothing' };

const document = fc.nat(4);
const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ act: fc.constant('put' as const), document, made: madeUp }) },
    {
      weight: 1,
      arbitrary: fc.record({
        act: fc.constant('append' as const),
        document,
        links: fc.array(fc.tuple(key, key), { maxLength: 2 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('remove' as const), document }) },
    {
      weight: 2,
      arbitrary: fc.record({
        act: fc.constant('edit' as const),
        kind: fc.constantFrom('merge', 'delete', 'rename', 'type', 'split', 'alias', 'apart'),
        key,
        value: key,
      }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('undo' as const), at: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('nothing' as const) }) },
  ),
  { minLength: 1, maxLength: 9 },
);

const parameters: fc.Arbitrary<Values> = fc.record({
  window: fc.nat(2),
  per_sentence: fc.integer({ min: 2, max: 4 }),
  max_edges_per_entity: fc.constantFrom(0, 1, 2, 12),
  minimumCompound: fc.constantFrom(1, 3),
  minimumCommon: fc.constantFrom(1, 4),
  weighting: fc.constantFrom('count', 'count', 'count', 'pmi'),
  min_node_degree: fc.constantFrom(0, 0, 0, 1),
});

/** Contents of a collection: records by document in the order of the log, and edits. */
interface Corpus {
  readonly documents: Map<string, { readonly rows: ExtractionRow[]; readonly units: readonly TextUnitRow[] }>;
  edits: readonly EditRow[];
}

function recordsOf(id: string, { units }: MadeUp): { rows: ExtractionRow[]; units: TextUnitRow[] } {
  const rows: ExtractionRow[] = [];
  const made: TextUnitRow[] = [];
  for (const [n, one] of units.entries()) {
    const place = `${id}-u${String(n)}`;
    const at = { document_id: id, text_unit_id: place };
    made.push(
      unit(
        place,
        id,
        [0, 1, 2].map((i) => [(n * 3 + i) * 10, (n * 3 + i) * 10 + 9] as const),
        n * 3,
      ),
    );
    for (const [k, sentence, title] of one.mentions) {
      const number = n * 3 + sentence;
      const phrase = PHRASES[k % 3] ?? 'proper';
      rows.push({
        ...mention(KEYS[k] ?? '', { sentence: number, start: number * 10 + (k % 5) }),
        ...at,
        title: `${KEYS[k] ?? ''}${title === 0 ? '' : '’s'}`,
        attributes: mentionAttributes(phrase, []),
      });
    }
    if (one.read) rows.push(...readBy(at, one.links, one.claim));
  }
  return { rows, units: made };
}

function readBy(
  at: { readonly document_id: string; readonly text_unit_id: string },
  links: readonly (readonly [number, number])[],
  claim: boolean,
): ExtractionRow[] {
  const named = [...new Set(links.flat())].map((k): ExtractionRow => ({
    ...mention(KEYS[k] ?? '', { sentence: 0, start: 0 }),
    ...at,
    layer: MODEL,
    kind: 'entity',
    type: 'person',
    description: k % 2 === 0 ? `about ${KEYS[k] ?? ''}` : '',
    attributes: '{}',
  }));
  const linked = links.flatMap(([a, b]) =>
    a === b ? [] : [stated(KEYS[a] ?? '', KEYS[b] ?? '', { ...at, layer: MODEL, starts: [a], ends: [b + 20] })],
  );
  const [first] = links;
  const claims: ExtractionRow[] =
    claim && first
      ? [
          {
            ...stated(KEYS[first[0]] ?? '', KEYS[first[1]] ?? '', { ...at, layer: MODEL }),
            kind: 'claim',
            attributes: '{}',
          },
        ]
      : [];
  const marker: ExtractionRow = {
    ...mention('', { sentence: 0, start: 0 }),
    ...at,
    layer: MODEL,
    kind: 'read',
    sentences: [],
    starts: [],
    ends: [],
  };
  return [...named, ...linked, ...claims, marker];
}

/** Performs an act on the corpus, and passes it to the view. */
function perform(act: Act, corpus: Corpus, view: GraphView): void {
  const id = 'document' in act ? `d${String(act.document)}` : '';
  const known = corpus.documents.get(id);
  if (act.act === 'put') {
    const made = recordsOf(id, act.made);
    corpus.documents.set(id, made);
    view.records.remove(id);
    view.records.add({ documentId: id, ...made });
  } else if (act.act === 'append' && known) {
    const place = known.units[0]?.id ?? '';
    const rows = readBy({ document_id: id, text_unit_id: place }, act.links, false);
    known.rows.push(...rows);
    view.records.add({ documentId: id, rows, units: known.units });
  } else if (act.act === 'remove') {
    corpus.documents.delete(id);
    view.records.remove(id);
  } else if (act.act === 'edit') {
    const [one, other] = [KEYS[act.key] ?? '', KEYS[act.value] ?? ''];
    const split = { title: `${one}’s`, into: `${one} the other` };
    const value = act.kind === 'split' ? split : act.kind === 'alias' ? { into: other, by: 'M' } : other;
    corpus.edits = [...corpus.edits, edit(corpus.edits.length + 1, act.kind as 'merge', one, value)];
  } else if (act.act === 'undo') {
    const undone = corpus.edits[act.at];
    if (undone && undone.kind !== 'undo') {
      corpus.edits = [...corpus.edits, edit(corpus.edits.length + 1, 'undo', undone.id)];
    }
  }
}

const EMPTY: Graph = { entities: [], relationships: [], covariates: [] };

function update(view: GraphView, corpus: Corpus, before: Graph, values: Values): Graph {
  const numbers = { entities: { next: 0 }, relationships: { next: 0 }, covariates: { next: 0 } };
  const text_units = [...corpus.documents.values()].flatMap(({ units }) => units);
  const input = { ...before, documents: [], text_units, edits: corpus.edits };
  return finish(view.update(input, graphParameters(valuesOf(graphStep, values)), numbers));
}

function fromNothing(corpus: Corpus, values: Values): Graph {
  const view = createGraphView();
  for (const [documentId, { rows, units }] of corpus.documents) view.records.add({ documentId, rows, units });
  return update(view, corpus, EMPTY, values);
}

const comparable = ({ entities, relationships, covariates }: Graph): unknown =>
  [entities, relationships, covariates].map((rows) =>
    rows.map((row) => ({ ...row, human_readable_id: 0 })).sort((a, b) => (a.id < b.id ? -1 : 1)),
  );

const identitiesOf = <R>(rows: Rows<R>): readonly unknown[] =>
  Array.from({ length: rows.length }, (_, place) => identities(rows)(place));

describe('a graph that follows changes', () => {
  it('is the one derived from nothing, after any sequence of documents, readings, edits and undoing', () => {
    fc.assert(
      fc.property(acts, fc.infiniteStream(fc.nat(8)), parameters, (sequence, steps, values) => {
        const corpus: Corpus = { documents: new Map(), edits: [] };
        const view = createGraphView();
        let graph = EMPTY;
        for (const act of sequence) {
          perform(act, corpus, view);
          // Given up, midway or before it was kept: the next update must make up for it.
          const given = view.update(
            { ...graph, documents: [], text_units: [], edits: corpus.edits },
            graphParameters(valuesOf(graphStep, values)),
            { entities: { next: 0 }, relationships: { next: 0 }, covariates: { next: 0 } },
          );
          for (let left = steps.next().value; left > 0; left--) given.next();
          if (act.act === 'nothing' || act.act === 'append') continue;
          graph = update(view, corpus, graph, values);
          view.settle();
          expect(comparable(graph)).toEqual(comparable(fromNothing(corpus, values)));
        }
        graph = update(view, corpus, graph, values);
        expect(comparable(graph)).toEqual(comparable(fromNothing(corpus, values)));
      }),
      runs(40),
    );
  });

  it('goes on where a document that it looks at is asked for, or removed, meanwhile', () => {
    const rows = [0, 1].map((sentence) => ({
      ...mention('ada', { sentence, start: sentence * 10 }),
      ...{ document_id: 'd', text_unit_id: 'u', attributes: mentionAttributes('proper', []) },
    }));
    const units = [unit('u', 'd', [[0, 9] as const, [10, 19] as const], 0)];
    for (const meanwhile of ['ask', 'remove'] as const) {
      const { records } = createGraphView();
      records.add({ documentId: 'd', rows: rows.slice(0, 1), units });
      records.add({ documentId: 'd', rows: rows.slice(1), units });
      const work = records.settle();
      work.next();
      if (meanwhile === 'ask') expect(records.block('d')?.sentences.number).toHaveLength(2);
      else records.remove('d');
      finish(work);
      expect(records.blocks()).toHaveLength(meanwhile === 'ask' ? 1 : 0);
    }
  });

  it('tells how far it is from its start to its end', () => {
    const view = createGraphView();
    const sentences = Array.from({ length: 120 }, (_, n) => n);
    const text_units = [
      unit(
        'u',
        'd',
        sentences.map((n) => [n * 10, n * 10 + 9] as const),
        0,
      ),
    ];
    const rows = sentences.flatMap((sentence) =>
      [0, 1, 2, 3, 4, 5].map((place) => ({
        ...mention(`key ${String((sentence * 5 + place * 7) % 60)}`, { sentence, start: sentence * 10 + place }),
        ...{ document_id: 'd', text_unit_id: 'u', attributes: mentionAttributes('proper', []) },
      })),
    );
    view.records.add({ documentId: 'd', rows, units: text_units });
    const values = { minimumCommon: 1, minimumCompound: 1, max_edges_per_entity: 12 };
    const work = view.update(
      { ...EMPTY, documents: [], text_units, edits: [] },
      graphParameters(valuesOf(graphStep, values)),
      { entities: { next: 0 }, relationships: { next: 0 }, covariates: { next: 0 } },
    );
    const parts = Array.from(work, ({ done, total }) => done / total);
    expect(parts.length).toBeGreaterThan(40);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect(parts.filter((part) => part >= 1)).toEqual([]);
  });

  it('keeps every row as the same one where nothing changed', () => {
    fc.assert(
      fc.property(acts, parameters, (sequence, values) => {
        const corpus: Corpus = { documents: new Map(), edits: [] };
        const view = createGraphView();
        for (const act of sequence) perform(act, corpus, view);
        const graph = update(view, corpus, EMPTY, values);
        view.settle();
        const again = update(view, corpus, graph, values);
        for (const name of ['entities', 'relationships', 'covariates'] as const) {
          expect(identitiesOf<object>(again[name])).toEqual(identitiesOf<object>(graph[name]));
        }
      }),
    );
  });

  it('goes on from tables that were derived before, once it is prepared', () => {
    fc.assert(
      fc.property(acts, acts, parameters, (first, then, values) => {
        const corpus: Corpus = { documents: new Map(), edits: [] };
        for (const act of first) perform(act, corpus, createGraphView());
        let graph = fromNothing(corpus, values);
        const view = createGraphView();
        for (const [documentId, { rows, units }] of corpus.documents) view.records.add({ documentId, rows, units });
        const text_units = [...corpus.documents.values()].flatMap(({ units }) => units);
        finish(view.prime({ ...graph, edits: corpus.edits, text_units }, graphParameters(valuesOf(graphStep, values))));
        for (const act of then) perform(act, corpus, view);
        graph = update(view, corpus, graph, values);
        expect(comparable(graph)).toEqual(comparable(fromNothing(corpus, values)));
      }),
    );
  });
});
