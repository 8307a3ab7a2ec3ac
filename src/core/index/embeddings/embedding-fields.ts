import type { VectorField } from '../../vectors/vector-store';
import type { EmbeddedRow, EmbeddingField, EmbeddingTables } from './embedding-field';
import { entityText } from './entity-text';

/** What can be embedded, in the order in which it is done: what answers need most comes first. */
export const EMBEDDING_FIELDS: readonly EmbeddingField[] = [
  {
    field: 'text_unit_text',
    title: 'text units',
    doc: 'Passages, each with its title and headings.',
    byDefault: true,
    rows: ({ text_units }) =>
      mapped(text_units, ({ id, context, text, document_id }) => ({
        id,
        text: context === '' ? text : `${context}\n${text}`,
        document: document_id,
      })),
  },
  {
    field: 'community_full_content',
    title: 'community reports',
    doc: 'Community reports with their findings.',
    byDefault: true,
    rows: ({ community_reports }) => mapped(community_reports, ({ id, full_content }) => ({ id, text: full_content })),
  },
  {
    field: 'entity_description',
    title: 'entities',
    doc: 'Entities by title and description; without a description, by the sentences that say most about them.',
    byDefault: true,
    rows: entityRows,
  },
  {
    field: 'entity_title',
    title: 'titles of entities',
    doc: 'Entities by their title alone.',
    byDefault: false,
    rows: ({ entities }) => mapped(entities, ({ id, title }) => ({ id, text: title })),
  },
  {
    field: 'community_title',
    title: 'titles of reports',
    doc: 'Community reports by their title alone.',
    byDefault: false,
    rows: ({ community_reports }) => mapped(community_reports, ({ id, title }) => ({ id, text: title })),
  },
  {
    field: 'community_summary',
    title: 'summaries of reports',
    doc: 'Community reports by their summary.',
    byDefault: false,
    rows: ({ community_reports }) => mapped(community_reports, ({ id, summary }) => ({ id, text: summary })),
  },
];

/** The named field. */
export function embeddingField(field: VectorField): EmbeddingField | undefined {
  return EMBEDDING_FIELDS.find((one) => one.field === field);
}

function* mapped<R>(rows: readonly R[], embedded: (row: R) => EmbeddedRow): Generator<EmbeddedRow> {
  for (const row of rows) yield embedded(row);
}

function* entityRows({ entities, text_units }: EmbeddingTables): Generator<EmbeddedRow> {
  const units = new Map(text_units.map((row) => [row.id, row]));
  for (const row of entities) yield { id: row.id, text: entityText(row, (id) => units.get(id)) };
}
