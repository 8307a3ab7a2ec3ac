import { terms } from '../text/terms';
import { contentTerms } from './asking-words';
import { germanContent, isGerman } from './german-questions';

/** When, where or to whom somebody with a name did something or had it done: "Where did Ada Stirn study?". */
export interface DeedOfOne {
  /** What is asked, as it was typed, without the name. */
  readonly phrase: string;
  readonly name: string;
  /** Terms of its verb. */
  readonly verb: readonly string[];
  /** Whether it was done to the one who is named: "Where was Ada Stirn born?". */
  readonly isPassive: boolean;
}

const WORD = String.raw`\p{Lu}[\p{L}\p{M}'’-]*\.?`;
const NAME = String.raw`(?<name>${WORD}(?: (?:(?:von|van|de|der|den|di|du|la|le) ){0,2}${WORD})*)`;
const VERB = String.raw`(?<verb>\p{Ll}+)`;
const END = String.raw`\s*\??\s*$`;
const ASKING = String.raw`^\s*(?:(?:[Tt]o|[Ww]ith|[Bb]y|[Ff]rom|[Ff]or) )?(?:[Ww]hen|[Ww]here|[Ww]hom?|(?:[Ii]n )?(?:[Ww]hat|[Ww]hich) (?:year|town|city|country|place|month))`;
const ADVERB = String.raw`(?:(?:first|last|finally|originally|later|ever|\p{L}+ly) )?`;
const ENGLISH = new RegExp(
  String.raw`${ASKING} (?<helping>did|was|were) ${NAME} ${ADVERB}${VERB}(?<rest>(?: [^?]*)?)${END}`,
  'u',
);
const ASKING_GERMAN = String.raw`^\s*(?:(?:[Aa]n|[Mm]it|[Vv]on|[Ff]ür|[Bb]ei) )?(?:[Ww]ann|[Ww]ohin|[Ww]oher|[Ww]o|[Ww]en|[Ww]em|[Ii]n welche[rm] (?:Jahr|Stadt|Land|Ort))`;
const GERMAN_LAST = new RegExp(
  String.raw`${ASKING_GERMAN} (?<helping>wurde|ist|war|hat|hatte) ${NAME} (?<rest>(?:[^?]* )?)${VERB}${END}`,
  'u',
);
const GERMAN_SECOND = new RegExp(
  String.raw`${ASKING_GERMAN} (?!(?:wurde|ist|war|hat|hatte|wird|kann|konnte|soll|sollte|muss|musste|will|wollte|darf|durfte) )${VERB} ${NAME}(?<rest>(?: [^?]*?)?)(?: (?<prefix>ab|an|auf|aus|bei|ein|fest|her|hin|los|mit|nach|um|vor|weg|zu|zurück|zusammen))?${END}`,
  'u',
);

/** Verbs that stand in every text, so that it tells nothing of whom one is said. */
const COMMON = new Set(
  terms(
    `see saw seen say said get got run ran stand stood mean meant go went gone come came take took taken make made give given gave have had
     be been become use used call called know known want find found keep kept put set let show shown hold held bring brought tell told think
     kommt kam gekommen geht ging gegangen steht stand gestanden gibt gab gegeben macht machte gemacht genannt sagt sagte gesagt`,
  ),
);

/** Reads a deed of somebody named; null where a question asks for none, or by a verb that stands everywhere. */
export function deedOfOne(question: string): DeedOfOne | null {
  const inGerman = isGerman(question);
  const found = inGerman ? (GERMAN_LAST.exec(question) ?? GERMAN_SECOND.exec(question)) : ENGLISH.exec(question);
  const { name = '', verb = '', rest = '', prefix = '', helping = '' } = found?.groups ?? {};
  const own = inGerman ? terms(germanContent(prefix === '' ? verb : `${verb} ${prefix}${verb}`)) : contentTerms(verb);
  if (own.length === 0 || own.some((term) => COMMON.has(term))) return null;
  const words = inGerman && helping !== '' ? [rest, verb] : [verb, rest, prefix];
  const phrase = words.map((one) => one.trim()).filter((one) => one !== '');
  return { phrase: phrase.join(' '), name, verb: own, isPassive: /^w/u.test(helping) };
}
