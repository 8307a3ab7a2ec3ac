import { makeCommunities } from '../graph/communities';
import { COMMUNITY_PARAMETERS } from '../graph/community-parameters';
import { reader, type CollectionStep } from './step';

/** Finds the hierarchy of communities (GraphRAG A8), starting from the earlier one so that small changes stay small. */
export const communitiesStep: CollectionStep = {
  scope: 'collection',
  name: 'communities',
  title: 'Communities',
  unit: 'communities',
  share: 0.05,
  doc: 'Entities that belong together are grouped, level by level.',
  parameters: COMMUNITY_PARAMETERS,
  reads: ['entities', 'relationships', 'covariates', 'communities'],
  writes: ['communities'],
  *run({ entities, relationships, covariates, communities }, values, facts) {
    const { choice, number, flag } = reader(values);
    const found = yield* makeCommunities(
      {
        entities,
        relationships,
        covariates,
        previous: communities,
        restart: facts.regroup ?? false,
        counter: facts.counters['communities'] ?? -1,
        today: facts.today,
      },
      {
        algorithm: choice('algorithm') === 'louvain' ? 'louvain' : 'leiden',
        max_cluster_size: number('max_cluster_size'),
        max_levels: number('max_levels'),
        resolution: number('resolution'),
        iterations: number('iterations'),
        seed: number('seed'),
        use_lcc: flag('use_lcc'),
      },
    );
    if (found.counter >= 0) facts.counters['communities'] = found.counter;
    return { communities: found.rows };
  },
};
