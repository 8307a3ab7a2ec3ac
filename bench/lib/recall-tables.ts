import type { SearchTables } from '../../src/core/retrieval/index';
import { splitSentences } from '../../src/core/text/sentences';
import type { DocumentRow, TextUnitRow } from '../../src/core/tables/tables';
import { bareDocument, bareUnit } from './bare-rows';
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

const documentRow = ({ id, title, text }: LabelledPassage, at: number): DocumentRow =>
  bareDocument({ id, human_readable_id: at, title, text, text_unit_ids: [id], source_path: title });

function unitRow({ id, title, text }: LabelledPassage, at: number): TextUnitRow {
  const { starts, ends } = splitSentences(text, 'en');
  return bareUnit({
    id,
    human_readable_id: at,
    text,
    n_tokens: Math.ceil(text.length / 4),
    document_id: id,
    start: 0,
    context: title,
    sentence_starts: [...starts],
    sentence_ends: [...ends],
  });
}
