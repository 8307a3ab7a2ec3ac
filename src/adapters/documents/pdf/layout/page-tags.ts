import type { PdfFile } from '../open-pdf';

/** Elements of a page's tree that are looked at: a hostile one has no end. */
const MOST_ELEMENTS = 100_000;
const DEEPEST = 100;

/** Role of tagged content: the level of a heading, or a table's cell. */
export type Tag = number | 'cell';

/** Roles of the content of an open page, by the numbers that the file tags it with. Other text has none. */
export function pageTags(file: PdfFile, page: number): ReadonlyMap<number, Tag> {
  const { pdfium } = file;
  const tags = new Map<number, Tag>();
  const tree = pdfium.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return tags;
  let left = MOST_ELEMENTS;
  const visit = (element: number, outer: Tag | undefined, depth: number): void => {
    if (element === 0 || depth > DEEPEST) return;
    const own = tagOf(file.text((at, bytes) => pdfium.FPDF_StructElement_GetType(element, at, bytes)));
    const tag = own === 'cell' ? (outer ?? own) : (own ?? outer);
    const count = pdfium.FPDF_StructElement_CountChildren(element);
    for (let at = 0; at < count && (left -= 1) > 0; at += 1) {
      const content = pdfium.FPDF_StructElement_GetChildMarkedContentID(element, at);
      if (content < 0) visit(pdfium.FPDF_StructElement_GetChildAtIndex(element, at), tag, depth + 1);
      else if (tag !== undefined) tags.set(content, tag);
    }
  };
  const count = pdfium.FPDF_StructTree_CountChildren(tree);
  for (let at = 0; at < count; at += 1) visit(pdfium.FPDF_StructTree_GetChildAtIndex(tree, at), undefined, 0);
  pdfium.FPDF_StructTree_Close(tree);
  return tags;
}

/** Role by the standard name of a tag (ISO 32000). */
function tagOf(name: string): Tag | undefined {
  const [heading, level = '1'] = /^H([1-6])?$/u.exec(name) ?? [];
  return heading ? Number(level) : name === 'TD' || name === 'TH' ? 'cell' : undefined;
}
