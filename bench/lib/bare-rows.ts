import type { DocumentRow, TextUnitRow } from '../../src/core/tables/tables';
import { PAGES_ALONE } from '../../src/core/tables/documents';

/** A plain English document without structure. */
export function bareDocument(
  given: Pick<DocumentRow, 'id' | 'human_readable_id' | 'title' | 'text' | 'text_unit_ids' | 'source_path'>,
): DocumentRow {
  return {
    ...given,
    creation_date: '',
    raw_data: null,
    media_type: 'text/plain',
    byte_hash: given.id,
    byte_size: given.text.length,
    source_row: null,
    language: 'en',
    attributes: '{}',
    page_starts: [],
    ...PAGES_ALONE,
    heading_starts: [],
    heading_levels: [],
    heading_texts: [],
  };
}

/** A text unit in which nothing was found yet. */
export function bareUnit(
  given: Pick<
    TextUnitRow,
    | 'id'
    | 'human_readable_id'
    | 'text'
    | 'n_tokens'
    | 'document_id'
    | 'start'
    | 'context'
    | 'sentence_starts'
    | 'sentence_ends'
  >,
): TextUnitRow {
  return {
    ...given,
    end: given.start + given.text.length,
    entity_ids: [],
    relationship_ids: [],
    covariate_ids: [],
    page: null,
    heading_path: [],
    first_sentence: 0,
    written_context: '',
    written_context_key: null,
  };
}
