import { wordSet } from './word-set';

/** Abbreviations (lower case, without the last point) after which a sentence continues. */
const titles =
  'mr mrs ms dr prof rev hon st sr jr gen col maj capt lt sgt cmdr sen rep gov pres supt insp mt ft ' +
  'e.g i.e cf vs viz approx ca c fig figs eq ref refs sec ch vol vols no nos pp p ed eds trans art nr op ibid dipl ing habil';
const mayEnd =
  'etc inc ltd co corp bros dept univ assn est al a.m p.m ad bc jan feb mar apr jun jul aug sep sept oct nov dec ave rd blvd ' +
  'm.sc b.sc ph.d ll.m ll.b b.eng m.eng d.phil m.phil m.ed b.ed';

const byLanguage: Readonly<Record<string, string>> = {
  de: 'z.b z. d.h d. u.a u. bzw usw vgl evtl ggf inkl nr str hr fr frau dr prof abs abb bd s geb gest jh jhdt v.chr n.chr ca sog zzgl',
  fr: 'm mm mme mmes mlle dr pr st ste p.ex ex cf env av apr art chap fig n°',
  es: 'sr sra srta dr dra d dña ud uds p.ej ej art cap fig núm pág av',
  it: 'sig sigg dott dott.ssa prof ing avv art fig pag p.es es ecc',
  pt: 'sr sra dr dra prof eng av pág p.ex ex art núm',
  nl: 'dhr mevr dr prof ir drs mr bijv d.w.z o.a nr blz ca m.b.t',
  ru: 'г гг в вв т.е т.к т.д т.п др пр им ул д см стр рис руб тыс млн млрд напр акад проф н.э',
  pl: 'np tzn itd itp prof dr inż ul nr r w s',
};

const never = wordSet(titles);
const sometimes = wordSet(mayEnd);
const languageSets = new Map(Object.entries(byLanguage).map(([language, words]) => [language, wordSet(words)]));

/** `never` ends a sentence, `sometimes` does (before a capitalised function word), or is `unknown`. */
type AbbreviationKind = 'never' | 'sometimes' | 'unknown';

/** Returns the kind of the word before a point. `word` has no final point; single letters are initials. */
export function abbreviationKind(word: string, language: string): AbbreviationKind {
  const lower = word.toLowerCase();
  if (languageSets.get(language)?.has(lower)) return 'never';
  const english = language === 'en' || language === 'und';
  if (never.has(lower) && (english || lower.length < 5))
    return lower === 'no' || lower === 'art' ? numbered(word) : 'never';
  if (sometimes.has(lower)) return 'sometimes';
  if (/^\p{L}$/u.test(word)) return 'sometimes';
  return /^(?:\p{L}\.)+\p{L}$/u.test(word) ? 'sometimes' : 'unknown';
}

/** Checks if a text ends in an abbreviation joined to another one, without its last point: `Dipl.-Ing`, `Prof.-Dr`. */
export const isJoinedTitle = (text: string): boolean => /(?<!\p{L})\p{Lu}\p{L}{1,5}\.-\p{Lu}\p{L}{1,6}$/u.test(text);

/** `No.` and `Art.` abbreviate only when capitalised. */
function numbered(word: string): AbbreviationKind {
  return /^\p{Lu}/u.test(word) ? 'never' : 'unknown';
}
