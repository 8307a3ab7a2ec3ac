import type { Rows } from './rows';
import type { Columns, RowOf } from './schema';

/** Raised on any change of a table's columns or of the manifest; older formats are migrated, newer ones refused. */
export const FORMAT_VERSION = 15;

const id = { type: 'string', unique: true, doc: 'Stable identifier.' } as const;
const humanReadableId = { type: 'int', doc: 'Short number, given once and never reused.' } as const;
const textUnitIds = { type: 'string[]', grows: true, doc: 'Text units that mention it.' } as const;
const method = {
  type: 'string',
  own: true,
  doc: 'Who wrote it: `no-model`, `extractive`, `curated` or a model id.',
} as const;

const descriptionHash = {
  type: 'string',
  own: true,
  nullable: true,
  since: 2,
  doc: 'Names the descriptions that a model summarised in `description`, or who wrote it and from which text units where a person asked for it; null where they stand as they were read.',
} as const;

const documents = {
  id,
  human_readable_id: humanReadableId,
  title: { type: 'string', doc: 'Title found in the document, else the file name.' },
  text: { type: 'string', late: true, doc: 'The extracted text; every offset counts its UTF-16 code units.' },
  text_unit_ids: { type: 'string[]', derived: true, doc: 'Its text units in reading order.' },
  creation_date: { type: 'string', doc: 'ISO 8601 time at which it was added.' },
  raw_data: {
    type: 'string',
    nullable: true,
    doc: 'The source row as JSON, for one document per row; places of words that were recognised in pictures.',
  },
  source_path: { type: 'string', own: true, doc: 'Path under which the source was added, archive members after `!/`.' },
  media_type: { type: 'string', own: true, doc: 'Media type as detected, not as claimed.' },
  byte_hash: { type: 'string', own: true, doc: 'SHA-256 of the source bytes in hex; names the kept original.' },
  byte_size: { type: 'int', own: true, doc: 'Size of the source in bytes.' },
  source_row: {
    type: 'int',
    nullable: true,
    own: true,
    doc: 'Zero-based row in the source, for one document per row.',
  },
  language: { type: 'string', own: true, doc: 'BCP 47 primary language, `und` when unknown.' },
  attributes: { type: 'string', own: true, doc: 'Further fields of the source as a JSON object of strings.' },
  page_starts: { type: 'int[]', own: true, doc: 'Offset at which each page or other part starts; empty without any.' },
  part_kind: {
    type: 'string',
    own: true,
    since: 13,
    doc: 'Kind of its parts: `page`, `slide`, `sheet`, `chapter` or `message`; empty for pages, or without parts.',
  },
  part_names: {
    type: 'string[]',
    own: true,
    since: 13,
    doc: 'Name of each part, such as that of a sheet; empty where numbers are enough.',
  },
  row_starts: {
    type: 'int[]',
    own: true,
    since: 13,
    doc: 'Offset at which each run of rows of a sheet starts; each line of it is the next row.',
  },
  row_numbers: { type: 'int[]', own: true, since: 13, doc: 'Number of the first row of each run, as people count.' },
  table_starts: {
    type: 'int[]',
    own: true,
    since: 14,
    doc: 'Offset at which each table starts: its rows are the lines up to the next table or empty line, their cells stand between ` | `.',
  },
  table_heads: { type: 'int[]', own: true, since: 14, doc: 'Rows at the top of each table that name its columns.' },
  heading_starts: { type: 'int[]', own: true, doc: 'Offset of each heading.' },
  heading_levels: { type: 'int[]', own: true, doc: 'Level of each heading, 1 is the highest.' },
  heading_texts: { type: 'string[]', own: true, doc: 'Text of each heading.' },
} as const satisfies Columns;

