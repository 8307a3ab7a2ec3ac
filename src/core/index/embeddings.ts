import type { VectorField } from '../vectors/vector-store';
import type { IndexTables, EntityRow, TextUnitRow } from '../tables/tables';
import type { IndexState } from '../ports/index-state';
import { flag, valuesOf } from '../parameters';
import { keywordChoices } from '../keywords/keyword-derivation';
import { readingChoices } from './model-steps';
import type { BackgroundStep } from './step';
import { stableId } from '../ids';
import type { FieldVectors } from '../vectors/field-vectors';
import type { Work } from '../work';
import { isDescribed, relationshipText, sentencesAbout, writtenDescription } from '../graph/derive/descriptions';

/** A row as it is embedded. */
interface EmbeddedRow {
  readonly id: string;
  /** Text for the embedder. A row with an empty text is left out. */
  readonly text: string;
  /** The document with which its vector is removed, for rows that belong to one. */
  readonly document?: string;
}

/** One thing that can be embedded. */
export interface EmbeddingField {
  readonly field: VectorField;
  /** Name for its rows. */
  readonly title: string;
  readonly doc: string;
  /** True if it is embedded by default. */
  readonly byDefault: boolean;
  /** Checks if a method that a person chose needs it: then it is embedded unless they switched it off. */
  readonly isNeeded?: (parameters: IndexState['parameters']) => boolean;
  /** Lists its rows; `tables` is one consistent state. */
  rows(tables: EmbeddingTables): Iterable<EmbeddedRow>;
}

/** The tables from which texts are made. */
export type EmbeddingTables = Pick<
  IndexTables,
  'text_units' | 'entities' | 'relationships' | 'community_reports' | 'summaries'
>;

/** Fields that can be embedded, in the order of embedding: those that answers need most come first. */
const EMBEDDING_FIELDS: readonly EmbeddingField[] = [
  {
    field: 'text_unit_text',
    title: 'text units',
    doc: 'Finds passages by meaning, each with its title and headings. Answers need these most; one vector per passage.',
    byDefault: true,
    rows: ({ text_units }) =>
      embeddedRows(text_units, ({ id, context, written_context, text, document_id }) => ({
        id,
        text: [context, written_context, text].filter((part) => part !== '').join('\n'),
        document: document_id,
      })),
  },
  {
    field: 'community_full_content',
    title: 'community reports',
    doc: 'Finds reports that a model wrote by meaning, findings included. One vector per report.',
    byDefault: true,
    rows: ({ community_reports }) =>
      embeddedRows(community_reports, ({ id, full_content }) => ({ id, text: full_content })),
  },
  {
    field: 'entity_description',
    title: 'entities',
    doc: 'Finds entities by title and description; without a description, by the sentences that say most about them. One vector per entity.',
    byDefault: true,
    rows: entityRows,
  },
  {
    field: 'summary_text',
    title: 'summaries of passages',
    doc: 'Finds summaries that a model wrote of passages by meaning, for RAPTOR; otherwise the mean of their passages counts. One vector per summary.',
    byDefault: true,
    rows: ({ summaries }) => embeddedRows(summaries, ({ id, text }) => ({ id, text })),
  },
  {
    field: 'relationship_description',
    title: 'relationships',
    doc: 'Finds relationships by their keywords, both ends and description, for LightRAG; otherwise their words alone count. One vector per described relationship; made by default once LightRAG’s index is.',
    byDefault: false,
    isNeeded: (parameters) => readingChoices(parameters).depth === 'themes' || keywordChoices(parameters).write,
    rows: ({ relationships }) =>
      embeddedRows(relationships, (row) => ({ id: row.id, text: isDescribed(row) ? relationshipText(row) : '' })),
  },
  {
    field: 'entity_title',
    title: 'titles of entities',
    doc: 'Finds entities by their title alone: quicker to embed, but says less. Used only where entities have no vectors by description.',
    byDefault: false,
    rows: ({ entities }) => embeddedRows(entities, ({ id, title }) => ({ id, text: title })),
  },
  {
    field: 'community_title',
    title: 'titles of reports',
    doc: 'Finds reports by their title alone: quicker to embed, but says least. Used only where reports have no other vectors.',
    byDefault: false,
    rows: ({ community_reports }) => embeddedRows(community_reports, ({ id, title }) => ({ id, text: title })),
  },
  {
    field: 'community_summary',
    title: 'summaries of reports',
    doc: 'Finds reports by their summary: quicker to embed, but says less. Used only where reports have no vectors of their whole text.',
    byDefault: false,
    rows: ({ community_reports }) => embeddedRows(community_reports, ({ id, summary }) => ({ id, text: summary })),
  },
];

