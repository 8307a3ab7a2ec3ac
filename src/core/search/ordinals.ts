import { isStopWord } from '../text/terms';
import { MONTHS } from './alignment/statement';
import { isCommon } from './german-questions';

/** What a German number with a point tells from others of its kind: "1. Weltkrieg", "2. Bürgermeister". */
const NUMBERED = new RegExp(
  String.raw`^(?:${`
  weltkrieg jahrhundert jahrtausend jahrzehnt jahrestag jahrgang jahr quartal halbjahr semester monat woche tag stunde
  advent weihnachtstag weihnachtsfeiertag osterfeiertag feiertag
  bürgermeister vorsitzend vorstand vorsteher stellvertreter beisitzer kassier kassenwart schriftführer präsident direktor offizier
  klasse stock stockwerk etage obergeschoss untergeschoss liga runde spieltag halbzeit platz preis rang etappe mannschaft
  satz akt aufzug szene teil band kapitel auflage ausgabe lesung instanz senat kammer abteilung abschnitt absatz
  kompanie bataillon regiment division armee geige violine stimme sinfonie symphonie mal generation hälfte drittel
  `
    .trim()
    .replace(/\s+/gu, '|')})(?:innen|in|e[nrsm]?|n|s)?$`,
  'iu',
);
/** A month cut short, or the number of one: "2. Okt.", "2. 5. 1950". */
const MONTH =
  /^(?:(?:jan|feb|febr|mär|mar|apr|jun|jul|aug|sep|sept|okt|oct|nov|dez|dec)\.?|maj|mars|\d{1,2}\.(?:\d{2,4})?)$/iu;

/** Whether a number with a point before this word likely belongs to it, as that of a day or of one of several: "2. Mai", "1. Weltkrieg". */
export function isOrdinalBefore(word: string): boolean {
  return MONTHS.has(word.toLowerCase()) || MONTH.test(word) || NUMBERED.test(word);
}

/** Whether two numbered lines number the same thing rather than list two: "2. Bootsfrau Ida Moe", "3. Bootsfrau Olga Petrova". */
export function countSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase() && !isStopWord(one) && !isCommon(one);
}