const textUnits = {
  id,
  human_readable_id: humanReadableId,
  text: { type: 'string', derived: true, doc: 'Exactly document.text.slice(start, end).' },
  n_tokens: { type: 'int', doc: 'Estimated o200k tokens (see core/text/tokens).' },
  document_id: { type: 'string', doc: 'The document it is cut from.' },
  entity_ids: { type: 'string[]', derived: true, doc: 'Entities mentioned in it.' },
  relationship_ids: { type: 'string[]', derived: true, doc: 'Relationships with evidence in it.' },
  covariate_ids: { type: 'string[]', derived: true, doc: 'Claims made in it.' },
  start: { type: 'int', own: true, doc: 'First UTF-16 offset in the document text.' },
  end: { type: 'int', own: true, doc: 'Offset after the last.' },
  page: { type: 'int', nullable: true, own: true, doc: 'One-based page on which it starts.' },
  heading_path: { type: 'string[]', own: true, doc: 'Headings above it, highest first.' },
  context: {
    type: 'string',
    own: true,
    doc: 'Title and heading path, indexed with the text for retrieval, never shown as text.',
  },
  written_context: {
    type: 'string',
    own: true,
    since: 11,
    doc: 'Its place in the document as a model put it, indexed with the text, never shown as text; empty where no model did.',
  },
  written_context_key: {
    type: 'string',
    own: true,
    nullable: true,
    since: 11,
    doc: 'Model and prompt that wrote `written_context`, with a hash of what was shown; null where no model did.',
  },
  sentence_starts: { type: 'int[]', own: true, doc: 'Document offset at which each of its sentences starts.' },
  sentence_ends: { type: 'int[]', own: true, doc: 'Document offset after each of its sentences.' },
  first_sentence: { type: 'int', own: true, doc: 'Zero-based number, within the document, of its first sentence.' },
} as const satisfies Columns;

const entities = {
  id,
  human_readable_id: humanReadableId,
  title: { type: 'string', doc: 'Commonest surface form.' },
  type: { type: 'string', doc: 'Lower-case type such as `person`; `concept` when unknown.' },
  description: { type: 'string', doc: 'What is known of it; empty when nobody described it.' },
  text_unit_ids: textUnitIds,
  frequency: { type: 'int', doc: 'Number of text units that mention it.' },
  degree: { type: 'int', derived: true, doc: 'Number of distinct neighbours.' },
  key: { type: 'string', own: true, doc: 'Normalised title on which records merge; unique.' },
  aliases: { type: 'string[]', own: true, doc: 'Other surface forms merged into it.' },
  method,
  description_hash: descriptionHash,
  x: { type: 'double', own: true, nullable: true, doc: 'Layout position.' },
  y: { type: 'double', own: true, nullable: true, doc: 'Layout position.' },
} as const satisfies Columns;

const relationships = {
  id,
  human_readable_id: humanReadableId,
  source: { type: 'string', doc: 'Title of one end.' },
  target: { type: 'string', doc: 'Title of the other end.' },
  description: { type: 'string', doc: 'What connects them; without a model: `appears with`.' },
  weight: { type: 'double', doc: 'Strength or distance-decayed co-occurrence count.' },
  combined_degree: { type: 'int', derived: true, doc: 'Sum of the degrees of both ends; filled in copies alone.' },
  text_unit_ids: textUnitIds,
  keywords: {
    type: 'string[]',
    own: true,
    doc: 'Words that name the relation, as a set: predicates, or themes where these were read.',
  },
  theme_keywords: {
    type: 'string[]',
    own: true,
    since: 12,
    doc: 'Themes that a model named for it later. Search reads them; nobody is shown them as its words.',
  },
  theme_keywords_key: {
    type: 'string',
    own: true,
    nullable: true,
    since: 12,
    doc: 'Model and prompt that named `theme_keywords`, with a hash of what these follow from; null where no model did.',
  },
  method,
  description_hash: descriptionHash,
  source_id: { type: 'string', own: true, doc: 'Entity id of the source.' },
  target_id: { type: 'string', own: true, doc: 'Entity id of the target.' },
  count: { type: 'int', own: true, doc: 'Number of evidence spans found, kept or not.' },
  evidence_document_ids: {
    type: 'string[]',
    own: true,
    doc: 'Document of each kept evidence span (at most 8, best first).',
  },
  evidence_starts: { type: 'int[]', own: true, doc: 'Start offset of each kept evidence span.' },
  evidence_ends: { type: 'int[]', own: true, doc: 'End offset of each kept evidence span.' },
} as const satisfies Columns;

const covariates = {
  id,
  human_readable_id: humanReadableId,
  covariate_type: { type: 'string', doc: 'Always `claim`.' },
  type: { type: 'string', doc: 'Kind of claim.' },
  description: { type: 'string', doc: 'The claim in words.' },
  subject_id: { type: 'string', doc: 'Title of the entity it is about.' },
  object_id: { type: 'string', nullable: true, doc: 'Title of the other entity.' },
  status: { type: 'string', doc: '`TRUE`, `FALSE` or `SUSPECTED`.' },
  start_date: { type: 'string', nullable: true, doc: 'ISO 8601.' },
  end_date: { type: 'string', nullable: true, doc: 'ISO 8601.' },
  source_text: { type: 'string', doc: 'Quoted source.' },
  text_unit_id: { type: 'string', doc: 'Where it was read.' },
  method,
  document_id: { type: 'string', own: true, doc: 'Document of the quoted source.' },
  evidence_start: { type: 'int', own: true, doc: 'Offset of the quote.' },
  evidence_end: { type: 'int', own: true, doc: 'Offset after the quote.' },
} as const satisfies Columns;

