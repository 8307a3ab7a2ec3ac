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

const TABLE_FILE = new RegExp(`(?:^|/)(create_final_)?(${TABLE_NAMES.join('|')})\\.parquet$`, 'u');

/** The table of GraphRAG's that a file is by its name. */
export const tableOfFile = (path: string): LooseName | undefined => TABLE_FILE.exec(path)?.[2] as LooseName | undefined;
