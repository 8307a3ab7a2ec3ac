import type { ExportWriter } from '../../core/ports/interop';
import type { ExportNeeds } from './write-export';

/** Exports whose code is fetched when somebody asks for one. */
export function lazyExports(needs: ExportNeeds): ExportWriter {
  const load = async (): Promise<ExportWriter> => (await import('./interop')).exportWriter(needs);
  return {
    choices: async () => (await load()).choices(),
    tablesOf: async (name) => (await load()).tablesOf(name),
    write: async function* (...args) {
      yield* (await load()).write(...args);
    },
  };
}
