import { isCommon } from './german-questions';
import { terms } from '../text/terms';

/** What a German question asks of something, before its value is known. */
export interface GermanAttribute {
  readonly phrase: string;
  readonly terms: readonly string[];
  readonly isStrict: boolean;
  /** Whether it is asked of what the question names: "Hat Karl Kinder?" */
  readonly isHad: boolean;
}

const NOUN = String.raw`(\p{Lu}[\p{L}-]+)`;
const ARTICLE = String.raw`(?:der|die|das|den|dem|eine?n?)`;
const OF = String.raw`(?:\s+(?:von|vom|des|der|im|in|am|an|auf|für|zum|zur)(?!\p{L})[^?]*)`;
const ADJECTIVE = String.raw`(?:\p{Ll}+e[nrsm]? )?`;

const COUNTED = new RegExp(String.raw`(?<!\p{L})[Ww]ie ?viele?n? ${ADJECTIVE}${NOUN}`, 'u');
const OF_IT = new RegExp(
  String.raw`^\s*(?:(?:[Ww]as|[Ww]ie \p{Ll}+|[Ww]ann) (?:ist|war|sind|waren|beträgt|betrug)|[Ww]ie (?:heißt|heißen|hieß|hießen)) ${ARTICLE} ${ADJECTIVE}${NOUN}${OF}?\s*\??\s*$`,
  'u',
);
const WHO_OF = new RegExp(
  String.raw`^\s*[Ww]er (?:ist|war|sind|waren) ${ARTICLE} ${ADJECTIVE}${NOUN}${OF}\s*\??\s*$`,
  'u',
);
const KIND_OF = new RegExp(String.raw`^\s*[Ww]elche[rsnm]? ${ADJECTIVE}${NOUN} \p{Ll}+`, 'u');
const HAS = new RegExp(
  String.raw`^\s*(?:[Hh]at|[Hh]atten?|[Hh]aben|[Bb]esitzt|[Bb]esaß) [^?]+? (?:eine?n? )?${ADJECTIVE}${NOUN}\s*\??\s*$`,
  'u',
);

/** Nouns that stand for any kind of thing, or for what texts tell without naming it. */
const LIGHT = new Set(
  terms(
    `Zahl Anzahl Menge Grund Gründe Ursache Ursachen Ziel Ziele Zweck Bedeutung Ergebnis Ergebnisse Folge Folgen Unterschied Zusammenhang
     Verhältnis Beziehung Verbindung Meinung Ansicht Methode Weise Problem Probleme Frage Fragen Antwort Ort Stadt Land Dorf Firma Gruppe Verein
     Titel Aufgabe Aufgaben Ereignis Ereignisse Änderung Änderungen Vorschlag Vorschläge Plan Idee Maßnahme Maßnahmen Schritt Schritte
     Teil Teile Stelle Wert Werte Gegenstand Gebäude Tier Buch Werk Schiff Krieg Sprache`,
  ),
);

/** Reads what a German question asks by a noun of its own; null when it asks by none. */
export function germanAttribute(question: string): GermanAttribute | null {
  const had = HAS.exec(question)?.[1];
  const strict = had ?? (COUNTED.exec(question) ?? OF_IT.exec(question))?.[1];
  const phrase = strict ?? (WHO_OF.exec(question) ?? KIND_OF.exec(question))?.[1];
  if (phrase === undefined || isCommon(phrase)) return null;
  const own = terms(phrase).filter((term) => !LIGHT.has(term));
  if (own.length === 0) return null;
  return { phrase, terms: own, isStrict: strict !== undefined, isHad: had !== undefined };
}