const communities = {
  id,
  human_readable_id: humanReadableId,
  community: { type: 'int', doc: 'Number, unique over all levels.' },
  level: { type: 'int', doc: '0 is the coarsest.' },
  parent: { type: 'int', doc: 'Community it was split from, -1 at level 0.' },
  children: { type: 'int[]', doc: 'Communities it was split into.' },
  title: { type: 'string', doc: 'Shown name.' },
  entity_ids: {
    type: 'string[]',
    doc: 'Members. Empty on disk for a community that was split: its members are those of its children.',
  },
  relationship_ids: { type: 'string[]', derived: true, doc: 'Relationships with both ends inside.' },
  text_unit_ids: { type: 'string[]', derived: true, doc: 'Text units of those relationships.' },
  period: { type: 'string', doc: 'ISO date on which it was made.' },
  size: { type: 'int', doc: 'Number of members.' },
  covariate_ids: { type: 'string[]', own: true, since: 2, derived: true, doc: 'Claims about its members.' },
} as const satisfies Columns;

const communityReports = {
  id,
  human_readable_id: humanReadableId,
  community: { type: 'int', doc: 'The community it reports on.' },
  level: { type: 'int', doc: 'Level of that community.' },
  parent: { type: 'int', doc: 'Parent of that community, -1 at level 0.' },
  children: { type: 'int[]', doc: 'Children of that community.' },
  title: { type: 'string', doc: 'Title.' },
  summary: { type: 'string', doc: 'Summary.' },
  full_content: { type: 'string', doc: 'Markdown: title, summary, findings.' },
  rank: { type: 'double', doc: 'Importance from 0 to 10.' },
  rating_explanation: { type: 'string', doc: 'Why that rank.' },
  findings: { type: 'findings', doc: 'Findings, best first.' },
  full_content_json: { type: 'string', doc: 'The report as JSON.' },
  period: { type: 'string', doc: 'ISO date on which it was made.' },
  size: { type: 'int', doc: 'Members of the community.' },
  method,
  context_hash: { type: 'string', own: true, doc: 'Hash of what it was written from; unchanged means still valid.' },
  finding_sources: {
    type: 'string',
    own: true,
    doc: 'JSON: per finding the list of {document_id, start, end} it rests on.',
  },
  summary_sources: {
    type: 'string',
    own: true,
    doc: 'JSON: per sentence of the summary the list of {document_id, start, end}.',
  },
  context_lines: { type: 'string[]', own: true, since: 3, doc: 'Hashes of the lines that a model was shown for it.' },
  context_beyond: {
    type: 'string[]',
    own: true,
    since: 4,
    doc: 'Hashes of the lines for which there was no room then, as far as they still stand.',
  },
  context_documents: {
    type: 'string[]',
    own: true,
    since: 3,
    doc: 'Documents whose words a model was shown for it, each with a hash of its text.',
  },
  lines_changed: {
    type: 'int',
    nullable: true,
    own: true,
    since: 3,
    doc: 'How many of the lines that were shown have changed since, null where none has.',
  },
  set_aside: {
    type: 'string',
    nullable: true,
    own: true,
    since: 4,
    doc: 'JSON: a report by a model that does not stand now and may again, null where there is none.',
  },
} as const satisfies Columns;

/** Records read from text units: the truth from which the graph is derived. */
const extractions = {
  document_id: { type: 'string', doc: 'Document it was read in.' },
  text_unit_id: { type: 'string', doc: 'Text unit it was read in.' },
  layer: { type: 'string', doc: '`no-model`, `curated`, or model id and prompt version.' },
  kind: {
    type: 'string',
    doc: '`mention`, `entity`, `relationship` or `claim`; `read` where a model has read the text unit, `unread` where it failed to.',
  },
  key: { type: 'string', doc: 'Normalised title of the (source) entity.' },
  title: { type: 'string', doc: 'Its surface form.' },
  target_key: {
    type: 'string',
    nullable: true,
    doc: 'Normalised title of the target of a relationship or object of a claim.',
  },
  target: { type: 'string', nullable: true, doc: 'Its surface form.' },
  type: { type: 'string', doc: 'Entity type, predicate or claim type; empty when unknown.' },
  description: { type: 'string', doc: 'Description, empty for mentions.' },
  weight: { type: 'double', doc: 'Strength; 1 for mentions.' },
  sentences: { type: 'int[]', doc: 'Number within the document of the sentence of each span.' },
  starts: { type: 'int[]', doc: 'Document offset of each evidence span.' },
  ends: { type: 'int[]', doc: 'Document offset after each evidence span.' },
  attributes: {
    type: 'string',
    doc: 'JSON object: aliases of an entity, status and dates of a claim, what a reading cost; `{}` otherwise.',
  },
} as const satisfies Columns;

