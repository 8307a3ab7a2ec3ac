import { terms } from '../text/terms';

const TEXTS =
  'documents?|texts?|sources?|papers|files?|accounts?|letters|reports|records?|archive|collection|corpus|witnesses|versions';
/** What can be asked of any collection: nouns for what runs through it rather than for something in it. */
const ASPECTS =
  'themes?|topics?|subjects?|ideas?|points|issues?|findings?|conflicts?|tensions?|conclusions?|lessons?|patterns?|trends?|developments?|concerns?|problems?|difficulties|challenges|disputes?|disagreements?|contradictions?|inconsistenc(?:y|ies)|discrepanc(?:y|ies)|controvers(?:y|ies)|arguments?|events|people|figures|characters|actors|players|groups|parties|organi[sz]ations?|institutions|relationships|connections|obligations|duties|motives|views|opinions|perspectives|positions|questions|takeaways|insights?|changes|causes|consequences|effects|risks';

const either = (parts: readonly string[]): RegExp => new RegExp(parts.map((part) => `(?:${part})`).join('|'), 'iu');

/** Of the whole whatever is named: the documents taken together, a long time, many voices, or their agreement. */
const WHOLE = either([
  String.raw`\btaken together\b|\bover the (?:years|decades|centuries)\b|\boverall\b|\bas a whole\b`,
  String.raw`\bthroughout the (?:documents?|collection|papers|texts?|years)\b`,
  String.raw`\b(?:across|in all(?: of)?|between|among) (?:all )?(?:the|these|those|my) (?:\w+ )?(?:${TEXTS})\b`,
  String.raw`\b(?:${TEXTS})\b[^?]*\b(?:contradict|disagree|differ|agree|conflict)`,
  String.raw`\b(?:contradict|disagree|differ|conflict)\w*\b[^?]*\b(?:${TEXTS})\b`,
  String.raw`\bby (?:those who|everyone who|(?:the )?(?:different|various|several))\b`,
  // Three or more things joined in a "how" are told of in more than one place.
  String.raw`\bhow (?:do|does|did|are|is|was|were)\b[^?,]*, [^?,]+(?:, [^?,]+)*,? and (?:the )?\w`,
  '综合来看|总的来看|总体来看|这些年来?|历年来?|各方|(?:文档|文件|资料|材料|说法|记载)之间',
  '各(?:份|个|篇)?(?:文档|文件|资料|材料|说法|记载|人的?看法)',
]);

const BE = String.raw`(?:were|are|was|is|been|appear|appears|occur|recur|emerge|come up|comes up|run|runs|stand out|matter|arise|does|do|did|have|has|keep)`;

/** Of the whole unless something is named: the documents themselves, what runs through them, and what to do with them. */
const WIDE = either([
  String.raw`\b(?:main|major|central|key|overall|recurring|common|important|principal|biggest|chief)\s+(?:\w+\s+){0,2}(?:${ASPECTS})\b`,
  String.raw`\bthemes?\b|\boverview\b|\bsummar(?:y|i[sz]e)\b|\bsum (?:it|this|these|everything|all)?\s*up\b|\bgist\b|\bbig picture\b|\bin general\b`,
  String.raw`\bwhat (?:is|are) (?:this|these|the) (?:\w+\s+)?(?:documents?|texts?|collection|corpus|files?)\b`,
  String.raw`\bwhat(?:'s| is| was) (?:all this|this all|it all|this|going on|happening)(?: about| here)?\s*\?*$|\beverything\b|\b(?:from|of|in) (?:all (?:of )?)?(?:this|these)\s*\?*$`,
  String.raw`\bacross (?:all |the )?(?:${TEXTS})\b`,
  String.raw`\b(?:these|those|the|all|my|our|(?:the )?\w+['’]s) (?:\w+ )?(?:documents?|texts|sources|files|papers|collection|corpus|archive|accounts|letters|record)\b`,
  String.raw`\bcontradict\w*|\bdisagree\w*|\b(?:compare|contrast|outline)\b|\bin connection with\b|\bagain and again\b`,
  // Several of a kind: "Which pieces of knowledge were …", "What problems does … face?"
  String.raw`\b(?:which|what) (?:(?:\w+s|people|men|women) and )?(?:${ASPECTS}) (?:\w+ ){0,3}?${BE}\b`,
  String.raw`\b(?:which|what) \w+s(?: (?:of|about|in|on|for) (?:the )?\w+){0,2}(?: and \w+s)? (?:were|are|was|appear|occur|recur|have been)\b`,
  String.raw`\b(?:which|what) (?:people|men|women|children) and \w+s\b`,
  String.raw`\bhow (?:do|does|did|has|have) [^?]*\b(?:develop|evolve|change|shift|progress|unfold|relate to (?:each other|one another)|fit together|interact)(?:e?d)?\b`,
  '主题|总结|概述|概括|总体|整体|归纳|矛盾|不一致|比较|对比|异同|要約|概要|テーマ|矛盾点',
  '主要(?:的)?(?:内容|问题|观点|人物|事件|冲突|分歧|争论|变化|结论|看法)|全部文档|这些(?:文档|文件|资料|材料)|所有(?:文档|文件|资料|材料)|整个',
  '(?:讲|说|发生)了(?:些)?什么(?:故事|事情|事)?[？?]?$|有哪些(?:共同|主要|重要|不同|人物|问题|冲突|分歧|变化)|反复出现|贯穿|如何(?:演变|发展|变化)|怎(?:样|么)(?:演变|发展|变化)',
]);

