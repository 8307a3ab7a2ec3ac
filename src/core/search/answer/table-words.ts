import type { ContextDataset } from '../context/context';

/** How models call the tables of a prompt, by the beginnings of words. */
const BEGINNINGS: Readonly<Record<ContextDataset, string>> = {
  Reports: 'report community bericht rapport informe 报告',
  Entities: 'entit 实体',
  Relationships: 'relation 关系',
  Claims: 'claim covariate',
  Sources: 'source document docs passage text reference citation quelle fuente fonte 来源 文档 资料 原文',
};

/** The whole words by which a reference without "Data:" may begin. */
export const TABLE_WORDS = [
  ...[
    'source',
    'report',
    'relationship',
    'claim',
    'document',
    'passage',
    'reference',
    'quelle',
    'fuente',
    'doc',
    'ref',
  ],
  ...['sources', 'reports', 'relationships', 'claims', 'documents', 'passages', 'references', 'quellen', 'fuentes'],
  ...['entity', 'entities', 'docs', 'refs', '来源', '文档', '资料', '报告', '实体', '关系'],
];

/** The table that a word of a reference means; null for none that a prompt has. */
export function tableOf(word: string): ContextDataset | null {
  const lower = word.toLowerCase();
  for (const [dataset, beginnings] of Object.entries(BEGINNINGS)) {
    if (beginnings.split(' ').some((beginning) => lower.startsWith(beginning))) return dataset as ContextDataset;
  }
  return null;
}
