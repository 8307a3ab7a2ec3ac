import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter, configure } from '@zip.js/zip.js';

export type DocxBlock =
  | { readonly kind: 'h1' | 'h2' | 'h3' | 'p' | 'li'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

interface DocxDocument {
  readonly title: string;
  readonly blocks: readonly DocxBlock[];
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Writes a small Word document with headings, lists and tables. The same input gives the same bytes. */
export async function writeDocx(document: DocxDocument): Promise<Uint8Array> {
  const body = document.blocks.map(blockXml).join('');
  return zipTexts({
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': relationships([
      ['officeDocument', 'word/document.xml', OFFICE],
      ['metadata/core-properties', 'docProps/core.xml', `${PACKAGE}/relationships`],
    ]),
    'word/document.xml': `${HEADER}<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships([
      ['styles', 'styles.xml', OFFICE],
      ['numbering', 'numbering.xml', OFFICE],
    ]),
    'word/styles.xml': STYLES,
    'word/numbering.xml': NUMBERING,
    'docProps/core.xml': coreXml(document.title),
  });
}

/** A ZIP of UTF-8 texts with fixed dates, so that the bytes depend on the texts alone. */
export async function zipTexts(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
  return zipFiles(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)])),
  );
}

/** A ZIP file of named bytes. */
export async function zipFiles(files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array> {
  configure({ useWebWorkers: false });
  const writer = new ZipWriter(new Uint8ArrayWriter(), { extendedTimestamp: false });
  const lastModDate = new Date(2020, 0, 1);
  for (const [name, bytes] of Object.entries(files))
    await writer.add(name, new Uint8ArrayReader(bytes), { lastModDate });
  return writer.close();
}

function blockXml(block: DocxBlock): string {
  if (block.kind === 'table') return tableXml(block.rows);
  const style = { h1: 'Heading1', h2: 'Heading2', h3: 'Heading3', li: 'ListParagraph', p: '' }[block.kind];
  const list = block.kind === 'li' ? '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>' : '';
  const properties = style ? `<w:pPr><w:pStyle w:val="${style}"/>${list}</w:pPr>` : '';
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${escapeXml(block.text)}</w:t></w:r></w:p>`;
}

function tableXml(rows: readonly (readonly string[])[]): string {
  const cell = (text: string): string => `<w:tc><w:tcPr/>${blockXml({ kind: 'p', text })}</w:tc>`;
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const grid = '<w:gridCol w:w="2400"/>'.repeat(columns);
  const lines = rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('');
  return `<w:tbl><w:tblPr/><w:tblGrid>${grid}</w:tblGrid>${lines}</w:tbl>`;
}

/** Escapes text for XML content and attributes. */
function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function relationships(targets: readonly (readonly [type: string, target: string, base: string])[]): string {
  const items = targets.map(
    ([type, target, base], index) => `<Relationship Id="rId${index + 1}" Type="${base}/${type}" Target="${target}"/>`,
  );
  return `${HEADER}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`;
}

function coreXml(title: string): string {
  const names = `xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"`;
  return `${HEADER}<cp:coreProperties ${names}><dc:title>${escapeXml(title)}</dc:title></cp:coreProperties>`;
}

const CONTENT_TYPES = `${HEADER}<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="${TYPES}.document.main+xml"/>
<Override PartName="/word/styles.xml" ContentType="${TYPES}.styles+xml"/>
<Override PartName="/word/numbering.xml" ContentType="${TYPES}.numbering+xml"/>
<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>
</Types>`;

const headingStyle = (level: number): string =>
  `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/>` +
  `<w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:sz w:val="${36 - level * 4}"/></w:rPr></w:style>`;

const STYLES = `${HEADER}<w:styles xmlns:w="${WORD}">${[1, 2, 3].map(headingStyle).join('')}<w:style w:type="paragraph" w:styleId="ListParagraph"><w:name w:val="List Paragraph"/><w:pPr><w:ind w:left="720"/></w:pPr></w:style></w:styles>`;

const NUMBERING = `${HEADER}<w:numbering xmlns:w="${WORD}"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
