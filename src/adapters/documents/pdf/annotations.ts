import { oneLine } from '../text/clean-text';
import type { Box, PageLines, Word } from './layout/box';
import type { PdfFile } from './open-pdf';
import { placeOf, viewOf } from './page-glyphs';

/** Numbers of the PDF standard for kinds of annotations that hold words of their own. */
const COMMENTS: ReadonlySet<number> = new Set([1, 3, 9, 10, 11, 12, 14]);
const WIDGET = 20;
/** Flags of an annotation that is not shown: hidden, or not on a screen. */
const UNSEEN = 0b100010;
const CHECK_BOX = 2;
const RADIO_BUTTON = 3;
const CHOICES_AND_TEXT: ReadonlySet<number> = new Set([4, 5, 6]);
/** Flag of a field for a password. */
const SECRET = 1 << 13;

interface FilledField {
  readonly name: string;
  readonly value: string;
  readonly place: Word['place'];
}

export interface Annotations {
  readonly comments: readonly string[];
  readonly fields: readonly FilledField[];
}

/** Comments on an open page and values of its form that people see. */
export function readAnnotations(file: PdfFile, page: number): Annotations {
  const { pdfium } = file;
  const comments: string[] = [];
  const fields: FilledField[] = [];
  const count = pdfium.FPDFPage_GetAnnotCount(page);
  for (let at = 0; at < count; at += 1) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, at);
    if (annotation === 0) continue;
    const kind = pdfium.FPDFAnnot_GetSubtype(annotation);
    if ((pdfium.FPDFAnnot_GetFlags(annotation) & UNSEEN) === 0) {
      if (kind === WIDGET) fields.push(...filledField(file, page, annotation));
      else if (COMMENTS.has(kind)) comments.push(commentOf(file, annotation));
    }
    pdfium.FPDFPage_CloseAnnot(annotation);
  }
  return { comments: comments.filter(Boolean), fields };
}

const commentOf = (file: PdfFile, annotation: number): string =>
  oneLine(file.text((to, bytes) => file.pdfium.FPDFAnnot_GetStringValue(annotation, 'Contents', to, bytes)));

function filledField(file: PdfFile, page: number, annotation: number): FilledField[] {
  const { form, pdfium } = file;
  const kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation);
  const isSecret = (pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation) & SECRET) !== 0;
  const text = (): string => file.text((to, bytes) => pdfium.FPDFAnnot_GetFormFieldValue(form, annotation, to, bytes));
  const isButton = kind === CHECK_BOX || kind === RADIO_BUTTON;
  const value = isButton
    ? checkOf(pdfium.FPDFAnnot_IsChecked(form, annotation) || isOn(file, annotation), kind)
    : CHOICES_AND_TEXT.has(kind) && !isSecret
      ? oneLine(text())
      : '';
  if (value === '') return [];
  const label = file.text((to, bytes) => pdfium.FPDFAnnot_GetFormFieldAlternateName(form, annotation, to, bytes));
  const name = label || file.text((to, bytes) => pdfium.FPDFAnnot_GetFormFieldName(form, annotation, to, bytes));
  const place = placeOf(
    file.rectangle((to) => pdfium.FPDFAnnot_GetRect(annotation, to)),
    viewOf(file, page),
  );
  return [{ name: oneLine(name), value, place }];
}

/** The state by its name in the file: a box without pictures of its states has nothing else. */
function isOn(file: PdfFile, annotation: number): boolean {
  const state = file.text((to, bytes) => file.pdfium.FPDFAnnot_GetStringValue(annotation, 'AS', to, bytes));
  return state !== '' && state !== 'Off';
}

const checkOf = (isChecked: boolean, kind: number): string =>
  isChecked ? (kind === CHECK_BOX ? '☒' : '◉') : kind === CHECK_BOX ? '☐' : '';

/** Points beside a field within which its label stands. */
const REACH = 200;

/**
 * Writes each value behind the words beside its field, as people read them: to its left, or to the right of a box to
 * check. Values without such words come back as they are named in the file.
 */
export function withFields(
  runs: readonly Box[],
  fields: readonly FilledField[],
): { readonly runs: readonly Box[]; readonly fields: PageLines['fields'] } {
  const filled = [...runs];
  const unlabelled: FilledField[] = [];
  for (const field of fields) {
    const [x, y, width, height] = field.place;
    const isBeside = (run: Box): boolean => !run.turned && run.y > y && run.y - 0.5 * run.size < y + height;
    const level = filled.filter(isBeside);
    const before = level.filter((run) => run.x1 <= x + 2).toSorted((a, b) => b.x1 - a.x1)[0];
    const label = before && x - before.x1 < REACH ? before : undefined;
    const after = level.filter((run) => run.x0 >= x + width - 2).toSorted((a, b) => a.x0 - b.x0)[0];
    const words = [{ text: field.value, place: field.place }];
    if (label) {
      const text = `${label.text} ${field.value}`;
      filled[filled.indexOf(label)] = { ...label, text, filled: true, words: [...(label.words ?? []), ...words] };
    } else if (after && after.x0 - x - width < after.size * 2) {
      const text = `${field.value} ${after.text}`;
      filled[filled.indexOf(after)] = {
        ...after,
        text,
        filled: true,
        x0: x,
        words: [...words, ...(after.words ?? [])],
      };
    } else unlabelled.push(field);
  }
  return { runs: filled, fields: unlabelled };
}
