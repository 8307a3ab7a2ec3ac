import type { DocumentRow } from '../../tables/tables';

/**
 * Labels documents for citations, by id: the title; where others have the same one, with the path, and with the row
 * (from 1) where they share that too.
 */
export function documentLabels(documents: readonly DocumentRow[]): ReadonlyMap<string, string> {
  const titled = groupedBy(documents, ({ title }) => folded(title));
  const labels = new Map<string, string>();
  for (const alike of titled.values()) {
    if (alike.length === 1) for (const { id, title } of alike) labels.set(id, title);
    else for (const group of groupedBy(alike, ({ source_path }) => source_path).values()) tellApart(group, labels);
  }
  return labels;
}

function tellApart(group: readonly DocumentRow[], labels: Map<string, string>): void {
  group.forEach(({ id, title, source_path, source_row }, at) => {
    const number = group.length > 1 ? `, ${(source_row ?? at) + 1}` : '';
    labels.set(id, `${title} (${source_path}${number})`);
  });
}

const folded = (title: string): string => title.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();

function groupedBy<T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
