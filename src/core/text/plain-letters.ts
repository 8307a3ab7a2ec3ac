/** Letters without a decomposition, as the letter that a reader of English would type. */
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  ŋ: 'n',
  Ŋ: 'N',
};

/** Latin letters beyond Latin-1, at which the English tokenizer would cut a word. */
const BEYOND = /[\u0100-\u024f\u1e00-\u1eff]/g;

/** The text with Latin letters beyond Latin-1 as their plain letters; offsets stay. `Barić` becomes `Baric`. */
export function withPlainLetters(text: string): string {
  return text.replace(BEYOND, (letter) => {
    const plain = PLAIN[letter] ?? letter.normalize('NFD').charAt(0);
    return plain.length === 1 ? plain : letter;
  });
}
