import type { AnswerUnit } from '../answer/answer-units';

const SUBJECT = String.raw`(?:the |these |those |your |my )?(?:provided |given |available )?(?:documents?|sources?|passages?|texts?|context|reports?|data(?: tables?)?|information|materials?|records?)`;
/** What answers say of themselves, or of what the documents do not say. */
const ABOUT_ITSELF = [
  new RegExp(
    String.raw`^(?:however,? |unfortunately,? |but )?${SUBJECT}(?: provided| given| available)?,? (?:(?:do|does|did) not|don['’]t|doesn['’]t|cannot|never) (?:\w+ )?(?:say|state|mention|contain|specify|provide|include|give|indicate|name|discuss|cover|describe|explain|tell|record|list|offer)\b`,
    'iu',
  ),
  /^(?:however,? |unfortunately,? |but )?(?:there is|there's|there are|i (?:have|found|see)|we have) (?:no|not enough|insufficient|nothing)\b.*\b(?:information|mention|evidence|data|detail|documents?|sources?|passages?|record)/iu,
  /^(?:however,? |unfortunately,? |i['’]?m sorry,? (?:but )?|sorry,? (?:but )?)?i (?:could|can|was|am|do|don['’]t|did|cannot|couldn['’]t|can['’]t)\b.*\b(?:not|n['’]t|unable|cannot|no)?\b ?(?:find|answer|determine|know|say|tell|see)\b/iu,
  /\b(?:is|are|was|were) not (?:mentioned|stated|specified|given|recorded|known from|found|covered|discussed|in) .{0,30}\b(?:documents?|sources?|passages?|texts?|context|data|information)\b/iu,
  /^(?:here (?:is|are)|the following|below (?:is|are)|this (?:answer|summary)|i hope|let me know|please (?:let|note|ask)|feel free|sure|certainly|of course|thank you|hello|hi)\b/iu,
  /^(?:in (?:summary|short|conclusion|brief)|to (?:summari[sz]e|sum up|conclude)|overall|conclusion|summary|answer|sources|references|note|key (?:points|findings))[:,.]?$/iu,
  /^(?:die |den |in den )?(?:dokumente|quellen|unterlagen|texte)n? (?:sagen|enthalten|nennen|erwähnen|geben) .*\b(?:nicht|nichts|keine?n?)\b/iu,
  /^(?:zusammenfassend|kurz gesagt|zusammenfassung|fazit|en résumé|en resumen|in sintesi)[:,.]?$/iu,
  /^(?:les documents|les sources) ne .*\bpas\b|^(?:los documentos|las fuentes) no \w+/iu,
  /(?:文档|资料|来源|文件|原文)(?:中|里)?(?:没有|并未|未|不)(?:提|说|包含|涉及|给出|找到|记载)|^(?:总之|综上所述|总结|以下是|如下)[：:，,。]?$|(?:无法|不能)(?:回答|确定)/u,
];
const LETTERS = /\p{L}/u;

/** Whether a unit of an answer says nothing that documents could support: a heading, a question, "In short:", "I could not find …". */
export function hasNothingToSupport({ kind, plain }: AnswerUnit): boolean {
  if (kind === 'heading' || !LETTERS.test(plain)) return true;
  return /[?？]["”'’)*\s]*$/u.test(plain) || ABOUT_ITSELF.some((pattern) => pattern.test(plain));
}

/** Whether a unit only announces what follows it: "The founders were:". */
export const announces = ({ plain }: AnswerUnit): boolean => /[:：]["”'’)*\s]*$/u.test(plain);
