import type { RunMode, SearchMode } from './events';

/** What a mode is compared with where nobody said with what: another one that is cheap. */
export const modeBeside = (mode: SearchMode): RunMode => (mode === 'local' ? 'basic' : 'local');
