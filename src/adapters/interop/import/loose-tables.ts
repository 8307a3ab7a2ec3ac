import type { LooseRow } from './parquet-rows';

/** The tables that are read; `nodes` is that of versions 0 and 1. */
const TABLE_NAMES = [
  'documents',
  'text_units',
  'nodes',
  'entities',
  'relationships',
  'communities',
  'community_reports',
  'covariates',
] as const;

export type LooseName = (typeof TABLE_NAMES)[number];
export type LooseTables = { readonly [N in LooseName]?: readonly LooseRow[] };

/** The columns that are read, of all tables and versions. Others, such as vectors, may be of any type and size. */
export const READ_COLUMNS: ReadonlySet<string> = new Set([
  ...['id', 'human_readable_id', 'title', 'name', 'type', 'description', 'text', 'raw_content', 'creation_date'],
  ...['raw_data', 'metadata', 'attributes', 'n_tokens', 'document_id', 'document_ids', 'text_unit_id', 'text_unit_ids'],
  ...[
    'source',
    'target',
    'weight',
    'x',
    'y',
    'community',
    'level',
    'parent',
    'children',
    'entity_ids',
    'relationship_ids',
  ],
  ...['period', 'size', 'summary', 'full_content', 'full_content_json', 'findings', 'rank', 'rating_explanation'],
  ...[
    'rank_explanation',
    'covariate_type',
    'subject_id',
    'object_id',
    'status',
    'start_date',
    'end_date',
    'source_text',
  ],
]);

const TABLE_FILE = new RegExp(`(?:^|/)(create_final_)?(${TABLE_NAMES.join('|')})\\.parquet$`, 'u');

/** The table of GraphRAG's that a file is by its name. */
export const tableOfFile = (path: string): LooseName | undefined => TABLE_FILE.exec(path)?.[2] as LooseName | undefined;
