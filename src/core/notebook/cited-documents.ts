import { documentsRead } from '../conversations/redact-answer';
import type { Passage } from '../search/evidence/evidence';
import { partAt } from '../tables/documents';
import type { DocumentRow } from '../tables/tables';
import type { Note } from './note';
import { findQuote } from './quote-place';

/** Facts of a document that notes cite. */
export interface CitedDocument {
  readonly id: string;
  readonly title: string;
  /** As the document names them; empty where it does not. */
  readonly author: string;
  /** As the document's metadata has it; empty without. */
  readonly date: string;
  /** Without its folders. */
  readonly fileName: string;
  readonly mediaType: string;
  /** BCP 47, `und` when unknown. */
  readonly language: string;
  /** The cited pages in their order, from 1; none for documents without pages. */
  readonly pages: readonly number[];
}

/** The documents that notes cite and that are still here, in the order in which they are cited first. */
export function citedDocuments(notes: readonly Note[], documents: readonly DocumentRow[]): readonly CitedDocument[] {
  const byId = new Map(documents.map((row) => [row.id, row]));
  const cited = new Map<string, Set<number>>();
  for (const { documentId, start } of notes.flatMap((note) => placesIn(note, documents))) {
    const row = byId.get(documentId);
    if (!row) continue;
    const pages = cited.get(documentId) ?? new Set<number>();
    cited.set(documentId, pages);
    const page = start === null ? null : partAt(row, start);
    if (typeof page === 'number') pages.add(page);
  }
  return [...cited].flatMap(([id, pages]) => {
    const row = byId.get(id);
    return row
      ? [
          factsOf(
            row,
            [...pages].sort((a, b) => a - b),
          ),
        ]
      : [];
  });
}

interface CitedPlace {
  readonly documentId: string;
  /** UTF-16 offset; null where only the document is known. */
  readonly start: number | null;
}

function placesIn({ pin }: Note, documents: readonly DocumentRow[]): readonly CitedPlace[] {
  switch (pin?.kind) {
    case 'quote': {
      const place = findQuote(pin, documents);
      return place.kind === 'found' ? [place] : [];
    }
    case 'answer': {
      const { citations, evidence } = pin.answer;
      if (pin.answer.text !== undefined) return citations.flatMap(({ passages }) => passages).map(placeOfPassage);
      const named = documentsRead({ ...pin.answer, evidence: { ...evidence, passages: [] } });
      return [
        ...evidence.passages.map(({ documentId, focus }) => ({ documentId, start: focus.start })),
        ...named.map((documentId) => ({ documentId, start: null })),
      ];
    }
    case 'thing':
      return pin.passages.map(placeOfPassage);
    default:
      return [];
  }
}

const placeOfPassage = ({ document_id: documentId, start }: Passage): CitedPlace => ({ documentId, start });

function factsOf(row: DocumentRow, pages: readonly number[]): CitedDocument {
  const attributes = JSON.parse(row.attributes) as Readonly<Record<string, string>>;
  return {
    id: row.id,
    title: row.title,
    author: attributes['author'] ?? '',
    date: attributes['date'] ?? '',
    fileName: row.source_path.split(/[/\\]/u).at(-1) ?? row.source_path,
    mediaType: row.media_type,
    language: row.language,
    pages,
  };
}