/** The named field. */
export function embeddingField(field: VectorField): EmbeddingField | undefined {
  return EMBEDDING_FIELDS.find((one) => one.field === field);
}

function* embeddedRows<R>(rows: Iterable<R>, embedded: (row: R) => EmbeddedRow): Generator<EmbeddedRow> {
  for (const row of rows) yield embedded(row);
}

function* entityRows({ entities, text_units }: EmbeddingTables): Generator<EmbeddedRow> {
  const units = new Map(text_units.map((row) => [row.id, row]));
  for (const row of entities) yield { id: row.id, text: entityText(row, (id) => units.get(id)) };
}

/** Makes vectors of texts, so that search also finds other words for the same thing (GraphRAG A11). */
export const embeddingsStep = {
  scope: 'background',
  name: 'embeddings',
  title: 'Embeddings',
  doc: 'Makes vectors with an embedding model, so that search also finds what is said in other words. Each kind takes time to embed, and memory and disk to keep.',
  parameters: EMBEDDING_FIELDS.map(({ field, title, doc, byDefault }) =>
    flag(field, `${title.charAt(0).toUpperCase()}${title.slice(1)}`, byDefault, { doc, advanced: !byDefault }),
  ),
  reads: ['text_units', 'entities', 'relationships', 'community_reports', 'summaries'],
  writes: [],
} satisfies BackgroundStep;

/** The fields that the person wants embedded. */
export function chosenFields(parameters: IndexState['parameters']): readonly EmbeddingField[] {
  const chosen = parameters[embeddingsStep.name];
  const values = valuesOf(embeddingsStep, chosen);
  return EMBEDDING_FIELDS.filter(
    ({ field, isNeeded }) => values[field] === true || (chosen?.[field] === undefined && isNeeded?.(parameters)),
  );
}

/** A row that has no vector of its text yet. */
export interface MissingRow extends EmbeddedRow {
  readonly hash: string;
}

/** Rows of a field with vectors of their present text. */
export interface FieldStatus {
  readonly field: EmbeddingField;
  /** Rows with a text. */
  readonly rows: number;
  /** Ids of these rows. */
  readonly current: readonly string[];
  readonly missing: readonly MissingRow[];
}

const ROWS_PER_STEP = 32;

/** Compares the rows of fields with the vectors that there are. Linear in the text, in small steps. */
export function* compareFields(
  fields: readonly EmbeddingField[],
  tables: EmbeddingTables,
  hashOf: (field: VectorField, id: string) => string | undefined,
): Work<readonly FieldStatus[]> {
  const found: FieldStatus[] = [];
  let done = 0;
  for (const field of fields) {
    const current: string[] = [];
    const missing: MissingRow[] = [];
    for (const row of field.rows(tables)) {
      if (++done % ROWS_PER_STEP === 0) yield { done, total: done };
      if (row.text.trim() === '') continue;
      const hash = textHash(row.text);
      if (hashOf(field.field, row.id) === hash) current.push(row.id);
      else missing.push({ ...row, hash });
    }
    found.push({ field, rows: current.length + missing.length, current, missing });
  }
  return found;
}

/** Identifies an embedded text. */
export const textHash = (text: string): string => stableId(text);

/** Hashes of loaded vectors, by field and id. */
export function hashesOf(vectors: ReadonlyMap<VectorField, FieldVectors>) {
  return (field: VectorField, id: string): string | undefined => vectors.get(field)?.hashOf(id);
}

/** Sentences and characters in place of a description. */
const SENTENCES = 3;
const CHARACTERS = 600;

/**
 * The text by which an entity is embedded: `title: description` (GraphRAG A11), or its title and its most informative
 * sentences.
 */
function entityText(entity: EntityRow, unitOf: (id: string) => TextUnitRow | undefined): string {
  const title = entity.title.trim();
  const description = writtenDescription(entity).trim();
  if (description !== '') return `${title}: ${description}`;
  const text = sentencesAbout(entity, unitOf).slice(0, SENTENCES).join(' ');
  return text === '' ? title : `${title}: ${text}`.slice(0, CHARACTERS);
}
