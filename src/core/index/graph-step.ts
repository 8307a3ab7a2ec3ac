import { SELECT_PARAMETERS } from '../extract/select';
import type { GivenNumbers } from '../graph/derive-entities';
import { deriveGraph, type GraphParameters } from '../graph/derive-graph';
import { MERGE_PARAMETERS, mergeOperations } from '../graph/merge-operations';
import type { StepParameter } from '../parameters';
import { reader, type CollectionStep, type StepFacts, type Values } from './step';

const PARAMETERS: readonly StepParameter[] = [
  ...SELECT_PARAMETERS,
  {
    name: 'window',
    title: 'Sentences that count as near',
    doc: 'Sentences apart at which two entities still appear together.',
    kind: 'number',
    default: 1,
    min: 0,
    max: 10,
    step: 1,
  },
  {
    name: 'per_sentence',
    title: 'Entities paired in one sentence',
    doc: 'Entities of one sentence that are paired; longer lists are cut.',
    kind: 'number',
    default: 16,
    min: 2,
    max: 200,
    step: 1,
  },
  {
    name: 'weighting',
    title: 'How relationships are weighed',
    doc: 'Weigh by distance-decayed counts, or by GraphRAG’s frequency-weighted PMI.',
    kind: 'choice',
    choices: ['count', 'pmi'],
    default: 'count',
  },
  {
    name: 'min_edge_weight',
    title: 'Least weight of a relationship',
    doc: 'Least weight of a relationship once there are more than 250,000 of them; 1 is one shared sentence.',
    kind: 'number',
    default: 1,
    min: 0,
    max: 100,
    step: 0.1,
  },
  {
    name: 'max_edges_per_entity',
    title: 'Most relationships of an entity',
    doc: 'Strongest relationships kept per entity; 0 keeps all.',
    kind: 'number',
    default: 12,
    min: 0,
    max: 1000,
    step: 1,
  },
  {
    name: 'min_node_freq',
    title: 'Least passages that mention an entity',
    doc: 'Text units that must mention an entity (GraphRAG prunes below 2).',
    kind: 'number',
    default: 1,
    min: 1,
    max: 100,
    step: 1,
  },
  {
    name: 'max_node_freq_std',
    title: 'Limit for entities mentioned very often',
    doc: 'Leaves out entities mentioned more often than the mean plus this many standard deviations; 0 is off.',
    kind: 'number',
    default: 0,
    min: 0,
    max: 20,
    step: 0.5,
  },
  {
    name: 'min_node_degree',
    title: 'Least neighbours of an entity',
    doc: 'Neighbours that an entity must have (GraphRAG prunes below 1).',
    kind: 'number',
    default: 0,
    min: 0,
    max: 100,
    step: 1,
  },
  {
    name: 'max_node_degree_std',
    title: 'Limit for entities with very many neighbours',
    doc: 'Leaves out entities with more neighbours than the mean plus this many standard deviations; 0 is off.',
    kind: 'number',
    default: 0,
    min: 0,
    max: 20,
    step: 0.5,
  },
  {
    name: 'min_edge_weight_pct',
    title: 'Percentile of weights to leave out',
    doc: 'Leaves out relationships below this percentile of the weights (GraphRAG: 40); 0 is off.',
    kind: 'number',
    default: 0,
    min: 0,
    max: 99,
    step: 1,
  },
  {
    name: 'remove_ego_nodes',
    title: 'Leave out the most connected entity',
    doc: 'Leaves out the one entity with most neighbours, as GraphRAG does.',
    kind: 'switch',
    default: false,
  },
  {
    name: 'lcc_only',
    title: 'Only relationships of the largest connected part',
    doc: 'Keeps only relationships of the largest connected part.',
    kind: 'switch',
    default: false,
  },
  ...MERGE_PARAMETERS,
];

/** Derives entities, relationships and claims from the records and edits (GraphRAG A4.3, A6, A7). */
export const graphStep: CollectionStep = {
  scope: 'collection',
  name: 'graph',
  title: 'Entities and relationships',
  unit: 'documents',
  share: 0.12,
  doc: 'Mentions that recur become entities; entities of nearby sentences appear with each other.',
  parameters: PARAMETERS,
  reads: ['documents', 'text_units', 'extractions', 'edits', 'entities', 'relationships', 'covariates'],
  writes: ['entities', 'relationships', 'covariates'],
  *run(tables, values, facts) {
    const numbers = {
      entities: numbersOf(tables.entities, facts, 'entities'),
      relationships: numbersOf(tables.relationships, facts, 'relationships'),
      covariates: numbersOf(tables.covariates, facts, 'covariates'),
    };
    const graph = yield* deriveGraph(tables, graphParameters(values), numbers);
    for (const [table, { next }] of Object.entries(numbers)) if (next > 0) facts.counters[table] = next - 1;
    return graph;
  },
};

function numbersOf(
  rows: readonly { readonly id: string; readonly human_readable_id: number }[],
  facts: StepFacts,
  table: string,
): GivenNumbers {
  return {
    given: new Map(rows.map((row) => [row.id, row.human_readable_id])),
    next: (facts.counters[table] ?? -1) + 1,
  };
}

function graphParameters(values: Values): GraphParameters {
  const { number, flag, choice } = reader(values);
  return {
    select: {
      minimumProper: number('minimumProper'),
      minimumCompound: number('minimumCompound'),
      minimumCommon: number('minimumCommon'),
      maximumShare: number('maximumShare'),
    },
    window: number('window'),
    perSentence: number('per_sentence'),
    weighting: choice('weighting') === 'pmi' ? 'pmi' : 'count',
    min_edge_weight: number('min_edge_weight'),
    max_edges_per_node: number('max_edges_per_entity'),
    min_node_freq: number('min_node_freq'),
    max_node_freq_std: number('max_node_freq_std'),
    min_node_degree: number('min_node_degree'),
    max_node_degree_std: number('max_node_degree_std'),
    min_edge_weight_pct: number('min_edge_weight_pct'),
    remove_ego_nodes: flag('remove_ego_nodes'),
    lcc_only: flag('lcc_only'),
    merge: mergeOperations(choice),
  };
}
