import type { CitationTarget, ContextItem } from '../events';

/** Documents that are being deleted, and what can be said of other things because of that. */
export interface Gone {
  readonly documents: ReadonlySet<string>;
  /** Whether it is sure that a thing was made without them. */
  readonly spares: (thing: CitationTarget | Pick<ContextItem, 'kind' | 'id'>) => boolean;
  /** Whether a text has a word that stands in them and nowhere else, or may. */
  readonly tells: (text: string) => boolean;
}

/** Whether one of the documents is among those of an id list. */
export const isAmong = ({ documents }: Gone, ids: readonly string[] = []): boolean =>
  ids.some((id) => documents.has(id));

/** Those of some documents that stay. */
export const remaining = ({ documents }: Gone, ids: readonly string[]): readonly string[] =>
  ids.filter((id) => !documents.has(id));

/** What is said in place of words that went with a document. */
export const GONE = 'This sentence may have come from a document that has been deleted.';

/** The same as earlier versions of Burrow said it. */
const GONE_BEFORE = 'This sentence came from a document that has been deleted.';

/** Whether a text says that a sentence went with a document. */
export const saysGone = (text: string): boolean => text.includes(GONE) || text.includes(GONE_BEFORE);
