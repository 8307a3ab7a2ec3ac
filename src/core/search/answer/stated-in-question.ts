/** What leads to a claim within a question: “Did you know that …?”, “Wussten Sie, dass …?”. */
const LEADS = [
  String.raw`did(?:n['’]t)? you (?:also |even |already |ever )?know\b(?: that\b)?[,:]?`,
  String.raw`(?:did|do)(?:n['’]t)? you (?:also |even |already |ever )?(?:know|realise|realize|remember|hear|notice|suspect) that\b`,
  String.raw`(?:are|were|aren['’]t|weren['’]t) you (?:also |even )?aware(?: of the fact)? that\b`,
  String.raw`have(?:n['’]t)? you (?:ever |also )?(?:heard|noticed|known)(?: that\b)[,:]?`,
  String.raw`(?:can|could|would|will) you believe(?: that\b)?[,:]?`,
  String.raw`who (?:knew that\b|(?:would have (?:thought|guessed|known|believed)|could have (?:known|guessed))(?: that\b)?[,:]?)`,
  String.raw`(?:isn['’]t|wasn['’]t) it (?:\p{L}+ ){1,3}that\b`,
  String.raw`(?:is|was) it not (?:\p{L}+ ){1,3}that\b`,
  String.raw`what if i told you(?: that\b)?[,:]?`,
  String.raw`(?:wussten sie|wusstest du|wusstet ihr|wissen sie|weißt du|wer hätte (?:gedacht|geglaubt|gewusst)|hätten sie (?:gedacht|gewusst)|(?:ist|war) (?:ihnen|dir) bekannt|(?:ist|war) es nicht (?:so|wahr|klar))(?: (?:schon|eigentlich|auch|bereits))*,? dass\b`,
  String.raw`(?:le )?(?:saviez-vous|savez-vous|savais-tu|sais-tu)[\s:,]*qu(?:e\b|['’])`,
  String.raw`(?:sab[ií]as|sab[ií]a usted|sabes|sabe usted|sab[ií]an) que\b`,
  String.raw`(?:lo )?(?:sapevi|sapevate|sapeva|sapete) che\b`,
  String.raw`(?:você |vocês )?(?:sabia|sabias|sabiam) que\b`,
  String.raw`(?:wist|weet) (?:u|je|jij|jullie)(?: (?:al|ook))?,? dat\b`,
  String.raw`[你您](?:知不知道|可知道|可知|知道)[吗嗎]?[，,：:]?`,
].map((lead) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${lead})`, 'iu'));

const AUXILIARY =
  '(?:is|was|are|were|has|have|had|did|does|do|can|could|will|would|should|must|isn|wasn|aren|weren|hasn|haven|hadn|didn|doesn|don|couldn|won|wouldn|shouldn)';
/** What asks for agreement behind a claim: “…, wasn’t he?”. */
const TAG = new RegExp(
  String.raw`[,，–—]\s*(?:right|correct|yes|no|true|okay|you see|${AUXILIARY}(?:['’]?t)? (?:he|she|it|they|we|there|this|that)(?: not)?|nicht wahr|nicht|oder(?: nicht)?|stimmt['’]?s|stimmt das|gell|n['’]est-ce pas|non|verdad|no es as[ií]|vero|[对對][吗嗎吧]|是[吗嗎吧]|不是[吗嗎])$`,
  'iu',
);
/** A claim in the form of a question that expects a yes: “Wasn’t Ferris convicted?”. */
const NEGATED = /^(?:is|was|are|were|has|have|had|did|does|do|could|would|should)n['’]t (?!(?:you|we|i)\b)/iu;
/** Words with which such a question asks after all: “Hasn’t anyone told Ida?”. */
const ANY =
  /(?<![\p{L}\p{N}])(?:any(?:one|body|thing|where|more)?|ever|yet)(?![\p{L}\p{N}])|^there (?:other|more|further)\b/iu;
/** What is asked about the documents themselves: “the documents mention the date”. */
const OF_DOCUMENTS =
  /^(?:the|these|those|your|my|our) (?:\p{L}+ )?(?:documents?|sources?|passages?|texts?|reports?|files?|pages?|records?|context|data) (?:also |ever |really )?(?:say|state|mention|contain|specify|give|indicate|name|discuss|cover|describe|explain|tell|record|list|offer|include)\b/iu;
/** What may be known without any claim: “Do you know that feeling?”. */
const KNOWN = /(?:know|knew|known|remember|hear|heard|notice|noticed|realise|realize)(?: that)?[,:]?$/iu;
/** One thing and where it belongs: “feeling of loss at sea”. */
const THING =
  /^(?:(?:the|this|a|an|his|her|its|their|my|your|our) )?(?:(?!\p{L}*(?:body|one|s) )\p{Ll}+ ){1,3}(?:of|in|at|on|from|with|about|for|by|near|behind|under|over)(?!\p{L})/u;
/** What only a clause has. */
const VERB =
  /(?<!\p{L})(?:is|are|was|were|be|been|has|have|had|do|does|did|will|would|shall|should|can|could|may|might|must|\p{Ll}{2,}ed|became|began|broke|came|chose|drew|drove|fell|flew|froze|gave|grew|knew|rose|sank|stole|took|threw|went|wrote|bought|sold|paid|made|found|held|kept|led|left|lost|met|sent|shot|spent|stood|taught|told|won|beat|built|burnt|caught|cut|fought|got|hid|hit|laid|lent|put|ran|said|saw|struck)(?!\p{L})/u;
const MARK = /[?？]["”'’»)*\s]*$/u;
/** What asks: of a clause that begins so nothing is claimed. */
const ASKS =
  /^(?:what|who|whom|whose|which|where|when|why|how|whether|if|was|wer|wen|wem|wo|wann|warum|wie|welche[rsmn]?|ob|qui|quoi|où|quand|comment|pourquoi|qué|quién|dónde|cuándo|cómo)(?![\p{L}\p{N}])|[谁誰哪几]|什么|什麼|怎|为何|為何|多少|是否/iu;
const YOU =
  /^(?:you|sie|du|vous|shall|should|would|do|did|is|are|was|were|can|could|will|has|have|had)(?![\p{L}\p{N}])/iu;
/** Words that a claim has at the least, where its script has words. */
const LEAST = 3;

/** What a question claims while it only seems to ask: “the mill burned” of “Did you know that the mill burned?”; null for what asks, and for what is no question. Pure; linear in the sentence's length. */
export function statedInQuestion(sentence: string): string | null {
  if (!MARK.test(sentence)) return null;
  const words = sentence
    .replace(MARK, '')
    .replace(/^["“„«'‘¿\s]+/u, '')
    .trim();
  return ledBy(words) ?? taggedBy(words) ?? negatedIn(words);
}

function negatedIn(words: string): string | null {
  const own = words.replace(NEGATED, '');
  return own === words || ANY.test(own) || OF_DOCUMENTS.test(own) ? null : claim(own);
}

function ledBy(words: string): string | null {
  for (const lead of LEADS) {
    const found = lead.exec(words);
    if (!found) continue;
    const said = claim(words.slice(found.index + found[0].length).replace(/[吗嗎]$/u, ''));
    if (said !== null && KNOWN.test(found[0]) && THING.test(said) && !VERB.test(said)) return null;
    const before = claim(withoutJoiner(words.slice(0, found.index)));
    return said !== null && before !== null ? `${before}, ${said}` : said;
  }
  return null;
}

/** Without the stops and the “and” in front of what follows; walked from the end, since a pattern would try each blank anew. */
const withoutJoiner = (words: string): string =>
  withoutStops(withoutStops(words).replace(/(?<=[\s,:;–—-])(?:and|but|so|und|aber)$/iu, ''));

function withoutStops(words: string): string {
  let end = words.length;
  while (end > 0 && /[\s,:;–—-]/u.test(words.charAt(end - 1))) end -= 1;
  return words.slice(0, end);
}

function taggedBy(words: string): string | null {
  const own = words.replace(TAG, '');
  return own === words || YOU.test(own) ? null : claim(own);
}

/** The words themselves where they are enough to claim something and do not ask. */
function claim(words: string): string | null {
  const own = words.trim();
  const isEnough = /\p{Script=Han}{4}/u.test(own) || own.split(/\s+/u).filter(Boolean).length >= LEAST;
  return isEnough && !ASKS.test(own) ? own : null;
}
