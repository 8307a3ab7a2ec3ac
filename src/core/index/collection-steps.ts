import { groupBy } from '../arrays';
import { SELECT_PARAMETERS } from '../extract/select';
import type { GivenNumbers } from '../graph/derive/derive-entities';
import { createGraphView, type GraphParameters, type GraphView } from '../graph/derive/derive-graph';
import { MERGE_PARAMETERS } from '../graph/derive/merge-operations';
import { choice, flag, number, type ValuesOf } from '../parameters';
import type { AllTables } from '../tables/tables';
import { collectionStep, type StepFacts } from './step';
import { makeCommunities, COMMUNITY_PARAMETERS, type CommunityParameters } from '../graph/communities/communities';
import { updateImportedHierarchy } from '../graph/communities/imported-hierarchy';
import { reportTables } from '../reports/context/report-tables';
import { REPORT_PARAMETERS } from '../reports/extractive/report-context';
import { keepReports } from '../reports/staleness/keep-reports';

const PARAMETERS = [
  ...SELECT_PARAMETERS,
  number('window', 'Sentences that count as near', 1, [0, 10], {
    doc: 'Connects entities that stand up to this many sentences apart; 0 stays within a sentence. Higher finds more relationships, weaker ones too, and takes more time and memory.',
  }),
  number('per_sentence', 'Entities paired in one sentence', 16, [2, 200], {
    advanced: true,
    doc: 'Connects at most this many entities of one sentence with each other. Higher covers long lists, but takes more time and memory.',
  }),
  choice('weighting', 'How relationships are weighed', ['count', 'pmi'], {
    advanced: true,
    doc: 'Counts shared and nearby sentences, or favours pairs that meet more often than chance would have it (PMI, as in GraphRAG).',
    choiceTitles: { count: 'by counts', pmi: 'by PMI' },
  }),
  number('min_edge_weight', 'Least weight of a relationship', 1, [0, 100, 0.1], {
    advanced: true,
    doc: 'Drops weaker relationships once there are more than 250,000; 1 is one shared sentence. Higher saves memory and loses rare connections.',
  }),
  number('max_edges_per_entity', 'Most relationships of an entity', 12, [0, 1000], {
    doc: 'Keeps the strongest relationships of each entity; 0 keeps all. Higher shows more connections and takes more time, memory and disk.',
  }),
  number('min_node_freq', 'Least passages that mention an entity', 1, [1, 100], {
    advanced: true,
    doc: 'Drops entities that fewer passages mention. Higher makes a smaller graph without rare names (GraphRAG: 2).',
  }),
  number('max_node_freq_std', 'Limit for entities mentioned very often', 0, [0, 20, 0.5], {
    advanced: true,
    doc: 'Drops entities that more passages mention than the mean plus this many standard deviations; 0 drops none. Lower drops more of what is named everywhere.',
  }),
  number('min_node_degree', 'Least neighbours of an entity', 0, [0, 100], {
    advanced: true,
    doc: 'Drops entities with fewer neighbours; 0 drops none. Higher leaves only well connected ones (GraphRAG: 1).',
  }),
  number('max_node_degree_std', 'Limit for entities with very many neighbours', 0, [0, 20, 0.5], {
    advanced: true,
    doc: 'Drops entities with more neighbours than the mean plus this many standard deviations; 0 drops none. Lower drops more of what is connected with everything.',
  }),
  number('min_edge_weight_pct', 'Percentile of weights to leave out', 0, [0, 99], {
    advanced: true,
    doc: 'Drops relationships below this percentile of the weights; 0 drops none. Higher leaves fewer and stronger connections (GraphRAG: 40).',
  }),
  flag('remove_ego_nodes', 'Leave out the most connected entity', false, {
    advanced: true,
    doc: 'Drops the one entity with most neighbours, so that it does not hold unrelated communities together. Its connections are lost (GraphRAG: on).',
  }),
  flag('lcc_only', 'Only relationships of the largest connected part', false, {
    advanced: true,
    doc: 'Keeps only the largest connected part of the graph. Makes it smaller, but loses what stands apart.',
  }),
  ...MERGE_PARAMETERS,
];

