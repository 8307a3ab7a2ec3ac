import { decodeHTMLStrict } from 'entities';
import { Marked, type Token } from 'marked';

/**
 * Renders a Markdown text like a reader of GFM: a line for each line, an empty one between blocks, cells apart by a
 * bar.
 */
export const shownText = (markdown: string): string => blocks(new Marked().lexer(markdown)).join('\n\n');

/** Addresses that a reader of GFM makes links of. */
export function shownLinks(markdown: string): readonly string[] {
  const links: string[] = [];
  const reader = new Marked();
  void reader.walkTokens(reader.lexer(markdown), (token) => {
    if (token.type === 'link') links.push(String(token.href));
  });
  return links;
}

const blocks = (tokens: readonly Token[]): readonly string[] =>
  tokens.flatMap((token) => {
    if (token.type === 'space') return [];
    if (token.type === 'blockquote') return blocks(token.tokens ?? []);
    if (token.type === 'paragraph') return [inline(token.tokens ?? [])];
    if (token.type === 'table') {
      const { header, rows } = token as Extract<Token, { readonly type: 'table' }>;
      const cells = [header, ...rows] as readonly (readonly { readonly tokens: readonly Token[] }[])[];
      return [cells.map((row) => `| ${row.map((cell) => inline(cell.tokens)).join(' | ')} |`).join('\n')];
    }
    return [`{${token.type}}`];
  });

const inline = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if (token.type === 'br') return '\n';
      if (token.type === 'escape') return String(token.text);
      if (token.type === 'text') return decodeHTMLStrict(String(token.text));
      if (token.type === 'link') return inline(token.tokens ?? []);
      return `{${token.type}}`;
    })
    .join('');
