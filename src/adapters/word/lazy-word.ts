import type { WordWriter } from '../../core/ports/word-writer';

/** A writer whose code is fetched when somebody asks for a file. */
export function lazyWord(): WordWriter {
  return { write: async (markdown) => (await import('./write-word')).writeWord(markdown) };
}
