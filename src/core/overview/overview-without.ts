import type { CollectionOverview } from './overview';

/** Limits an overview to the other documents, until a new one is made. Names and questions stay. */
export function overviewWithout(overview: CollectionOverview, left: ReadonlySet<string>): CollectionOverview {
  if (left.size === 0) return overview;
  const isOther = ({ documentId }: { readonly documentId: string }): boolean => !left.has(documentId);
  const documents = overview.documents.filter(isOther);
  return {
    ...overview,
    documents,
    pages: documents.reduce((sum, { pages }) => sum + pages, 0),
    words: documents.reduce((sum, { words }) => sum + words, 0),
    languages: overview.languages
      .map(({ language }) => ({ language, documents: documents.filter((one) => one.language === language).length }))
      .filter((one) => one.documents > 0),
    nearDuplicates: overview.nearDuplicates.map((group) => group.filter(isOther)).filter(({ length }) => length > 1),
    damaged: overview.damaged.filter(isOther),
  };
}
