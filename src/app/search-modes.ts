import type { SearchMode } from '../core/search/events';

export interface ModeChoice {
  readonly mode: SearchMode;
  readonly label: string;
  readonly hint: string;
}

export const MODES: readonly ModeChoice[] = [
  { mode: 'auto', label: 'Auto', hint: 'Chooses a mode from your question and says why.' },
  { mode: 'local', label: 'Local', hint: 'For people, places and things: starts from what your question names.' },
  { mode: 'global', label: 'Global', hint: 'For the whole collection: starts from the community reports.' },
  { mode: 'drift', label: 'DRIFT', hint: 'For questions in many parts: starts from reports and asks on from there.' },
  { mode: 'basic', label: 'Basic', hint: 'For a fact in one passage: finds the closest passages.' },
];

export const modeName = (mode: SearchMode): string => MODES.find((choice) => choice.mode === mode)?.label ?? mode;