/**
 * Changes of entities by a person, or by a model that was asked about two names, in order: the second log from which
 * the graph is derived.
 */
const edits = {
  id,
  sequence: { type: 'int', doc: 'Order in which they were made.' },
  time: { type: 'string', doc: 'ISO 8601.' },
  kind: {
    type: 'string',
    doc: '`merge`, `split`, `apart`, `rename`, `delete` or `undo`; `alias` or `distinct` where a model decided.',
  },
  key: { type: 'string', doc: 'Key of the entity it applies to, or id of the edit it undoes.' },
  value: { type: 'string', doc: 'JSON value of the edit, such as the key to merge into or the name to split off.' },
} as const satisfies Columns;

/** Notebook of the collection: pins and notes of a person. */
const notes = {
  id,
  place: { type: 'double', doc: 'Orders the notes, the smallest first.' },
  created: { type: 'string', doc: 'ISO 8601.' },
  changed: { type: 'string', doc: 'ISO 8601 time of the last change of its text or tags.' },
  text: { type: 'string', doc: 'What the person wrote beside it, in Markdown.' },
  tags: { type: 'string[]', doc: 'Free words.' },
  pin: {
    type: 'string',
    doc: 'JSON of what is pinned: `kind` is `quote`, `answer`, `thing` or `map`; `null` where nothing is.',
  },
  picture: { type: 'string', doc: 'PNG of a view of the map in base64; empty for everything else.' },
} as const satisfies Columns;

/** Clusters of the tree of summaries, once a model wrote one of these (RAPTOR). The leaves are sentences of text units. */
const summaries = {
  id: { type: 'string', doc: 'Follows from the words of its leaves alone.' },
  level: { type: 'int', doc: 'Layer of the tree; 1 stands on leaves.' },
  parents: { type: 'string[]', doc: 'Summaries that it is a part of; two where it is nearly as near to a second.' },
  children: { type: 'string[]', doc: 'Summaries that it sums up; empty on level 1.' },
  text: { type: 'string', doc: 'The summary; empty on disk where no model wrote one.' },
  n_tokens: { type: 'int', doc: 'Estimated o200k tokens of the summary.' },
  text_unit_ids: { type: 'string[]', doc: 'Text units of all leaves beneath it.' },
  leaf_document_ids: { type: 'string[]', doc: 'Document of each of its own leaves; empty above level 1.' },
  leaf_starts: { type: 'int[]', doc: 'First UTF-16 offset of each of these leaves.' },
  leaf_ends: { type: 'int[]', doc: 'Offset after each of these leaves.' },
  leaf_ids: { type: 'string[]', since: 15, doc: 'Hash of the words of each of these leaves.' },
  sources: {
    type: 'string',
    doc: 'JSON: per sentence of the summary its `text` and `spans`, the list of {document_id, start, end} it rests on.',
  },
  method: { type: 'string', doc: 'Who wrote it: `extractive` or a model id.' },
  tree_settings: { type: 'string', since: 15, doc: 'JSON: the settings by which its tree was made.' },
} as const satisfies Columns;

/** Questions on which ways to search are compared, in the order in which they came. */
const evaluationQuestions = {
  id,
  question: { type: 'string', doc: 'The question.' },
  question_class: { type: 'string', nullable: true, doc: '`local`, `linked` or `global`; null where nobody said.' },
  origin: { type: 'string', doc: '`typed`, `imported`, `conversation`, `model` or `index`.' },
  made_by: { type: 'string', nullable: true, doc: 'Model that made it; null for none.' },
  approved: { type: 'int', doc: '1 where a person approved it, else 0; only approved ones are asked.' },
  reference: { type: 'string', nullable: true, doc: 'The answer that is held to be right; null without one.' },
  assertions: {
    type: 'string',
    doc: 'JSON: the list of {id, statement, importance, textUnitIds} that a good answer states.',
  },
  evidence: { type: 'string[]', doc: 'Text units that hold the answer; empty where none is marked.' },
  document_ids: { type: 'string[]', doc: 'Documents whose words it may have.' },
} as const satisfies Columns;

