import { PAGE_HEIGHT, PAGE_WIDTH, layOut, type PdfBlock, type PlacedLine } from './pdf-layout';
import { assemblePdf, pdfInfoText, pdfStream, pdfText } from './pdf-objects';

interface PdfDocument {
  readonly title: string;
  readonly author?: string;
  /** Each starts on a new page and runs on over as many as it needs. */
  readonly pages: readonly { readonly blocks: readonly PdfBlock[]; readonly columns?: 1 | 2 }[];
  /** Running lines at the top and the bottom of every page; `{page}` becomes the page number. */
  readonly header?: string;
  readonly footer?: string;
}

const FIXED = 5;

/** Writes a small PDF 1.4: A4, Helvetica, an outline from the headings. The same input gives the same bytes. */
export function writePdf(document: PdfDocument): Uint8Array {
  const pages = document.pages.flatMap((page) => layOut(page.blocks, page.columns ?? 1));
  const numberOf = (page: number): number => FIXED + 1 + page * 2;
  const outlineStart = numberOf(pages.length);
  const outline = outlineObjects(pages, outlineStart, numberOf);
  const info = `/Title ${pdfInfoText(document.title)}${document.author ? ` /Author ${pdfInfoText(document.author)}` : ''}`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R${outline.length > 0 ? ` /Outlines ${outlineStart} 0 R` : ''} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, page) => `${numberOf(page)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< ${info} /Producer ${pdfInfoText('Burrow sample writer')} >>`,
    ...pages.flatMap((lines, page) => pageObjects([...runningLines(document, page), ...lines], numberOf(page))),
    ...outline,
  ];
  return assemblePdf(objects, '/Root 1 0 R /Info 5 0 R');
}

function pageObjects(lines: readonly PlacedLine[], number: number): string[] {
  const resources = '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>';
  const box = `/MediaBox [0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}]`;
  const content = lines.map(
    (line) => `BT /F${line.bold ? 2 : 1} ${line.size} Tf ${line.x} ${line.y.toFixed(2)} Td ${pdfText(line.text)} Tj ET`,
  );
  return [
    `<< /Type /Page /Parent 2 0 R ${box} ${resources} /Contents ${number + 1} 0 R >>`,
    pdfStream(content.join('\n')),
  ];
}

function runningLines(document: PdfDocument, page: number): PlacedLine[] {
  const line = (text: string, y: number): PlacedLine => ({
    x: 64,
    y,
    size: 9,
    bold: false,
    text: text.replaceAll('{page}', String(page + 1)),
  });
  return [
    ...(document.header ? [line(document.header, PAGE_HEIGHT - 40)] : []),
    ...(document.footer ? [line(document.footer, 36)] : []),
  ];
}

interface OutlineItem {
  readonly title: string;
  readonly page: number;
  readonly y: number;
  readonly level: number;
}

function outlineObjects(pages: readonly PlacedLine[][], start: number, pageNumber: (page: number) => number): string[] {
  const items = pages.flatMap((lines, page) =>
    lines.flatMap((line): OutlineItem[] =>
      line.heading
        ? [{ title: line.heading.text, page, y: line.y + line.size, level: line.heading.kind === 'h1' ? 1 : 2 }]
        : [],
    ),
  );
  if (items.length === 0) return [];
  const parents = items.map((item, index) =>
    item.level === 1 ? -1 : items.slice(0, index).findLastIndex((other) => other.level === 1),
  );
  const reference = (index: number): string => `${start + 1 + index} 0 R`;
  const family = (parent: number): string => {
    const children = items.flatMap((_, index) => (parents[index] === parent ? [index] : []));
    const [first] = children;
    const last = children.at(-1);
    if (first === undefined || last === undefined) return '';
    return ` /First ${reference(first)} /Last ${reference(last)} /Count ${children.length}`;
  };
  const link = (name: string, index: number): string => (index < 0 ? '' : ` /${name} ${reference(index)}`);
  const entries = items.map((item, index) => {
    const parent = parents[index] ?? -1;
    const previous = items.slice(0, index).findLastIndex((_, other) => parents[other] === parent);
    const next = items.findIndex((_, other) => other > index && parents[other] === parent);
    const target = `/Dest [${pageNumber(item.page)} 0 R /XYZ 0 ${item.y.toFixed(2)} 0]`;
    const up = parent < 0 ? `${start} 0 R` : reference(parent);
    const links = link('Prev', previous) + link('Next', next) + family(index);
    return `<< /Title ${pdfInfoText(item.title)} /Parent ${up} ${target}${links} >>`;
  });
  return [`<< /Type /Outlines${family(-1)} >>`, ...entries];
}
