/** An element of what pandoc prints as JSON. */
export interface PandocNode {
  readonly t: string;
  readonly c?: unknown;
}

export interface PandocDocument {
  readonly blocks: readonly PandocNode[];
}

/** White space is one space, and control characters are white space. */
export const collapsed = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** The words of anything that pandoc read, with a line's end for each line's break; notes are left out. */
export function pandocText(node: unknown): string {
  if (Array.isArray(node)) return node.map(pandocText).join('');
  if (typeof node !== 'object' || node === null) return '';
  const { t, c } = node as PandocNode;
  if (t === 'Str') return String(c);
  if (t === 'Space' || t === 'SoftBreak') return ' ';
  if (t === 'LineBreak') return '\n';
  if (t === 'Note') return '';
  if (t === 'Code' || t === 'CodeBlock' || t === 'Math') return `{${t}}`;
  if (t === 'Quoted') return `“${pandocText(c)}”`;
  return t === undefined ? '' : pandocText(c);
}

/** The lines of blocks in their order; cells of a row are apart by a bar. */
export function pandocLines(blocks: readonly PandocNode[]): readonly string[] {
  return blocks.flatMap(({ t, c }) => {
    if (t === 'Para' || t === 'Plain') return pandocText(c).split('\n');
    if (t === 'BlockQuote') return pandocLines(c as readonly PandocNode[]);
    if (t === 'Div') return pandocLines((c as [unknown, readonly PandocNode[]])[1]);
    if (t === 'Table') return rowsOf(c);
    return [`{${t}}`];
  });
}

/** Rows of a table: lists of cells, each of which ends in its blocks. */
function rowsOf(table: unknown): readonly string[] {
  const [, , , [, heads], bodies] = table as [
    unknown,
    unknown,
    unknown,
    [unknown, Row[]],
    [unknown, unknown, Row[], Row[]][],
  ];
  const rows = [...heads, ...bodies.flatMap(([, , inner, body]) => [...inner, ...body])];
  return rows.map(([, cells]) => `| ${cells.map((cell) => pandocText(cell[4])).join(' | ')} |`);
}

type Row = [unknown, [unknown, unknown, unknown, unknown, PandocNode[]][]];