/** Answers to these questions, and judgements of them by a model or a person. */
const evaluationResults = {
  id,
  question_id: { type: 'string', doc: 'The question.' },
  kind: {
    type: 'string',
    doc: '`answer`, `claims`, `assertions`, `pairwise`, `differential`, `reference` or `verdict`.',
  },
  mode: { type: 'string', doc: 'Mode that answered; empty for a reference, which all modes share.' },
  other_mode: { type: 'string', nullable: true, doc: 'Mode that it was compared with; null for all else.' },
  model: { type: 'string', nullable: true, doc: 'Who wrote or judged; null for passages alone, and for a person.' },
  key: { type: 'string', doc: 'Names everything that it follows from. It holds while this is the same.' },
  text: { type: 'string', doc: 'The answer in Markdown; empty for passages alone and for judgements.' },
  found: { type: 'string[]', doc: 'Text units that were found, the best first.' },
  context: { type: 'string[]', doc: 'Text units that the model was shown, or that are shown in place of an answer.' },
  calls: { type: 'int', doc: 'Calls of the model, with those that kept replies answered.' },
  tokens: { type: 'int', doc: 'Tokens that it read and wrote.' },
  seconds: { type: 'double', doc: 'Seconds that they took, one after the other.' },
  value: { type: 'string', doc: 'JSON: the judgement; of an answer the parameters that differ from the defaults.' },
  document_ids: { type: 'string[]', doc: 'Documents whose words it may have.' },
} as const satisfies Columns;

export const TABLES = {
  documents,
  text_units: textUnits,
  entities,
  relationships,
  covariates,
  communities,
  community_reports: communityReports,
  summaries,
  extractions,
  edits,
  notes,
  evaluation_questions: evaluationQuestions,
  evaluation_results: evaluationResults,
} as const;

export type TableName = keyof typeof TABLES;
export type TableRow<N extends TableName> = RowOf<(typeof TABLES)[N]>;

export type DocumentRow = TableRow<'documents'>;
export type TextUnitRow = TableRow<'text_units'>;
export type EntityRow = TableRow<'entities'>;
export type RelationshipRow = TableRow<'relationships'>;
export type CovariateRow = TableRow<'covariates'>;
export type CommunityRow = TableRow<'communities'>;
export type CommunityReportRow = TableRow<'community_reports'>;
export type SummaryRow = TableRow<'summaries'>;
export type ExtractionRow = TableRow<'extractions'>;
export type EditRow = TableRow<'edits'>;
export type NoteRow = TableRow<'notes'>;
export type EvaluationQuestionRow = TableRow<'evaluation_questions'>;
export type EvaluationResultRow = TableRow<'evaluation_results'>;

/** Tables of what a person does with an index: the notebook and evaluations. No index is made from them. */
export const TABLES_OF_USE = [
  'notes',
  'evaluation_questions',
  'evaluation_results',
] as const satisfies readonly TableName[];
export type TableOfUse = (typeof TABLES_OF_USE)[number];

/** The tables that stay on disk until they are needed: the two logs, and those of use. */
export const TABLES_ON_DISK = ['extractions', 'edits', ...TABLES_OF_USE] as const satisfies readonly TableName[];

/** The tables that are kept as columns, of which a row is made when it is looked at. */
const TABLES_AS_COLUMNS = ['relationships'] as const satisfies readonly TableName[];

/** A table in memory. */
export type TableOf<N extends TableName> = N extends (typeof TABLES_AS_COLUMNS)[number]
  ? Rows<TableRow<N>>
  : readonly TableRow<N>[];

export const isKeptAsColumns = (table: TableName): boolean => TABLES_AS_COLUMNS.some((name) => name === table);

/** Every table that an index is made from or consists of. */
export type AllTables = { readonly [N in Exclude<TableName, TableOfUse>]: TableOf<N> };

/** The same as arrays of rows. */
export type RowTables = { readonly [N in keyof AllTables]: readonly TableRow<N>[] };

/** The tables that stay in memory while a collection is open. */
export type IndexTables = Omit<AllTables, (typeof TABLES_ON_DISK)[number]>;

/** Tables that are derived again from the records and edits. */
export const DERIVED_TABLES = [
  'entities',
  'relationships',
  'covariates',
  'communities',
  'community_reports',
] as const satisfies readonly TableName[];

/** A span of a document's text that a sentence rests on. Offsets count UTF-16 code units. */
export interface Span {
  readonly document_id: string;
  readonly start: number;
  readonly end: number;
}
