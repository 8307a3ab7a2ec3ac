import { BorderStyle, HeadingLevel, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx';
import type { IParagraphOptions } from 'docx';
import type { Token, Tokens } from 'marked';
import { isRightToLeft } from '../../core/text/direction';
import { inlinesOf } from './word-inlines';
import type { WordParts } from './word-parts';

type Block = Paragraph | Table;
type Look = Omit<IParagraphOptions, 'children' | 'text'>;

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;

/** Lists and quotations deeper than this are written at this depth. */
const DEEPEST = 8;

/** The blocks of Markdown tokens. */
export function blocksOf(tokens: readonly Token[], parts: WordParts, look: Look = {}, depth = 0): readonly Block[] {
  return tokens.flatMap((token) => blockOf(token, parts, look, depth));
}

function blockOf(token: Token, parts: WordParts, look: Look, depth: number): readonly Block[] {
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'heading': {
      const level = HEADINGS[Math.min(6, Number(token.depth)) - 1] ?? HeadingLevel.HEADING_6;
      return [paragraphOf(token.tokens, parts, { ...look, heading: level })];
    }
    case 'blockquote':
      return blocksOf(token.tokens ?? [], parts, quoted(look, depth), Math.min(DEEPEST, depth + 1));
    case 'list':
      return listOf(token as Tokens.List, parts, depth);
    case 'table':
      return [tableOf(token as Tokens.Table, parts)];
    case 'code':
      return String(token.text)
        .split('\n')
        .map(
          (text) =>
            new Paragraph({ ...look, spacing: { after: 0 }, children: [new TextRun({ font: 'Consolas', text })] }),
        );
    case 'hr':
      return [new Paragraph({ ...look, border: { bottom: RULE } })];
    default:
      return [paragraphOf([token], parts, look)];
  }
}

/** A paragraph of inline tokens, in the direction of its first letter. */
export function paragraphOf(tokens: readonly Token[] | undefined, parts: WordParts, look: Look = {}): Paragraph {
  const isRight = isRightToLeft(textOf(tokens));
  const children = inlinesOf(tokens, { ...parts, isRightToLeft: isRight });
  return new Paragraph({ ...look, ...(isRight && { bidirectional: true }), children });
}

/** The words of tokens, without their look. */
const textOf = (tokens: readonly Token[] | undefined): string =>
  (tokens ?? [])
    .map((token) =>
      'tokens' in token && token.tokens ? textOf(token.tokens) : 'text' in token ? String(token.text) : '',
    )
    .join('');

const RULE = { style: BorderStyle.SINGLE, size: 6, space: 8, color: '8B8373' };

const quoted = (look: Look, depth: number): Look => ({
  ...look,
  indent: { left: 400 * (depth + 1) },
  border: { left: RULE },
});

function listOf({ ordered, start, items }: Tokens.List, parts: WordParts, depth: number): readonly Block[] {
  const level = Math.min(DEEPEST, depth);
  const reference = `list-${parts.starts.length}`;
  if (ordered) parts.starts.push(Number(start) || 1);
  const first: Look = ordered ? { numbering: { reference, level: 0 } } : { bullet: { level } };
  const further: Look = { indent: { left: 720 * (level + 1) } };
  return items.flatMap((item) =>
    withCheckbox(item.tokens).flatMap((token, at) => blockOf(token, parts, at === 0 ? first : further, depth + 1)),
  );
}

/** Moves the box of a task before its words, into the same paragraph. */
function withCheckbox(tokens: readonly Token[]): readonly Token[] {
  const [box, words, ...rest] = tokens;
  if (box?.type !== 'checkbox' || !words) return tokens;
  const inner = 'tokens' in words && words.tokens ? words.tokens : [words];
  return [{ type: 'paragraph', raw: words.raw, text: words.raw, tokens: [box, ...inner] }, ...rest];
}

function tableOf({ header, rows }: Tokens.Table, parts: WordParts): Table {
  const cell = ({ tokens }: Tokens.TableCell): TableCell => new TableCell({ children: [paragraphOf(tokens, parts)] });
  const isRight = isRightToLeft(
    [header, ...rows]
      .flat()
      .map(({ text }) => text)
      .join(' '),
  );
  return new Table({
    ...(isRight && { visuallyRightToLeft: true }),
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: [
      new TableRow({ tableHeader: true, children: header.map(cell) }),
      ...rows.map((row) => new TableRow({ children: row.map(cell) })),
    ],
  });
}
