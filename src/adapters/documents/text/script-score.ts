/** Frequent characters of Chinese (both scripts) and frequent Korean syllables: wrong decodings seldom hit them. */
const FREQUENT_HAN = new Set(
  '的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼體國來個這們為說時會過對裡後麼沒還發當開見經頭將與進實點種聲話問機給業間門東聽氣關並內產萬語本年書会社'.split(
    '',
  ),
);
const FREQUENT_HANGUL = new Set(
  '이다는의에을를가고하은들지한사로도그리자기과시인정수대어서나일해있것와으구부스제장전보'.split(''),
);
const FREQUENT_CYRILLIC = new Set('оеаинтсрвлкмдпуя'.split(''));

/**
 * How much a decoding looks like writing, as a mean over its characters outside ASCII: above 0 for plausible text,
 * below 0 for noise. Plain ASCII scores 1.
 */
export function scriptScore(text: string): number {
  let sum = 0;
  let count = 0;
  let before = ' ';
  for (const character of text) {
    if (character > '\x7f' || isControl(character)) {
      sum += characterScore(character, before);
      count += 1;
    }
    before = character;
  }
  return count === 0 ? 1 : sum / count;
}

function isControl(character: string): boolean {
  return (character < ' ' && !'\t\n\r\f'.includes(character)) || character === '\x7f';
}

function characterScore(character: string, before: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0xa0 || code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff) || code > 0x2ffff) return -6;
  if (code < 0x250) return latinScore(code, before);
  if (code >= 0x400 && code < 0x500) return cyrillicScore(character, before);
  if (code >= 0x3040 && code <= 0x30ff) return 2;
  if (code >= 0x3000 && code < 0x3040) return 2;
  if (code >= 0xff61 && code <= 0xff9f) return -2;
  if (code >= 0xff00 && code <= 0xffef) return 1.5;
  if (code >= 0x2010 && code <= 0x2027) return 1;
  if (code >= 0x4e00 && code <= 0x9fff) return hanScore(character, before);
  if (code >= 0xac00 && code <= 0xd7a3) return FREQUENT_HANGUL.has(character) ? 3 : 0.4;
  return /[\p{L}\p{M}\p{N}]/u.test(character) ? 0.2 : -1;
}

function latinScore(code: number, before: string): number {
  if (code < 0xc0) return code === 0xa0 || '§°«»·¿¡£©®²³½ªº'.includes(String.fromCharCode(code)) ? 0.5 : -2;
  if (code === 0xd7 || code === 0xf7) return -1;
  if (before > '\x7f') return /\p{L}/u.test(before) ? -2 : 0;
  const isCapital = code <= 0xde;
  return isCapital && /[a-z]/u.test(before) ? -1 : 1;
}

function cyrillicScore(character: string, before: string): number {
  if (/[A-Za-z]/u.test(before)) return -2;
  const isCapital = character >= 'А' && character <= 'Я';
  if (isCapital && /[а-яё]/u.test(before)) return -2;
  return FREQUENT_CYRILLIC.has(character) ? 1.8 : 0.5;
}

function hanScore(character: string, before: string): number {
  if (/[A-Za-z]/u.test(before)) return -1.5;
  return FREQUENT_HAN.has(character) ? 3 : 0.2;
}
