import { withoutCode } from './boilerplate';

/** Frequent function words per language, as found in any running text. */
export const languageProfiles: Readonly<Record<string, string>> = {
  en: 'the of and to in is that it was for as with on be at by this have from or had are not but which you were they his her she an',
  de: 'der die und das den von zu ist mit des sich auf für im nicht ein dem eine als auch es werden aus er hat dass sie nach wird bei einer um am sind noch wie war',
  fr: 'de la le et les des en un du une que est pour qui dans par sur au plus il pas ne ce se avec sont elle aux cette mais ou nous était leur',
  es: 'de la que el en y los del se las por un para con no una su al lo como más o pero sus le ya este sí porque esta entre cuando muy sin era',
  it: 'di e il la che in un a per è del una sono con non si da le dei al come più nel della alla ma gli anche lo era delle questo nella',
  pt: 'de a o que e do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou quando muito já também só pelo era são foi',
  nl: 'de het een van en in is dat op te zijn met voor niet aan er om ook als dan maar bij uit nog naar door over hij ze wordt was deze zij heeft',
  sv: 'och i att det som en på är av för med den till inte har de ett om hade men var sig från vi så kan när han hon eller under',
  da: 'og i at det er en til af på der den med for ikke de som et har jeg var om han men sig fra kan ved hun blev eller efter',
  nb: 'og i at det er en til av på som den med for ikke de et har jeg var om han men seg fra kan ved hun ble eller etter også',
  fi: 'ja on ei se että oli hän mutta ovat kun niin tai joka myös sen mukaan kuin ole hänen jos olla mitä sitten vain',
  pl: 'i w nie na się z do to że jest o jak a po co tak za od przez ale był była oraz są który która dla ich jego',
  cs: 'a v se na je že o z do s jako pro by to byl ale k po které za jsou od jeho která nebo jen není bylo když',
  hu: 'a az és hogy nem is egy ez volt de meg csak azt már mint van ha még vagy el kell aki ami ezt után szerint',
  ro: 'de și în a la cu pe nu este care un o din mai că să ce prin sau pentru au fost sunt dar lui era după ca',
  tr: 've bir bu da de için ile olarak çok daha olan gibi kadar sonra en ne o ya ama değil oldu ise her var',
  id: 'yang dan di dengan untuk dari dalam pada ini itu adalah tidak akan ke oleh juga karena ada telah sebagai mereka dia bisa',
  vi: 'của và là có trong không được một cho các với người này đã khi những từ về như đến tại ra để cũng',
  ca: 'de la i el que a en les els un per amb del una és no al com més són va seva aquest però ha dels era o també',
};

const sampleSize = 3000;
const sampleCount = 3;

