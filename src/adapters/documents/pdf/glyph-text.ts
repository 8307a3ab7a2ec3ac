/** Font facts of pdf.js with `fontExtraProperties`. */
export interface FontFacts {
  readonly composite?: boolean;
  readonly vertical?: boolean;
  readonly isType3Font?: boolean;
  /** Four edges of all glyphs, in glyph space. */
  readonly bbox?: readonly number[];
  readonly fontMatrix?: readonly number[];
  /** Glyph names by character code, where the file gives its own. */
  readonly differences?: Readonly<Record<number, string>>;
  /** Widths by character code; a subset has none, or zero, for what it left out. */
  readonly widths?: Readonly<Record<number, number>>;
  readonly toUnicode?: { readonly _map?: Readonly<Record<number, string>> };
}

/** Text of the character codes that pdf.js reads as nothing, a blank or a meaningless sign. */
export type GlyphTexts = ReadonlyMap<number, GlyphText>;

interface GlyphText {
  readonly text: string;
  /** True only if the font sets words, and not formulas: its glyphs have no names that mean anything. */
  readonly byPlace: boolean;
}

/** The text of a glyph that cannot be read. */
export const UNREAD = '\ufffd';

/** The codes of a font whose text has to be found elsewhere; empty for a sound font and for one with codes of several bytes. */
export function glyphTexts(font: FontFacts): GlyphTexts {
  const texts = new Map<number, GlyphText>();
  if (font.composite) return texts;
  const codes = Object.entries(font.widths ?? {}).flatMap(([code, width]) => (width > 0 ? [Number(code)] : []));
  const encoding = texEncoding(codes);
  for (const code of codes.filter((each) => each < 256)) {
    const name = textOfName(font.differences?.[code] ?? '');
    const known = font.toUnicode?._map?.[code];
    if (known !== undefined && !/^[\p{Cc}\p{Zs}\p{Co}]*$/u.test(known)) continue;
    if (name !== undefined) {
      if (name !== (known ?? String.fromCharCode(code))) texts.set(code, { text: name, byPlace: false });
    } else if (PRIVATE[known ?? ''] !== undefined) {
      texts.set(code, { text: PRIVATE[known ?? ''] ?? UNREAD, byPlace: false });
    } else if (known === undefined || /\p{Cc}/u.test(known)) {
      const placed = encoding?.[code];
      const text = placed ?? (isControl(code) ? UNREAD : String.fromCharCode(code));
      if (text !== String.fromCharCode(code)) texts.set(code, { text, byPlace: placed !== undefined });
    }
  }
  return texts;
}

const isControl = (code: number): boolean => code < 0x20 || (code >= 0x7f && code < 0xa0);

/** Private codes of the two ligatures in fonts from before Unicode had them. */
const PRIVATE: Readonly<Record<string, string>> = { '\uf001': 'fi', '\uf002': 'fl' };

/** Glyph names that cannot be derived by rule (Adobe Glyph List). */
const NAMES: Readonly<Record<string, string>> = {
  ...{ ff: 'ff', fi: 'fi', fl: 'fl', ffi: 'ffi', ffl: 'ffl', IJ: 'IJ', ij: 'ij', st: 'st', ct: 'ct' },
  ...{ space: ' ', nbspace: ' ', hyphen: '-', hyphenchar: '-', endash: '–', emdash: '—', minus: '−' },
  ...{ quoteleft: '‘', quoteright: '’', quotedblleft: '“', quotedblright: '”', quotesingle: "'", quotedbl: '"' },
  ...{ quotesinglbase: '‚', quotedblbase: '„', guillemotleft: '«', guillemotright: '»', bullet: '•', ellipsis: '…' },
  ...{ period: '.', comma: ',', colon: ':', semicolon: ';', parenleft: '(', parenright: ')', section: '§' },
  ...{ germandbls: 'ß', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', oslash: 'ø', Oslash: 'Ø', dotlessi: 'ı' },
};

/** The text of a glyph name by the rules of the Adobe Glyph List: `f_f_i`, `uni0066`, `fi.alt`. */
function textOfName(name: string): string | undefined {
  const parts = name.replace(/\..*$/u, '').split('_');
  const texts = parts.map((part) => {
    if (Object.hasOwn(NAMES, part)) return NAMES[part];
    const code = /^uni([0-9A-F]{4})$|^u([0-9A-F]{4,6})$/u.exec(part);
    if (code) return fromCode(parseInt(code[1] ?? code[2] ?? '', 16));
    return /^[A-Za-z]$/u.test(part) ? part : undefined;
  });
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

function fromCode(code: number): string | undefined {
  const isText = code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code >= 0xf900);
  return isText ? String.fromCodePoint(code) : undefined;
}

type Encoding = Readonly<Record<number, string>>;

/** TeX's first text encoding (OT1), where it is not ASCII. */
const OT1: Encoding = {
  ...numbered(0x00, 'Γ Δ Θ Λ Ξ Π Σ Υ Φ Ψ Ω ff fi fl ffi ffl ı ȷ ` ´ ˇ ˘ ¯ ˚ ¸ ß æ œ ø Æ Œ Ø'),
  ...{ 0x22: '”', 0x27: '’', 0x3c: '¡', 0x3e: '¿', 0x5c: '“', 0x5f: '˙', 0x60: '‘' },
  ...numbered(0x7b, '– — ˝ ˜ ¨'),
};

/** TeX's encoding of 256 letters (T1, "Cork"), where it is neither ASCII nor Latin-1. */
const T1: Encoding = {
  ...numbered(0x00, '` ´ ˆ ˜ ¨ ˝ ˚ ˇ ˘ ¯ ˙ ¸ ˛ ‚ ‹ › “ ” „ « » – —'),
  ...numbered(0x19, 'ı ȷ ff fi fl ffi ffl'),
  ...{ 0x27: '’', 0x60: '‘', 0x7f: '-' },
  ...numbered(0x80, 'Ă Ą Ć Č Ď Ě Ę Ğ Ĺ Ľ Ł Ń Ň Ŋ Ő Ŕ Ř Ś Š Ş Ť Ţ Ű Ů Ÿ Ź Ž Ż Ĳ İ đ §'),
  ...numbered(0xa0, 'ă ą ć č ď ě ę ğ ĺ ľ ł ń ň ŋ ő ŕ ř ś š ş ť ţ ű ů ÿ ź ž ż ĳ ¡ ¿ £'),
  ...{ 0xd7: 'Œ', 0xdf: 'SS', 0xf7: 'œ', 0xff: 'ß' },
};

function numbered(first: number, texts: string): Encoding {
  return Object.fromEntries(texts.split(' ').map((text, at) => [first + at, text]));
}

/** Detects the encoding of a font, by the codes of its ligatures and letters; undefined where neither shows. */
function texEncoding(codes: readonly number[]): Encoding | undefined {
  const has = (from: number, to: number): boolean => codes.some((code) => code >= from && code <= to);
  if (has(0x80, 0xff)) return has(0x10, 0x1f) ? T1 : undefined;
  if (has(0x0b, 0x0f)) return OT1;
  return has(0x10, 0x1f) ? T1 : undefined;
}
