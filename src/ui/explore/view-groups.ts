import type { ExploreRoute } from '../../app/explore/explore-route';

type View = ExploreRoute['view'];

/** A tab of Explore, with the views behind it; the first one is shown where none was chosen yet. */
export interface ViewGroup {
  readonly name: 'map' | 'reports' | 'matrix' | 'timeline' | 'tables' | 'sql';
  readonly views: readonly View[];
}

/** The tabs of Explore, in their order. Each view is behind one of them. */
export const VIEW_GROUPS: readonly ViewGroup[] = [
  { name: 'map', views: ['map'] },
  { name: 'reports', views: ['communities', 'book', 'summaries'] },
  { name: 'matrix', views: ['matrix'] },
  { name: 'timeline', views: ['timeline'] },
  {
    name: 'tables',
    views: [
      ...(['entities', 'relationships', 'covariates', 'documents', 'text_units', 'community_rows'] as const),
      ...(['vectors', 'aliases'] as const),
    ],
  },
  { name: 'sql', views: ['sql'] },
];

/** The tab that a view is behind. */
export const groupOf = (view: View): ViewGroup | undefined => VIEW_GROUPS.find(({ views }) => views.includes(view));
