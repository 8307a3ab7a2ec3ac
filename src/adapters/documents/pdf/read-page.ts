import { withAccents } from './accents';
import { readAnnotations, withFields } from './annotations';
import { glyphReader } from './glyph-text';
import type { PageLines } from './layout/box';
import { orderedLines } from './layout/file-order';
import { runsOf } from './layout/runs';
import type { PdfFile } from './open-pdf';
import { pageGlyphs } from './page-glyphs';

/** Reads single pages of a file, from 0; undefined for one that is damaged. */
export function pageReader(file: PdfFile): (index: number) => PageLines | undefined {
  const readText = glyphReader();
  return (index) =>
    file.withPage(index, (page) => {
      const { height, glyphs } = pageGlyphs(file, page);
      readText(glyphs);
      const { comments, fields } = readAnnotations(file, page);
      const filled = withFields(runsOf(withAccents(glyphs)), fields);
      const label = file.labelOf(index);
      return { height, regions: orderedLines(filled.runs), comments, fields: filled.fields, label };
    });
}
