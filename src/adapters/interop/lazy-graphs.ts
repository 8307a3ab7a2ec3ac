import type { GraphReader } from '../../core/ports/interop';
import type { ExportNeeds } from './write-export';

/** Readers of graphs whose code is fetched when somebody gives one. */
export function lazyGraphs(needs: ExportNeeds): GraphReader {
  const load = async (): Promise<GraphReader> => (await import('./interop')).graphReader(needs);
  return {
    kindOf: async (files) => (await load()).kindOf(files),
    read: async (...args) => (await load()).read(...args),
  };
}
