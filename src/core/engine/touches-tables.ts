import { INDEX_TABLE_NAMES } from '../index/index-tables';
import type { TableChange } from '../ports/collections';

/** Whether a change touches the records. */
export function touchesRecords({ append, replace, removeDocuments = [] }: TableChange): boolean {
  return removeDocuments.length > 0 || (append?.extractions?.length ?? 0) > 0 || replace?.extractions !== undefined;
}

/** Whether a change touches tables that are held in memory; the two logs are not among them. */
export function touchesTables({ append, replace, removeDocuments = [] }: TableChange): boolean {
  return removeDocuments.length > 0 || INDEX_TABLE_NAMES.some((name) => append?.[name] ?? replace?.[name]);
}
