import type { RunMode } from '../events';
import { ANSWER_PARAMETERS, type SearchParameters } from '../parameters';
import { BASIC } from './basic';
import { DRIFT } from './drift/drift';
import { GLOBAL } from './global/global';
import { LOCAL } from './local';
import type { Mode } from './mode';

/** Every way to search, in the order in which they are shown. */
export const MODES: readonly Mode[] = [LOCAL, GLOBAL, DRIFT, BASIC];

/** The mode of a name. */
export const modeOf = (name: RunMode): Mode => MODES.find((mode) => mode.name === name) ?? BASIC;

/** What may be set about answers and about each mode, in the order in which it is shown. */
export const SEARCH_PARAMETERS: readonly SearchParameters[] = [
  ANSWER_PARAMETERS,
  ...MODES.map(({ parameters }) => parameters),
];
