import type { Values } from '../../index/step';
import { ANSWER_PARAMETERS } from './answer-parameters';
import { BASIC_PARAMETERS } from './basic-parameters';
import { DRIFT_PARAMETERS } from './drift-parameters';
import { GLOBAL_PARAMETERS } from './global-parameters';
import { LOCAL_PARAMETERS } from './local-parameters';
import type { SearchParameters } from './search-parameters';

/** By name of the mode, or `answers`; what is missing has its default. */
export type SearchValues = Readonly<Partial<Record<SearchParameters['name'], Values>>>;

/** In the order in which they are shown. */
export const SEARCH_PARAMETERS: readonly SearchParameters[] = [
  ANSWER_PARAMETERS,
  LOCAL_PARAMETERS,
  GLOBAL_PARAMETERS,
  DRIFT_PARAMETERS,
  BASIC_PARAMETERS,
];
