import { choice, flag, number, valuesOf, type ValuesOf } from '../parameters';

/** GraphRAG's seed. */
const SEED = 0xdeadbeef;

/** The parameters of the community step (GraphRAG A8.4). */
export const COMMUNITY_PARAMETERS = [
  choice('algorithm', 'How communities are found', ['leiden', 'louvain'], {
    doc: 'Leiden gives better and connected communities and keeps them stable; Louvain is the older yardstick.',
  }),
  number('max_cluster_size', 'Most members of a community', 10, [2, 1000], {
    doc: 'A community with this many members or more is split again, if it comes apart.',
  }),
  number('max_levels', 'Most levels', 10, [1, 20], { doc: 'Levels of communities at most.' }),
  number('resolution', 'Fineness of communities', 1, [0.1, 10, 0.1], {
    doc: 'Above 1 gives more and smaller communities, below 1 fewer and larger ones.',
  }),
  number('iterations', 'Runs of Leiden', 2, [1, 10], { doc: 'Runs of Leiden, each improving the one before.' }),
  number('seed', 'Seed of chance', SEED, [0, 0xffffffff], { doc: 'The same seed gives the same communities.' }),
  flag('use_lcc', 'Only the largest connected part', false, {
    doc: 'Uses only the largest connected part of the graph, as GraphRAG does; the rest gets no community.',
  }),
];

export type CommunityParameters = ValuesOf<typeof COMMUNITY_PARAMETERS>;

/** Defaults of the community step. */
export const COMMUNITY_DEFAULTS = valuesOf({ parameters: COMMUNITY_PARAMETERS });
