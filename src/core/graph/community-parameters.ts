import type { StepParameter } from '../parameters';

export interface CommunityParameters {
  readonly algorithm: 'leiden' | 'louvain';
  readonly max_cluster_size: number;
  readonly max_levels: number;
  readonly resolution: number;
  readonly iterations: number;
  readonly seed: number;
  readonly use_lcc: boolean;
}

/** GraphRAG's seed. */
const SEED = 0xdeadbeef;

/** Defaults of the community step (GraphRAG A8.4). */
export const COMMUNITY_DEFAULTS: CommunityParameters = {
  algorithm: 'leiden',
  max_cluster_size: 10,
  max_levels: 10,
  resolution: 1,
  iterations: 2,
  seed: SEED,
  use_lcc: false,
};

/** What the parameters of the community step mean, as data for the settings. */
export const COMMUNITY_PARAMETERS: readonly StepParameter[] = [
  {
    name: 'algorithm',
    title: 'How communities are found',
    doc: 'Leiden gives better and connected communities and keeps them stable; Louvain is the older yardstick.',
    kind: 'choice',
    choices: ['leiden', 'louvain'],
    default: COMMUNITY_DEFAULTS.algorithm,
  },
  {
    name: 'max_cluster_size',
    title: 'Most members of a community',
    doc: 'A community with this many members or more is split again, if it comes apart.',
    kind: 'number',
    min: 2,
    max: 1000,
    step: 1,
    default: COMMUNITY_DEFAULTS.max_cluster_size,
  },
  {
    name: 'max_levels',
    title: 'Most levels',
    doc: 'Levels of communities at most.',
    kind: 'number',
    min: 1,
    max: 20,
    step: 1,
    default: COMMUNITY_DEFAULTS.max_levels,
  },
  {
    name: 'resolution',
    title: 'Fineness of communities',
    doc: 'Above 1 gives more and smaller communities, below 1 fewer and larger ones.',
    kind: 'number',
    min: 0.1,
    max: 10,
    step: 0.1,
    default: COMMUNITY_DEFAULTS.resolution,
  },
  {
    name: 'iterations',
    title: 'Runs of Leiden',
    doc: 'Runs of Leiden, each improving the one before.',
    kind: 'number',
    min: 1,
    max: 10,
    step: 1,
    default: COMMUNITY_DEFAULTS.iterations,
  },
  {
    name: 'seed',
    title: 'Seed of chance',
    doc: 'The same seed gives the same communities.',
    kind: 'number',
    min: 0,
    max: 0xffffffff,
    step: 1,
    default: COMMUNITY_DEFAULTS.seed,
  },
  {
    name: 'use_lcc',
    title: 'Only the largest connected part',
    doc: 'Uses only the largest connected part of the graph, as GraphRAG does; the rest gets no community.',
    kind: 'switch',
    default: COMMUNITY_DEFAULTS.use_lcc,
  },
];