const TEXTS_DE = '(?:dokumente|texte|unterlagen|dateien|quellen|sammlung)n?';
const ASPECTS_DE =
  '(?:them(?:a|en)|punkte|inhalte|aussagen|ergebnisse|erkenntnisse|personen|figuren|orte|ereignisse|probleme|fragen|konflikte|unterschiede)';

/** The same as `WIDE` in German; `\b` knows no umlauts. */
const WIDE_GERMAN = either([
  String.raw`(?<!\p{L})fass(?:e|en|t)?(?!\p{L})[^?]*(?<!\p{L})zusammen(?!\p{L})|(?<!\p{L})zusammenfass(?:en|ung)`,
  String.raw`(?<!\p{L})(?:worum (?:geht|ging|dreht|handelt)|wovon (?:handel(?:t|n)|ist die rede)|worüber (?:wird|schreiben|berichten))(?!\p{L})`,
  String.raw`(?<!\p{L})(?:überblick|übersicht|gemeinsamkeiten|rote[rn] faden|widerspr(?:u|ü|e)ch)`,
  String.raw`(?<!\p{L})haupt${ASPECTS_DE}(?!\p{L})|(?<!\p{L})wichtigsten? (?:\p{L}+ )?${ASPECTS_DE}(?!\p{L})`,
  String.raw`(?<!\p{L})(?:diese[rn]?|alle[nr]?|meine[nr]?|in den|zwischen den) ${TEXTS_DE}(?!\p{L})`,
]);

/** How far a question is about the collection: as a whole whatever it names, unless it names something, or not at all. */
export type Breadth = 'whole' | 'wide' | 'narrow';

/** Reads the breadth of a question from its words. */
export function breadthOf(question: string): Breadth {
  if (WHOLE.test(question)) return 'whole';
  return WIDE.test(question) || WIDE_GERMAN.test(question) ? 'wide' : 'narrow';
}

const CONTENTLESS = new Set(
  terms(
    `theme themes topic topics subject subjects idea ideas point points issue issues finding findings conflict conflicts tension
     tensions conclusion conclusions lesson lessons pattern patterns trend trends development develop evolve change changes concern
     concerns problem problems difficulty difficulties challenge challenges dispute disputes disagreement disagreements disagree
     contradiction contradictions contradict inconsistency discrepancy controversy argument arguments event events figure figures
     character characters actor player players group groups party parties organisation organization relationship relationships
     connection connections obligation obligations motive motives view views opinion opinions perspective perspectives takeaway
     insight insights source sources paper papers account accounts letter letters record records archive report reports version
     versions everything anything all come comes came run runs appear occur recur emerge arise unfold draw drawn learn learned
     face faced go going work works big picture gist sum key major central principal agree differ people story
     fasse fassen fasst zusammen zusammenfassen zusammenfassung worum wovon worüber geht ging dreht handelt handeln überblick übersicht
     hier es ein eine einen diese diesen diesem sich wird hauptsächlich sind alles alle gib mir bitte kurz dokumente dokumenten texte texten unterlagen dateien quellen berichte berichten sammlung
     thema themen hauptthema hauptthemen hauptpunkte hauptaussagen hauptpersonen wichtigste wichtigsten punkte inhalte aussagen ergebnisse
     erkenntnisse personen figuren ereignisse probleme fragen konflikte unterschiede gemeinsamkeiten widerspruch widersprüche widersprechen
     矛盾 问题 观点 人物 事件 冲突 分歧 争论 变化 结论 看法 资料 材料 记载 说法 故事 异同 关系 发展 演变 共同 重要 不同 之间 发生 概括 归纳`,
  ),
);

/** True for a word with which one asks of a collection as a whole and that no text need hold: "contradictions", "sources". */
export const isContentless = (term: string): boolean => CONTENTLESS.has(term);