/** Derives entities, relationships and claims from the records and edits (GraphRAG A4.3, A6, A7). */
export const graphStep = collectionStep({
  scope: 'collection',
  name: 'graph',
  title: 'Entities and relationships',
  unit: '',
  share: 0.12,
  doc: 'Makes entities of names and recurring words, and connects those of nearby sentences. A larger graph finds more and takes more time, memory and disk; what a model named always stays.',
  parameters: PARAMETERS,
  reads: ['documents', 'text_units', 'extractions', 'edits', 'entities', 'relationships', 'covariates'],
  writes: ['entities', 'relationships', 'covariates'],
  *run(tables, values: ValuesOf<typeof PARAMETERS>, facts) {
    const numbers = {
      entities: nextNumber(facts, 'entities'),
      relationships: nextNumber(facts, 'relationships'),
      covariates: nextNumber(facts, 'covariates'),
    };
    const view = facts.graph ?? viewOf(tables);
    const graph = yield* view.update(tables, graphParameters(values), numbers);
    for (const [table, { next }] of Object.entries(numbers)) if (next > 0) facts.counters[table] = next - 1;
    return graph;
  },
});

const nextNumber = ({ counters }: StepFacts, table: string): GivenNumbers => ({ next: (counters[table] ?? -1) + 1 });

/** A view of all records of some tables. */
function viewOf(tables: Pick<AllTables, 'documents' | 'text_units' | 'extractions'>): GraphView {
  const view = createGraphView();
  const documents = new Map(tables.documents.map((row) => [row.id, row]));
  const units = groupBy(tables.text_units, (row) => row.document_id);
  for (const [documentId, rows] of groupBy(tables.extractions, (row) => row.document_id)) {
    const document = documents.get(documentId);
    view.records.add({ documentId, rows, units: units.get(documentId) ?? [], ...(document && { document }) });
  }
  return view;
}

/** The graph's parameters from the values of its step. */
export const graphParameters = (values: ValuesOf<typeof PARAMETERS>): GraphParameters => ({
  ...values,
  select: values,
  perSentence: values.per_sentence,
  max_edges_per_node: values.max_edges_per_entity,
  merge: { weight: values.merge_weight, type: values.merge_type, description: values.merge_description },
});

/** Finds the hierarchy of communities (GraphRAG A8), starting from the earlier one so that small changes stay small. */
export const communitiesStep = collectionStep({
  scope: 'collection',
  name: 'communities',
  title: 'Communities',
  unit: '',
  share: 0.05,
  doc: 'Groups entities that belong together, level by level. Finer groups need more reports.',
  parameters: COMMUNITY_PARAMETERS,
  reads: ['entities', 'relationships', 'covariates', 'communities'],
  writes: ['communities'],
  *run({ entities, relationships, covariates, communities }, values: CommunityParameters, facts) {
    const tables = { entities, relationships, covariates, previous: communities };
    const input = { ...tables, counter: facts.counters['communities'] ?? -1, today: facts.today };
    const found =
      facts.keptCommunities === undefined
        ? yield* makeCommunities({ ...input, restart: facts.regroup ?? false }, values)
        : yield* updateImportedHierarchy({ ...input, keptUpTo: facts.keptCommunities }, values);
    if (found.counter >= 0) facts.counters['communities'] = found.counter;
    return { communities: found.rows };
  },
});

/** Keeps the reports that a model wrote as long as their context has not changed (GraphRAG A10); all others are composed when they are asked for. */
export const reportsStep = collectionStep({
  scope: 'collection',
  name: 'reports',
  title: 'Community reports',
  unit: 'communities',
  share: 0.01,
  doc: 'Checks whether reports by a model still hold. Any other report is made of sentences of the documents, without a model, when it is needed.',
  parameters: REPORT_PARAMETERS,
  reads: ['documents', 'text_units', 'entities', 'relationships', 'covariates', 'communities', 'community_reports'],
  writes: ['community_reports'],
  *run({ covariates, community_reports: rows, ...tables }) {
    const joined = reportTables({ ...tables, textUnits: tables.text_units });
    return { community_reports: yield* keepReports({ tables: joined, covariates, rows }) };
  },
});
