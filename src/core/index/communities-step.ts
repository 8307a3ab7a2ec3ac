import { makeCommunities } from '../graph/communities';
import { COMMUNITY_PARAMETERS, type CommunityParameters } from '../graph/community-parameters';
import { collectionStep } from './step';

/** Finds the hierarchy of communities (GraphRAG A8), starting from the earlier one so that small changes stay small. */
export const communitiesStep = collectionStep({
  scope: 'collection',
  name: 'communities',
  title: 'Communities',
  unit: 'communities',
  share: 0.05,
  doc: 'Entities that belong together are grouped, level by level.',
  parameters: COMMUNITY_PARAMETERS,
  reads: ['entities', 'relationships', 'covariates', 'communities'],
  writes: ['communities'],
  *run({ entities, relationships, covariates, communities }, values: CommunityParameters, facts) {
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
      values,
    );
    if (found.counter >= 0) facts.counters['communities'] = found.counter;
    return { communities: found.rows };
  },
});
