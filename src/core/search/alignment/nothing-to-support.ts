import type { AnswerUnit } from '../answer/answer-units';
import { statedInQuestion } from '../answer/stated-in-question';
import { terms } from '../../text/terms';
import { contentTerms } from '../asking-words';
import { statesSomething } from './stating-heading';

const SUBJECT = String.raw`(?:the |these |those |your |my )?(?:provided |given |available )?(?:documents?|sources?|passages?|texts?|context|reports?|data(?: tables?)?|information|materials?|records?)`;
/** What answers say of themselves, or of what the documents do not say. */
const ABOUT_ITSELF = [
  new RegExp(
    String.raw`^(?:however,? |unfortunately,? |but )?${SUBJECT}(?: provided| given| available)?,? (?:(?:do|does|did) not|don['’]t|doesn['’]t|cannot|never) (?:\w+ )?(?:say|state|mention|contain|specify|provide|include|give|indicate|name|discuss|cover|describe|explain|tell|record|list|offer)\b`,
    'iu',
  ),
  /^(?:however,? |unfortunately,? |but )?(?:there is|there's|there are|i (?:have|found|see)|we have) (?:no|not enough|insufficient|nothing)\b.*\b(?:information|mention|evidence|data|detail|documents?|sources?|passages?|record)/iu,
  /^(?:however,? |unfortunately,? |i['’]?m sorry,? (?:but )?|sorry,? (?:but )?)?i (?=.*(?:\b(?:not|unable|cannot|nothing)\b|n['’]t\b))(?:could|can|was|am|do|don['’]t|did|cannot|couldn['’]t|can['’]t)\b.*\b(?:find|answer|determine|know|say|tell|see)\b/iu,
  /\b(?:is|are|was|were) not (?:mentioned|stated|specified|given|recorded|known from|found|covered|discussed|in) .{0,30}\b(?:documents?|sources?|passages?|texts?|context|data|information)\b/iu,
  /^(?:in (?:summary|short|conclusion|brief)|to (?:summari[sz]e|sum up|conclude)|overall|conclusion|summary|answer|sources|references|note|key (?:points|findings))[:,.]?$/iu,
  /^(?:die |den |in den )?(?:dokumente|quellen|unterlagen|texte)n? (?:sagen|enthalten|nennen|erwähnen|geben) .*\b(?:nicht|nichts|keine?n?)\b/iu,
  /^(?:zusammenfassend|kurz gesagt|zusammenfassung|fazit|en résumé|en resumen|in sintesi)[:,.]?$/iu,
  /^(?:les documents|les sources) ne .*\bpas\b|^(?:los documentos|las fuentes) no \w+/iu,
  /(?:文档|资料|来源|文件|原文)(?:中|里)?(?:没有|并未|未|不)(?:提|说|包含|涉及|给出|找到|记载)|^(?:总之|综上所述|总结|以下是|如下)[：:，,。]?$|(?:无法|不能)(?:回答|确定)/u,
];
/** How answers begin that only talk: nothing else may be said after it. */
const SMALL_TALK =
  /^(?:here (?:is|are)|the following|below (?:is|are)|this (?:answer|summary)|i hope|let me know|please (?:let|note|ask)|feel free|sure|certainly|of course|thank you|hello|hi)\b/iu;
/** Content words of small talk itself. */
const TALKED = new Set(
  terms(
    'help helps helpful need needs let further else assistance base based provide provided relevant found hope ask clarify brief draw drawn requested',
  ),
);
/** After a denial, where something else begins to be said. */
const TURNS = /[,;]\s*(?:but|however|yet|though|although|and|while|still)\b|\s(?:but|however|although)\s/iu;
const NAME_OR_NUMBER = /(?<=[\p{L}\p{N},;:] )\p{Lu}\p{L}+|\p{N}/u;
/** UTF-16 code units in front of which no other clause begins: “However, …”. */
const SHORTEST = 12;
const LETTERS = /\p{L}/u;

/** Whether a unit of an answer says nothing that documents could support: a plain heading, what only asks, "In short:", "I could not find …". */
export function hasNothingToSupport({ kind, plain }: AnswerUnit): boolean {
  if (statedInQuestion(plain) !== null) return false;
  if ((kind === 'heading' && !statesSomething(plain)) || !LETTERS.test(plain)) return true;
  if ((kind !== 'row' && /[?？]["”'’)*\s]*$/u.test(plain)) || isSmallTalk(plain)) return true;
  return ABOUT_ITSELF.some((pattern) => pattern.test(plain)) && !goesOn(plain);
}

/** Whether it begins like small talk and says nothing of a matter: no name, no number, no content word. */
function isSmallTalk(plain: string): boolean {
  const begun = SMALL_TALK.exec(plain)?.[0];
  if (begun === undefined) return false;
  const rest = plain.slice(begun.length);
  return !NAME_OR_NUMBER.test(rest) && contentTerms(rest).every((term) => TALKED.has(term));
}

/** Whether a name or a number is told of after what the documents do not say: "There is no record of Anna, but Keller …". */
function goesOn(plain: string): boolean {
  const turn = TURNS.exec(plain.slice(SHORTEST));
  return turn !== null && NAME_OR_NUMBER.test(plain.slice(SHORTEST + turn.index));
}

/** Whether a unit only announces what follows it: "The founders were:". */
export const announces = ({ plain }: AnswerUnit): boolean => /[:：]["”'’)*\s]*$/u.test(plain);
