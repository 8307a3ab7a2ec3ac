import type { BareMeasure, Measure } from './measures';

const NUMBER = String.raw`(?:\d|(?<!\p{L})(?:eine?n?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\p{L}*zehn|\p{L}*zig|hundert|tausend)(?!\p{L}))`;
const MONEY =
  /[£$€¥]|\d[\d.]*,\d\d(?!\d)|(?<!\p{L})(?:Euro|Cent|Pfund|Dollar|Franken|(?:Reichs)?mark|Kronen|Schilling|Gulden|Taler|Prozent)(?!\p{L})|%/iu;
const YEARS = String.raw`\([^()]*\d{3,4}\s*[–—-][^()]*\)`;

/** A measure by its own words, or by a length that no other dimension's word follows. */
const lengthBy = (own: string, others: string): RegExp =>
  new RegExp(
    String.raw`(?<!\p{L})(?:${own})(?!\p{L})|(?<!\p{L}|Quadrat|Kubik)(?:[ckm]?m|(?:Zenti|Kilo|Milli)?meter[ns]?|Fuß|Zoll|Ellen|Faden|Stockwerken?)(?!\p{L}|²|³|\s+(?:${others})(?!\p{L}))`,
    'iu',
  );

/** Attributes that German texts state by a value. */
export const GERMAN_MEASURES: readonly Measure[] = [
  { asked: /(?<!\p{L})alter(?!\p{L})/iu, value: /(?<!\p{L})alt(?!\p{L})|jährig|geboren|Jahren/iu },
  { asked: /temperatur/iu, value: /°|(?<!\p{L})Grad(?!\p{L})/iu },
  {
    asked: /kosten|preis|betrag|miete|summe|gebühr|umsatz|gewinn|verlust|lohn|gehalt/iu,
    value: MONEY,
  },
  {
    asked: /farbe/iu,
    value:
      /(?<!\p{L})(?:rot|blau|grün|gelb|schwarz|weiß|grau|braun|orange|violett|lila|rosa|silbern|golden)(?:e[nrsm]?)?(?!\p{L})/iu,
  },
  {
    asked: /gewicht|länge|höhe|tiefe|breite|größe|entfernung|geschwindigkeit|fläche/iu,
    value: new RegExp(NUMBER, 'iu'),
  },
];

/** What is high without a height: sums, of which a question asks by their own word. */
const SUM = String.raw`\p{L}*(?:gehalt|lohn|umsatz|gewinn|verlust|kosten|preis|miete|summe|betrag|anteil|gebühr|steuern?|strafe|zuschuss|kaution|schulden?|zahl|temperatur|rente|pension|honorar)`;

/** Measures for which German asks without a noun: "Wie hoch ist …". */
export const GERMAN_BARE: readonly Omit<BareMeasure, 'phraseInChinese'>[] = [
  {
    asked: /(?<!\p{L})wie alt(?!\p{L})/iu,
    value: /(?<!\p{L})alt(?!\p{L})|jährig|geboren|(?<!\p{L})mit \S+ Jahren|Lebensjahr|Alter/iu,
    phrase: 'Alter',
    isLife: false,
  },
  {
    asked: new RegExp(String.raw`(?<!\p{L})wie hoch(?!\p{L})(?! \p{L}+ (?:\p{L}+ ){0,2}?${SUM}(?!\p{L}))`, 'iu'),
    value: lengthBy('hoch|hohe[nrsm]?|Höhe', 'tief|breit|lang|dick|entfernt|weit|unter'),
    phrase: 'Höhe',
    isLife: false,
  },
  {
    asked: /(?<!\p{L})wie tief(?!\p{L})/iu,
    value: lengthBy('tief|tiefe[nrsm]?', 'hoch|breit|lang|dick|entfernt|weit|über'),
    phrase: 'Tiefe',
    isLife: false,
  },
  {
    asked: /(?<!\p{L})wie breit(?!\p{L})/iu,
    value: lengthBy('breite?[nrsm]?', 'hoch|tief|lang|dick|entfernt|weit'),
    phrase: 'Breite',
    isLife: false,
  },
  {
    asked: /(?<!\p{L})wie lang(?!\p{L})/iu,
    value: lengthBy('lang|lange[nrsm]?|Länge', 'hoch|tief|breit|dick|entfernt|über'),
    phrase: 'Länge',
    isLife: false,
  },
  {
    asked: /(?<!\p{L})wie schwer(?!\p{L})|(?<!\p{L})wie ?viel (?:wiegt|wog)/iu,
    value: /(?<!\p{L})(?:wiegt|wogen?|Gewicht|schwer|kg|Kilo(?:gramm)?|Gramm|Tonnen?|Pfund|Zentner)(?!\p{L})/iu,
    phrase: 'Gewicht',
    isLife: false,
  },
  {
    asked: /^\s*(?:wann|in welchem jahr) (?:wurde|ist|war) [^?]+ geboren/iu,
    value: new RegExp(String.raw`geboren|Geburt|(?<!\p{L})geb\.|\* ?\d|${YEARS}`, 'iu'),
    phrase: 'Geburt',
    isLife: true,
  },
  {
    asked: /^\s*(?:wann|in welchem jahr) (?:(?:starb|verstarb)(?!\p{L})|ist [^?]+ gestorben)/iu,
    value: new RegExp(
      String.raw`(?<!\p{L})(?:ver)?st(?:arb|irbt|arben|orben)|gestorben|verstorben|(?<!\p{L})(?:tot|tod|todes|ertrank|umgekommen|gefallen|begraben)|† ?\d|${YEARS}`,
      'iu',
    ),
    phrase: 'Tod',
    isLife: true,
  },
];
