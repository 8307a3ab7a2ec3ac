import { layOut, PAGE_HEIGHT, PAGE_WIDTH, type PdfBlock, type PlacedLine } from '../../scripts/lib/pdf-layout';
import { assemblePdf, pdfStream, pdfText } from '../../scripts/lib/pdf-objects';

const MARGIN = 64;
/** Left edges of the columns of a table, in points. */
const EDGES = [MARGIN, 284, 434];
const ROW = 17;

/**
 * A PDF of one A4 page in Times: a heading, then a paragraph for each line. Lines with tabs are rows of a table, with a
 * rule below each. Throws where they do not fit.
 */
export function printedPage(text: string, columns: 1 | 2): Uint8Array {
  const content: string[] = [];
  let y = PAGE_HEIGHT - MARGIN;
  for (const [at, run] of runsOf(text.trim().split('\n')).entries()) {
    if (run[0]?.includes('\t'))
      for (const row of run) {
        y -= ROW;
        const cells = row
          .split('\t')
          .map((cell, column) => ({ x: EDGES[column] ?? 0, y, size: 11, bold: false, text: cell }));
        content.push(...cells.map(shown), `${MARGIN} ${y - 5} m ${PAGE_WIDTH - MARGIN} ${y - 5} l S`);
      }
    else {
      const blocks = run.map((line, block): PdfBlock => ({ kind: at + block === 0 ? 'h1' : 'p', text: line }));
      const moved = y - (PAGE_HEIGHT - MARGIN) - (at === 0 ? 0 : 10);
      const placed = layOut(blocks, columns).map((page) => page.map((line) => ({ ...line, y: line.y + moved })));
      content.push(...(placed[0] ?? []).map(shown));
      y = Math.min(...placed.flat().map((line) => line.y)) - 10;
      if (placed.length > 1 || y < 0) throw new Error('The text is longer than a page.');
    }
  }
  return onePage(content.join('\n'));
}

/** Lines with tabs and lines without, as they follow each other. */
const runsOf = (lines: readonly string[]): string[][] =>
  lines.reduce<string[][]>((runs, line) => {
    const last = runs.at(-1);
    if (last?.[0]?.includes('\t') === line.includes('\t')) last.push(line);
    else runs.push([line]);
    return runs;
  }, []);

const shown = ({ bold, size, x, y, text }: PlacedLine): string =>
  `BT /F${bold ? 2 : 1} ${size} Tf ${x} ${y.toFixed(2)} Td ${pdfText(text)} Tj ET`;

function onePage(content: string): Uint8Array {
  const [plain, bold] = ['Times-Roman', 'Times-Bold'].map(
    (name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`,
  );
  const facts = `/MediaBox [0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}] /Resources << /Font << /F1 ${plain} /F2 ${bold} >> >>`;
  const page = `<< /Type /Page /Parent 2 0 R ${facts} /Contents 4 0 R >>`;
  const pages = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>';
  return assemblePdf(['<< /Type /Catalog /Pages 2 0 R >>', pages, page, pdfStream(content)], '/Root 1 0 R');
}
