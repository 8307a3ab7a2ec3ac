/** Signs of the Symbol font by their place, from 0x20 and from 0xa0. */
const SYMBOL = [...' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'];
const SYMBOL_HIGH = [
  ...'€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪',
  ...' 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭',
];

/** Signs of Wingdings that stand in texts. */
const WINGDINGS: Readonly<Record<number, string>> = {
  ...{ 0x28: '☎', 0x2a: '✉', 0x4a: '☺', 0x4c: '☹', 0x6c: '●', 0x6e: '■', 0x6f: '□', 0x71: '❑', 0x72: '❒', 0x75: '◆' },
  ...{ 0x9e: '·', 0x9f: '•', 0xa7: '▪', 0xa8: '◻', 0xd8: '➢', 0xdf: '←', 0xe0: '→', 0xe1: '↑', 0xe2: '↓', 0xe8: '➔' },
  ...{ 0xf0: '⇨', 0xfb: '✗', 0xfc: '✓', 0xfd: '☒', 0xfe: '☑' },
};

/** A sign of a symbol font, 0x20 to 0xff or the same from U+F000 on, as a character; empty for one that has none. */
export function symbolSign(font: string, code: number): string {
  const place = code & 0xff;
  if (/^wingdings$/iu.test(font)) return WINGDINGS[place] ?? '';
  if (/^symbol/iu.test(font)) return (place < 0xa0 ? SYMBOL[place - 0x20] : SYMBOL_HIGH[place - 0xa0]) ?? '';
  return '';
}
