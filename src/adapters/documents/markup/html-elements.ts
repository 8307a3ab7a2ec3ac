import { wordSet } from '../../../core/text/word-set';
import type { NumeralKind } from '../blocks/numerals';
import { elementsOf, findElement, textOfElement, type MarkupElement } from './markup-tree';

/** Elements that only a data table has, and those that cells of a table have which lays out a page. */
const TABLE_HEADS = ['th', 'caption', 'thead'];
const LAID_OUT = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'ul', 'ol', 'pre'];
/** Kinds of fields whose value is what somebody typed. */
const TYPED = wordSet('text number date time month week datetime-local email tel url');

/** Value of a field that somebody filled in. */
export function fieldValue(element: MarkupElement): string {
  const { name, attributes } = element;
  if (name === 'textarea') return textOfElement(element);
  if (name === 'select') {
    const chosen = elementsOf(element, 'option').find((option) => 'selected' in option.attributes);
    return chosen ? textOfElement(chosen) : '';
  }
  const type = attributes['type']?.toLowerCase() ?? 'text';
  if (type === 'checkbox' || type === 'radio') return 'checked' in attributes ? '☑' : '☐';
  return TYPED.has(type) ? (attributes['value'] ?? '') : '';
}

export function headingLevel({ name, attributes }: MarkupElement): number {
  const level =
    /^h([1-6])$/u.exec(name)?.[1] ?? (attributes['role'] === 'heading' ? (attributes['aria-level'] ?? '2') : '0');
  return Math.min(6, Number(level) || 0);
}

/** Numerals of a list, by its type or its own style. */
export function numeralKind({ attributes }: MarkupElement): NumeralKind {
  const type = attributes['type'] ?? '';
  const style = /list-style(?:-type)?\s*:\s*([a-z-]+)/iu.exec(attributes['style'] ?? '')?.[1] ?? '';
  return (['a', 'A', 'i', 'I'] as const).find((kind) => kind === type) ?? STYLES.get(style) ?? '1';
}

const STYLES: ReadonlyMap<string, NumeralKind> = new Map([
  ['lower-alpha', 'a'],
  ['lower-latin', 'a'],
  ['upper-alpha', 'A'],
  ['upper-latin', 'A'],
  ['lower-roman', 'i'],
  ['upper-roman', 'I'],
  ['decimal-leading-zero', '01'],
  ['cjk-decimal', '一'],
]);

export const isCell = ({ name }: MarkupElement): boolean => name === 'td' || name === 'th';

/** A span of cells; 0 means to the table's end. */
export const span = (value: string | undefined): number => (value === '0' ? 65_534 : Math.max(1, Number(value) || 1));

export function* rowsOf(
  table: MarkupElement,
  isHead = false,
): Generator<{ readonly element: MarkupElement; readonly isHead: boolean }> {
  for (const child of elementsOf(table)) {
    if (child.name === 'tr') {
      const cells = elementsOf(child).filter(isCell);
      yield { element: child, isHead: isHead || (cells.length > 0 && cells.every(({ name }) => name === 'th')) };
    } else if (child.name !== 'table' && child.name !== 'caption') yield* rowsOf(child, child.name === 'thead');
  }
}

/** Checks for a table that lays out a page, or a part of it. */
export function isLayout(table: MarkupElement, rows: readonly { readonly element: MarkupElement }[]): boolean {
  const role = table.attributes['role'];
  if (role === 'presentation' || role === 'none') return true;
  const has = (names: readonly string[], element: MarkupElement): boolean =>
    names.some((name) => findElement(element, name) !== undefined);
  if (has(TABLE_HEADS, { ...table, children: elementsOf(table).filter(({ name }) => name !== 'table') })) return false;
  return rows.length === 0 || rows.some(({ element }) => has(LAID_OUT, element));
}

/** White space as a browser shows it; the line breaks that are left come from `br`. */
export function collapse(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/[ \t\r\f]+/gu, ' ').trim())
    .join('\n')
    .trim();
}
