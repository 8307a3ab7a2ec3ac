import type { SpanningCell, SpanningRow } from '../blocks/spans';
import { isOn, valueIn } from './docx-styles';
import { elementsOf, type MarkupElement } from './markup-tree';

/** Rows of a table. In Word a cell that goes on below is there again in each row, as an empty one. */
export function tableRows(table: MarkupElement, textOf: (cell: MarkupElement) => string): readonly SpanningRow[] {
  const rows: SpanningRow[] = [];
  /** Cells that may go on below, by their first column. */
  const open = new Map<number, { text: string; rows: number; columns: number }>();
  for (const row of deepElements(table, 'tr')) {
    const [properties] = elementsOf(row, 'trPr');
    if (properties && elementsOf(properties, 'del').length > 0) continue;
    const skipped = Number((properties && valueIn(properties, 'gridBefore')) ?? 0) || 0;
    const cells: SpanningCell[] = skipped > 0 ? [{ text: '', columns: skipped }] : [];
    let column = skipped;
    for (const cell of deepElements(row, 'tc')) {
      const [facts] = elementsOf(cell, 'tcPr');
      const columns = Math.max(1, Number((facts && valueIn(facts, 'gridSpan')) ?? 1) || 1);
      const merge = facts && elementsOf(facts, 'vMerge')[0];
      const above = merge && merge.attributes['val'] !== 'restart' ? open.get(column) : undefined;
      if (above?.columns === columns) above.rows += 1;
      else {
        const added = { text: textOf(cell), rows: 1, columns };
        cells.push(added);
        if (merge) open.set(column, added);
        else open.delete(column);
      }
      column += columns;
    }
    rows.push({ cells, isHead: properties !== undefined && isOn(properties, 'tblHeader') });
  }
  return rows;
}

/** Elements of this name, also where a control or an insertion is around them. */
function* deepElements(element: MarkupElement, name: string): Generator<MarkupElement> {
  for (const child of elementsOf(element)) {
    if (child.name === name) yield child;
    else if (['sdt', 'sdtContent', 'ins', 'moveTo', 'customXml'].includes(child.name)) yield* deepElements(child, name);
  }
}
