import type { SearchTables } from '../../src/core/retrieve/index';
import { splitSentences } from '../../src/core/text/sentences';
import type { DocumentRow, TextUnitRow } from '../../src/core/tables/tables';
import type { LabelledPassage } from './recall';

/** The tables of an index that knows text units only: one document and one text unit per passage. */
export function tablesOf(passages: readonly LabelledPassage[]): SearchTables {
  return {
    documents: passages.map(documentRow),
    textUnits: passages.map(unitRow),
    entities: [],
    relationships: [],
    communities: [],
    communityReports: [],
  };
}

function documentRow({ id, title, text }: LabelledPassage, at: number): DocumentRow {
  return {
    id,
    human_readable_id: at,
    title,
    text,
    text_unit_ids: [id],
    creation_date: '',
    raw_data: null,
    source_path: title,
    media_type: 'text/plain',
    byte_hash: id,
    byte_size: text.length,
    source_row: null,
    language: 'en',
    attributes: '{}',
    page_starts: [],
    heading_starts: [],
    heading_levels: [],
    heading_texts: [],
  };
}

function unitRow({ id, title, text }: LabelledPassage, at: number): TextUnitRow {
  const { starts, ends } = splitSentences(text, 'en');
  return {
    id,
    human_readable_id: at,
    text,
    n_tokens: Math.ceil(text.length / 4),
    document_id: id,
    entity_ids: [],
    relationship_ids: [],
    covariate_ids: [],
    start: 0,
    end: text.length,
    page: null,
    heading_path: [],
    context: title,
    sentence_starts: [...starts],
    sentence_ends: [...ends],
    first_sentence: 0,
  };
}