const scripts: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['han', /\p{Script=Han}/gu],
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['cyrillic', /\p{Script=Cyrillic}/gu],
  ['arabic', /\p{Script=Arabic}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['lo', /\p{Script=Lao}/gu],
  ['km', /\p{Script=Khmer}/gu],
  ['my', /\p{Script=Myanmar}/gu],
  ['devanagari', /\p{Script=Devanagari}/gu],
  ['bn', /\p{Script=Bengali}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['te', /\p{Script=Telugu}/gu],
  ['gu', /\p{Script=Gujarati}/gu],
  ['kn', /\p{Script=Kannada}/gu],
  ['ml', /\p{Script=Malayalam}/gu],
  ['pa', /\p{Script=Gurmukhi}/gu],
  ['si', /\p{Script=Sinhala}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['am', /\p{Script=Ethiopic}/gu],
];
/** Weight of a Han or Hangul character against a letter. */
const weights: Readonly<Record<string, number>> = { han: 3, kana: 2, ko: 2 };

const languagesOfWord = new Map<string, string[]>();
for (const [language, words] of Object.entries(languageProfiles)) {
  for (const word of words.split(' ')) languagesOfWord.set(word, [...(languagesOfWord.get(word) ?? []), language]);
}

/**
 * The BCP 47 primary language of a text, from its script and its function words, apart from code in it; `und` when
 * there is too little text.
 */
export function detectLanguage(text: string): string {
  const sample = proseSample(text);
  const counts = scriptsIn(sample);
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const latin = counts.get('latin') ?? 0;
  if (all - latin >= substantial * all) counts.set('latin', latin * latinProse(sample));
  const cjk = (counts.get('han') ?? 0) + (counts.get('kana') ?? 0);
  let best = 'und';
  let most = 0;
  for (const [name, count] of counts) {
    if (count > most) [best, most] = [name, count];
  }
  if (cjk >= most && cjk > 0) return (counts.get('kana') ?? 0) > cjk * 0.08 ? 'ja' : 'zh';
  if (best === 'latin') return latinLanguage(sample);
  if (best === 'cyrillic') return cyrillicLanguage(sample);
  if (best === 'arabic') return arabicLanguage(sample);
  return best === 'devanagari' ? devanagariLanguage(sample) : best;
}

/** A longer text is looked at in stretches from its start to its end, so that the time does not grow with it. */
const longText = 200_000;
const stretches = 12;
const stretch = 4_000;

/** Samples a text for its language, without code. */
function proseSample(text: string): string {
  if (text.length <= longText) return sampleOf(withoutCode(text));
  const step = (text.length - stretch) / (stretches - 1);
  const starts = Array.from({ length: stretches }, (_, n) => Math.floor(n * step));
  return starts.map((start) => withoutCode(text.slice(start, start + stretch))).join(' ');
}

/** Three pieces of the text: its start, its middle and its end. */
function sampleOf(text: string): string {
  if (text.length <= sampleSize * sampleCount) return text;
  const step = Math.floor((text.length - sampleSize) / (sampleCount - 1));
  return Array.from({ length: sampleCount }, (_, n) => text.slice(n * step, n * step + sampleSize)).join(' ');
}

/** Weighted characters of each script. Most texts have Latin letters alone, and the other scripts are sought in what these leave. */
function scriptsIn(sample: string): Map<string, number> {
  let latin = 0;
  for (const [run] of sample.matchAll(/\p{Script=Latin}+/gu)) latin += run.length;
  const others = sample.replace(/[\p{Script=Latin}\p{Script=Common}]+/gu, '');
  const count = (pattern: RegExp): number => others.match(pattern)?.length ?? 0;
  return new Map([
    ['latin', latin],
    ...scripts.map(([name, pattern]) => [name, count(pattern) * (weights[name] ?? 1)] as const),
  ]);
}

const wordsOf = (sample: string): readonly string[] =>
  sample
    .toLowerCase()
    .normalize('NFC')
    .match(/\p{L}+/gu) ?? [];

/** Share of function words from which on Latin letters are prose; code and names have fewer. */
const proseWords = 0.2;

/** Share of letters in other scripts from which on a text may be an article in one of them; names and units of measurement have fewer. */
const substantial = 0.2;

/**
 * Estimates the share of Latin letters that are prose, 0 to 1; code in an article in another script is no sign of its
 * language.
 */
function latinProse(sample: string): number {
  const words = wordsOf(sample).filter((word) => /\p{Script=Latin}/u.test(word));
  const known = words.filter((word) => languagesOfWord.has(word)).length;
  return words.length === 0 ? 0 : Math.min(1, known / words.length / proseWords);
}

function latinLanguage(sample: string): string {
  const longer = new Map<string, number>();
  const letters = new Map<string, number>();
  const distinct = new Map<string, Set<string>>();
  const words = wordsOf(sample);
  let hits = 0;
  for (const word of words) {
    const languages = languagesOfWord.get(word);
    if (!languages) continue;
    hits++;
    for (const language of languages) {
      const scores = word.length > 1 ? longer : letters;
      scores.set(language, (scores.get(language) ?? 0) + 1 + 1 / languages.length);
      distinct.set(language, (distinct.get(language) ?? new Set()).add(word));
    }
  }
  if (hits === 0 || hits < words.length * 0.06) return 'und';
  // Single letters are also names of columns, units and points: they count up to as much as the longer words.
  const scores = [...longer].map(
    ([language, score]) => [language, score + Math.min(score, letters.get(language) ?? 0)] as const,
  );
  const [first, second] = scores.sort(([, a], [, b]) => b - a);
  if (!first || first[1] <= (second?.[1] ?? 0)) return 'und'; // words that two languages share as well tell neither from the other
  const own: ReadonlySet<string> = distinct.get(first[0]) ?? new Set<string>();
  // One word that is only written with a capital may be a name: Ada is a function word in Indonesian.
  const written = new Set<string>(sample.normalize('NFC').match(/\p{L}+/gu) ?? []);
  return own.size > 1 || [...own].some((word) => written.has(word)) ? first[0] : 'und';
}

function cyrillicLanguage(sample: string): string {
  const share = (pattern: RegExp) => (sample.match(pattern)?.length ?? 0) / sample.length;
  if (share(/[ўЎ]/g) > 0.001) return 'be';
  if (share(/[іїєґІЇЄҐ]/g) > 0.005) return 'uk';
  if (share(/[јљњћђџЈЉЊЋЂЏ]/g) > 0.005) return share(/[ѓќѕ]/g) > 0.0005 ? 'mk' : 'sr';
  if (share(/[әғқңұһӘҒҚҢҰҺ]/g) > 0.01) return 'kk';
  const russian = share(/[ыэёЫЭЁ]/g);
  return russian === 0 && share(/[ъщЪЩ]/g) > 0.01 ? 'bg' : 'ru';
}

function arabicLanguage(sample: string): string {
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0;
  if (count(/[ٹڈڑےں]/g) > sample.length * 0.01) return 'ur';
  return count(/[پچژگی]/g) > sample.length * 0.01 ? 'fa' : 'ar';
}

function devanagariLanguage(sample: string): string {
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0;
  if (count(/ळ|आहे|आणि/g) > count(/है|और|में/g)) return 'mr';
  return count(/छ\b|छन्|गरे|पनि/g) > count(/है|और|में/g) ? 'ne' : 'hi';
}

/** UTF-16 code units of a passage that are looked at, and function words from which on it may be in another language than its document. */
const PASSAGE_SAMPLE = 800;
const LEAST_HITS = 6;
const LEAST_DISTINCT = 4;
/** Share of function words in running text, and how many times as many as those of the document's language another one has. */
const LEAST_DENSITY = 0.12;
const LEAD = 1.5;

/**
 * The language (BCP 47) in which a passage is analysed: that of its document, unless its own script or function words clearly speak for another.
 * Looks at the first 800 characters.
 */
export function passageLanguage(text: string, expected: string): string {
  const sample = text.length > PASSAGE_SAMPLE ? text.slice(0, PASSAGE_SAMPLE) : text;
  const foreign = firstForeignLetter(sample);
  if (foreign !== '') {
    if (scriptPattern(expected).test(foreign)) return expected;
    const own = detectLanguage(sample);
    return own === 'und' ? expected : own;
  }
  const hits = new Map<string, number>();
  const distinct = new Map<string, Set<string>>();
  let words = 0;
  for (const word of sample.toLowerCase().split(NO_LETTERS)) {
    words++;
    for (const language of languagesOfWord.get(word) ?? []) {
      // A letter may be the name of anything.
      if (word.length < 2 && language !== expected) continue;
      hits.set(language, (hits.get(language) ?? 0) + 1);
      if (language !== expected) distinct.set(language, (distinct.get(language) ?? new Set()).add(word));
    }
  }
  let [best, most] = [expected, Math.max(LEAST_HITS - 1, LEAST_DENSITY * words, LEAD * (hits.get(expected) ?? 0))];
  for (const [language, count] of hits) {
    if (count > most && (distinct.get(language)?.size ?? 0) >= LEAST_DISTINCT) [best, most] = [language, count];
  }
  return best;
}

/** The languages in which a passage is indexed. */
export const passageLanguages = (
  text: string,
  document: string,
): { readonly own: string; readonly document: string } => ({
  own: passageLanguage(text, document),
  document,
});

/** Separators of words in Latin letters. */
const NO_LETTERS = /[\0-@[-`{-\xbf\u2000-\u206f]+/u;
/** From here on letters are neither Latin nor marks upon them. */
const FIRST_FOREIGN = 0x370;
const FOREIGN_SHARE = 1 / 3;
const LATIN_BESIDE = /[\u1e00-\u1eff\u2000-\u20cf]/u;

/** The first letter beyond Latin ones, where a third of the letters are; empty otherwise. */
function firstForeignLetter(sample: string): string {
  let first = -1;
  let foreign = 0;
  let letters = 0;
  for (let at = 0; at < sample.length; at++) {
    const code = sample.charCodeAt(at);
    if (code < 0x41) continue;
    letters++;
    if (code < FIRST_FOREIGN || LATIN_BESIDE.test(sample.charAt(at))) continue;
    if (foreign === 0) first = at;
    foreign++;
  }
  return first >= 0 && foreign > FOREIGN_SHARE * letters ? String.fromCodePoint(sample.codePointAt(first) ?? 0) : '';
}

const scriptPatterns = new Map<string, RegExp>();
/** Scripts of one language by their name in ISO 15924, where it stands for several. */
const WRITTEN_IN: Readonly<Record<string, string>> = {
  Hans: '\\p{Script=Han}',
  Hant: '\\p{Script=Han}',
  Jpan: '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}',
  Kore: '\\p{Script=Hangul}',
  Latf: '\\p{Script=Latin}',
  Latg: '\\p{Script=Latin}',
};

/** Returns a pattern for letters of the script in which a language is written. */
function scriptPattern(language: string): RegExp {
  const known = scriptPatterns.get(language);
  if (known) return known;
  // A file may state no language at all.
  const { script = 'Latn' } = /^[a-z]{2,3}$/.test(language) ? new Intl.Locale(language).maximize() : {};
  const made = new RegExp(`[${WRITTEN_IN[script] ?? `\\p{Script=${script}}`}]`, 'u');
  scriptPatterns.set(language, made);
  return made;
}
