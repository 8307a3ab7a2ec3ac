import { visibleSigns } from '../../core/text/visible-signs';
import type { DocumentItem } from '../../core/engine/documents/document-view';
import type { CollectionView } from '../../core/engine/collections/collection-view';

export interface DocumentName {
  /** Unique name of the document. */
  readonly full: string;
  readonly title: string;
  /** Origin of the document, when others have the same title; else empty. */
  readonly where: string;
}

/** Controls that turn or override the writing direction of what follows. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name of a file as it is shown: nothing in it can turn the letters around. */
export function plainName(name: string): string {
  return name.replace(DIRECTION, '');
}

/** Unique names for documents of the same title: by their path, then by a number. */
export function documentNames(documents: readonly DocumentItem[]): ReadonlyMap<string, DocumentName> {
  const titles = countOf(documents.map(titleOf));
  const used = new Map<string, number>();
  return new Map(
    documents.map((item) => {
      const title = titleOf(item);
      if (titles.get(title) === 1) return [item.id, { full: title, title, where: '' }];
      const path = visibleSigns(plainName(item.path));
      const nth = (used.get(`${title}\n${path}`) ?? 0) + 1;
      used.set(`${title}\n${path}`, nth);
      const where = nth === 1 ? path : `${path} (${nth})`;
      return [item.id, { full: `${title}, ${where}`, title, where }];
    }),
  );
}

function titleOf(item: DocumentItem): string {
  return visibleSigns(plainName(item.title || item.path));
}

function countOf(all: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** Documents of an earlier view of a collection that a later one lacks. */
export function removedDocuments(before: CollectionView, after: CollectionView): readonly DocumentItem[] {
  const here = new Set(after.documents.map(({ id }) => id));
  return before.documents.filter(({ id }) => !here.has(id));
}
