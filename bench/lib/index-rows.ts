import { deriveTables } from '../../src/core/index/pipeline';
import type { IndexTables } from '../../src/core/tables/tables';
import { EMPTY_TABLES, linkTables } from '../../src/core/index/index-tables';
import type { DocumentRows } from '../../src/core/index/step';
import { finish } from '../../src/core/work';

/** The tables of documents that were read without a model, as of a day (YYYY-MM-DD). */
export function indexRows(rows: readonly DocumentRows[], today: string): IndexTables {
  const records = {
    ...EMPTY_TABLES,
    documents: rows.map(({ document }, i) => ({ ...document, human_readable_id: i })),
    text_units: rows.flatMap(({ text_units }) => text_units).map((unit, i) => ({ ...unit, human_readable_id: i })),
    extractions: rows.flatMap(({ extractions }) => extractions),
    edits: [],
  };
  const counters = { documents: records.documents.length - 1, text_units: records.text_units.length - 1 };
  return linkTables({ ...records, ...finish(deriveTables(records, {}, { today, counters })) });
}
