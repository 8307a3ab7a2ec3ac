import { stableId } from '../ids';
import type { ReadDocument } from '../ports/documents';
import type { PendingSource } from '../ports/index-state';
import type { DocumentRow } from '../tables/tables';
import { detectLanguage } from '../text/language';

/**
 * The row of a document as read. Its id follows from its bytes, the row and the way they were read, never from the time or the path,
 * so that reading the same bytes again gives the same document.
 */
export function documentRow(read: ReadDocument, source: PendingSource, created: string): DocumentRow {
  return {
    id: stableId('document', source.byte_hash, read.source_row ?? '', JSON.stringify(source.choice ?? null)),
    human_readable_id: 0,
    title: read.title,
    text: read.text,
    text_unit_ids: [],
    creation_date: created,
    raw_data: read.raw_data ?? null,
    source_path: source.path,
    media_type: read.media_type,
    byte_hash: source.byte_hash,
    byte_size: source.byte_size,
    source_row: read.source_row ?? null,
    language: detectLanguage(read.text),
    attributes: JSON.stringify(read.attributes),
    page_starts: read.page_starts,
    heading_starts: read.headings.map((heading) => heading.start),
    heading_levels: read.headings.map((heading) => heading.level),
    heading_texts: read.headings.map((heading) => heading.text),
  };
}
