import type { SearchIndex } from '../retrieval/index';
import type { EntityRow } from '../tables/tables';

const UNITS_READ = 24;

/** How the texts write an entity's name. */
export interface Naming {
  /** The name as a sentence takes it: with "the" where the texts mostly put it. */
  readonly phrase: string;
  readonly hasArticle: boolean;
  /** Number of documents that hold it. */
  readonly documents: number;
}

/** Reads from an entity's first text units whether its name goes with an article and how many documents hold it. */
export function namingOf(index: SearchIndex, { title, text_unit_ids: ids }: EntityRow): Naming {
  const escaped = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`(\\bthe\\s+)?(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu');
  const units = ids.flatMap((id) => index.unitAt.get(index.slotOf.get(id) ?? -1) ?? []);
  let written = 0;
  let withArticle = 0;
  for (const { text } of units.slice(0, UNITS_READ)) {
    for (const match of text.matchAll(pattern)) {
      written += 1;
      if (match[1] !== undefined) withArticle += 1;
    }
  }
  const hasArticle = withArticle * 2 > written && !/^the\s/i.test(title);
  const documents = new Set(units.map(({ document_id }) => document_id)).size;
  return { phrase: hasArticle ? `the ${title}` : title, hasArticle, documents };
}
