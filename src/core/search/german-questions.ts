import type { Wanted } from './asking-words';

const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/u));

/** Words with which only a German question begins. */
const ASKERS = listed(`
  wer wen wem wessen wann wo woher wohin warum wieso weshalb wie welche welcher welches welchem welchen wozu wofür womit
  wodurch worin woran worauf woraus worüber wovon wobei wonach worum gibt gab hat hatte haben hatten ist sind waren wurde wurden wird werden
  kann kannst können konnte muss müssen darf dürfen soll sollen nenne nennt zeige beschreibe erkläre erzähle vergleiche besitzt besaß`);

/** German words that no English question has, but in a name. */
const MARKERS = listed(`
  der das dem des ein eine einer eines einem einen und oder ist sind wurde wurden wird werden hat hatte haben hatten nicht auch noch nur
  von vom im zum zur bei beim mit nach für über unter zwischen durch gegen ohne seit wegen auf aus dass wir sie ihr ihre sein seine
  wissen spielt spielte weiß steht stand gibt gab bekannt`);

/** English words, in small letters, that no German question has. */
const ENGLISH = listed(`
  a the of and or is are were be been did does do has had have to for with by from at on as about between what who whom whose when where which why how
  his their this that these those he she it they not compare describe explain tell give show find
  fought won lost begun waged sold made held known built left`);
/** What no German question has in small letters, "declared" of "Was war declared in 1914?". */
const PARTICIPLE = /^\p{Ll}{2,}ed$/u;
/** A Dutch question that begins like a German one: "Wie is de directeur …". */
const DUTCH = /(?<!\p{L})(?:is|het|een|heeft|werd|wordt|zijn|de(?=\s+\p{Ll}))(?!\p{L})/u;
const QUOTED = /["“„«][^"”“»]*["”“»]/gu;

/** German words that carry no topic, where a question is asked in them. */
const SMALL = listed(`
  der die das den dem des ein eine einer eines einem einen kein keine keinen keiner keinem
  und oder aber sondern denn weil dass daß ob wenn als wie so auch noch nur schon nicht nie sehr mehr viel viele vielen wieviel wieviele
  in im ins an am ans auf aus bei beim mit nach von vom vor zu zum zur über unter zwischen durch für gegen ohne um bis seit während wegen trotz ab je pro
  ist sind war waren wird werden wurde wurden worden sein gewesen hat haben hatte hatten habe hätte kann kannst können konnte konnten muss
  müssen musste mussten soll sollen sollte sollten darf dürfen durfte will wollen wollte wollten möchte mag gibt gab es
  ich du er sie wir ihr man mich mir dir ihm ihn ihnen uns euch sich mein meine meinen dein deine seine seinen seinem seiner seines ihre ihren ihrem
  ihrer ihres unser unsere unseren dieser diese dieses diesem diesen jener jene jenes solche
  wer was wann wo woher wohin warum wieso weshalb wessen wem wen welche welcher welches welchem welchen wozu wofür womit wodurch worin woran worauf
  woraus worüber wovon wobei wonach worum da dort hier dann nun jetzt damals dabei dazu davon damit darüber denn eigentlich genau etwa
  bitte danke mal`);

/** German words that fit any text. */
const GENERIC = listed(`
  rolle rollen spielt spielte spielen gespielt wissen weiß wusste bekannt erfahren erfährt erfahre sagen sagt sagte gesagt erzählen erzählt erzähle
  berichten berichtet beschreiben beschreibe beschreibt erklären erkläre erklärt nennen nenne nennt genannt erwähnt zeige zeig name namens
  namen heißt hieß heißen hießen person personen leute mensch menschen jemand etwas alles ding dinge sache sachen unterlagen dokument dokumente
  dokumenten text texte texten datei dateien quelle quellen art arten sorte jahr datum zeit uhrzeit ort information informationen`);

/** What only asks: the measure of a "wie", and "stehen" of what texts say. */
const FURNITURE =
  /(?<=(?<!\p{L})wie )(?:hoch|lange?|weit|oft|alt|groß|tief|schwer|breit|dick|schnell|früh|spät|teuer|viele?n?)(?!\p{L})|(?<=^\s*was )(?:steht|stand|geschah|passierte|machte?|tat|tut)(?!\p{L})|(?<=^\s*was (?:ist|war) [^?]*)(?<!\p{L})(?:passiert|geschehen)(?!\p{L})/giu;
const WORD = /[\p{L}\p{M}]+/gu;
const LEAST_MARKERS = 2;

/** Whether a question is asked in German: it begins with a German asking word, or holds two words that only German has. */
export function isGerman(question: string): boolean {
  const typed = question.replace(QUOTED, ' ').match(WORD) ?? [];
  const words = typed.map((word) => word.toLowerCase());
  const [first = '', second = ''] = words;
  const marked = new Set(words.filter((word) => MARKERS.has(word))).size;
  if (ASKERS.has(first)) return (first !== 'hat' || marked > 0) && !DUTCH.test(question);
  if (first !== 'was') return marked >= LEAST_MARKERS && !isEnglish(typed);
  if (second === 'ist') return true;
  return (second === 'war' || marked > 0) && !/^\p{Lu}\p{Ll}/u.test(typed[1] ?? '') && !isEnglish(typed);
}

const isEnglish = (typed: readonly string[]): boolean => {
  const [first = '', ...more] = typed;
  return ENGLISH.has(first.toLowerCase()) || more.some((word) => ENGLISH.has(word) || PARTICIPLE.test(word));
};

/** A German question without its words that only ask, join, or fit any text. */
export function germanContent(question: string): string {
  return question.replace(FURNITURE, ' ').replace(WORD, (word) => (isCommon(word) ? ' ' : word));
}

/** Whether a word of a German question names nothing. */
export function isCommon(word: string): boolean {
  const lower = word.toLowerCase();
  return SMALL.has(lower) || GENERIC.has(lower);
}

/** Words before a German noun that is no name: every noun has a capital there. */
export const BEFORE_NOUN = listed(`
  der die das den dem des ein eine einer eines einem einen kein keine keinen keiner keinem mein meine meinen dein deine sein seine seinen ihr ihre ihren
  unser unsere dieser diese dieses diesem diesen jener jene welche welcher welches welchem welchen viel viele vielen im am zum zur vom beim ins ans`);

/** What kind of thing a German question asks for. */
export const WANTED_GERMAN: readonly (readonly [Exclude<Wanted, null>, RegExp])[] = [
  ['name', /^\s*wie (?:heißt|heißen|hieß|hießen)(?!\p{L})/iu],
  ['time', /^\s*(?:\p{L}+\s+){0,1}wann(?!\p{L})|^\s*in welchem jahr(?!\p{L})|^\s*an welchem tag(?!\p{L})/iu],
  ['number', /(?<!\p{L})wie ?(?:viele?n?|hoch|alt|lange?|groß|tief|weit|schwer|breit|oft|teuer)(?!\p{L})/iu],
  ['definition', /^\s*(?:wer|was) (?:ist|war|sind|waren) \p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*\s*\??\s*$/u],
  ['person', /(?<!\p{L})we(?:r|n|m|ssen)(?!\p{L})/iu],
  ['place', /^\s*(?:wo|woher|wohin)(?!\p{L})|^\s*(?:in|aus) welche[rmn] (?:stadt|ort|land|dorf)(?!\p{L})/iu],
];
