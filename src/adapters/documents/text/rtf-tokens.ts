/** A piece of a file in rich text. `text` holds bytes as Latin-1; a control word has its number where one follows. */
export type RtfToken =
  | { readonly kind: 'open' | 'close' }
  | { readonly kind: 'word'; readonly name: string; readonly number: number | undefined }
  | { readonly kind: 'text'; readonly bytes: string };

/** A new one for each file, since it remembers where it is. */
const tokens = (): RegExp =>
  /([{}])|\\([a-zA-Z]{1,32})(-?\d{1,10})?\x20?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|\\'?|[\r\n\0]+|([^\\{}\r\n\0]+)/gsuy;

/** Signs with a control word or symbol of their own. */
const SIGNS: Readonly<Record<string, string>> = {
  '~': '\xa0',
  _: '\u2011',
  '-': '\xad',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: '\u2003',
  enspace: '\u2002',
  qmspace: '\u2005',
  zwj: '\u200d',
  zwnj: '\u200c',
};

/** A sign that a control word stands for. */
export const rtfSign = (name: string): string | undefined => (Object.hasOwn(SIGNS, name) ? SIGNS[name] : undefined);

/** Yields the tokens of a file whose bytes are read as Latin-1. Bytes of pictures (`\bin`) are passed over. */
export function* rtfTokens(source: string): Generator<RtfToken> {
  const token = tokens();
  for (let found = token.exec(source); found; found = token.exec(source)) {
    const [whole, brace, name, number, hex, symbol, bytes] = found;
    if (brace) yield { kind: brace === '{' ? 'open' : 'close' };
    else if (name === 'bin') token.lastIndex += Math.max(0, Number(number ?? 0));
    else if (name !== undefined)
      yield { kind: 'word', name, number: number === undefined ? undefined : Number(number) };
    else if (hex !== undefined) yield { kind: 'text', bytes: String.fromCharCode(Number.parseInt(hex, 16)) };
    else if (symbol !== undefined && '\\{}'.includes(symbol)) yield { kind: 'text', bytes: symbol };
    // A line end behind a backslash is a paragraph's end.
    else if (symbol !== undefined)
      yield { kind: 'word', name: /[\r\n]/u.test(symbol) ? 'par' : symbol, number: undefined };
    else if (bytes !== undefined) yield { kind: 'text', bytes };
    else if (whole === '') return;
  }
}
