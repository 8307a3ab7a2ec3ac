/** The tables that a report prompt shows, in GraphRAG's order (A10.1). */
export const DATASETS = ['Entities', 'Claims', 'Relationships', 'Reports'] as const;

export type Dataset = (typeof DATASETS)[number];

/** `compact` asks little of small models; `full` is GraphRAG's report. */
export type ReportForm = 'compact' | 'full';

/** The line above each table. */
export const HEADERS: Readonly<Record<Dataset, string>> = {
  Entities: '-----Entities-----',
  Claims: '-----Claims-----',
  Relationships: '-----Relationships-----',
  Reports: '----Reports-----',
};

const COLUMNS: Readonly<Record<Dataset, readonly string[]>> = {
  Entities: ['id', 'title', 'description'],
  Claims: ['id', 'subject_id', 'type', 'status', 'description'],
  Relationships: ['id', 'source', 'target', 'description'],
  Reports: ['id', 'full_content'],
};
const DEGREES: Readonly<Partial<Record<Dataset, string>>> = { Entities: 'degree', Relationships: 'combined_degree' };

/** The columns of a table; degrees are a matter for capable models. */
export function columnsOf(dataset: Dataset, form: ReportForm): readonly string[] {
  const degree = form === 'full' ? DEGREES[dataset] : undefined;
  return degree === undefined ? COLUMNS[dataset] : [...COLUMNS[dataset], degree];
}

/** What a dataset holds, as sources name it. */
export type SourceKind = 'entity' | 'claim' | 'relationship' | 'report';

export const KIND_OF: Readonly<Record<Dataset, SourceKind>> = {
  Entities: 'entity',
  Claims: 'claim',
  Relationships: 'relationship',
  Reports: 'report',
};
