/** Where an order begins: a sentence, a cell, or what is said to be demanded. */
const ORDER = String.raw`(?:^|[.!?:;|"“(\]]\s*|\byou (?:must|should|will|shall|have to|are to)\s+(?:now\s+)?|\bplease\s+)`;

/** What is to be said, several words in quotation marks, and no choice of answers to tick. */
const SAYING = String.raw`(?:"[^"\n]{1,99}\s[^"\n]{1,99}"|“[^”\n]{1,99}\s[^”\n]{1,99}”|„[^“”\n]{1,99}\s[^“”\n]{1,99}[“”]|«[^»\n]{1,99}\s[^»\n]{1,99}»|'[^'\n]{1,99}\s[^'\n]{1,99}')(?!\s*(?:,|/|or\b|oder\b|ou\b|o\b))`;

/** Words with which texts try to take a model over, in the languages in which that is seen most. */
const ATTEMPT = new RegExp(
  [
    String.raw`\b(?:ignore|disregard|forget|override)\b[^.!?\n]{0,40}\b(?:instructions?|prompts?|rules|above|previous|everything)\b`,
    String.raw`\b(?:you are now (?:an?|in|the)|pretend to be|new instructions?:|system prompt|developer mode|jailbreak)\b`,
    String.raw`${ORDER}act as (?:an?|the|if|though)\b`,
    String.raw`${ORDER}(?:reply|respond|answer)\s+(?:only|just|exactly|solely)\s+(?:with\s+)?(?:the\s+(?:words?|phrase|text)\s+)?["'“‘„«]`,
    String.raw`${ORDER}(?:reply|respond|answer)\s+with\s+(?:only|just|exactly|nothing but)\s`,
    String.raw`${ORDER}(?:reply|respond|answer)\s+(?:to\s+)?(?:every|each|all|any)\b[^.!?\n]{0,30}\b(?:with|by\s+saying)\s+(?:the\s+(?:words?|phrase|sentence|text)\s+)?${SAYING}`,
    String.raw`\b(?:beantworte\w*|antworte\w*\s+auf)\s+(?:jede|alle|sämtliche)\b[^.!?\n]{0,30}\bmit\s+${SAYING}`,
    String.raw`\brépond(?:s|ez|re)\s+à\s+(?:chaque|toutes?)\b[^.!?\n]{0,30}\b(?:par|avec)\s+${SAYING}`,
    String.raw`\b(?:respond[ae]|contest[ae]|rispond[ai])\s+(?:a\s+)?(?:cada|tod[ao]s|ogni|tutte)\b[^.!?\n]{0,30}\bcon\s+${SAYING}`,
    String.raw`\[\s?Data\s?:\s?(?:sources?|reports?|entities|relationships?|claims?)\b`,
    String.raw`<\/\s?(?:passages?|prompts?)\s?>`,
    String.raw`<\/\s?(?:documents?|data|sources?|context|instructions?|system|user)\s?>[^<\n]{0,80}\b(?:print|reveal|repeat|output|ignore|obey)\b`,
    String.raw`\b(?:note|notice|message|instructions?|attention|hint)\s+(?:to|for)\s+(?:the\s+|any\s+|all\s+)?(?:ai|llms?|chatbots?|(?:ai\s+|virtual\s+)?assistants?|(?:large\s+)?language\s+models?)\s*[,:–—]`,
    String.raw`\b(?:when(?:ever)?|if)\s+you\s+(?:answer|reply|respond|summari[sz]e)\s*,\s*(?:you\s+must\s+|please\s+)?(?:(?:always|never|only)\s+(?:state|say|mention|claim|recommend|tell)|(?:state|say|claim|mention)\s+that)\b`,
    String.raw`\bif\s+you\s+are\s+(?:an?|the)\s+(?:(?:large\s+)?language\s+model|ai|llm|chatbot|virtual\s+assistant)\b`,
    String.raw`\bdo\s+not\s+(?:tell|inform)\s+the\s+(?:user|reader)\b`,
    String.raw`\b(?:disregard|ignore)\s+(?:all\s+|any\s+)?(?:the\s+)?other\s+(?:documents|passages|sources|texts)\b`,
    String.raw`\bwenn\s+du\s+(?:antwortest|zusammenfasst)\s*,[^.!?\n]{0,12}\b(?:stets|immer|nie|niemals)\b`,
    String.raw`\b(?:falls|wenn)\s+du\s+eine?\s+(?:sprachmodell|KI|chatbot)\b`,
    String.raw`\b(?:hinweis|notiz|anweisung|nachricht)\s+an\s+(?:(?:die|das|den|alle)\s+)?(?:KI|sprachmodelle?|chatbots?)\b`,
    String.raw`\b(?:ignorier\w*|vergiss|vergesst|missachte\w*)[^.!?\n]{0,40}\b(?:Anweisung\w*|Anleitung\w*|Regeln|Vorgaben)\b`,
    String.raw`\b(?:ignore[zr]?|oublie[zr]?)\b[^.!?\n]{0,40}\b(?:consignes?|instructions?|règles)`,
    String.raw`\b(?:ignor[ae]|olvid[ae]|esquece|esqueça|dimentica|scorda)[^.!?\n]{0,40}\b(?:instrucciones|instruções|istruzioni|reglas|regras|regole)\b`,
    String.raw`\b(?:negeer|vergeet)\b[^.!?\n]{0,40}\b(?:instructies|aanwijzingen|regels)\b`,
    String.raw`\b(?:zignoruj|ignoruj|zapomnij)[^.!?\n]{0,40}(?:instrukcj|polece|zasad)`,
    '(?:игнорируй|проигнорируй|забудь)[^.!?\\n]{0,40}(?:инструкци|указани|правил|команд)',
    '(?:忽略|无视|無視|忘记|忘記)[^。！？\\n]{0,20}(?:指令|说明|說明|提示|规则|規則)',
    '(?:指示|命令|指令|ルール|プロンプト)[^。！？\\n]{0,12}(?:無視|忘れ)',
    '(?:지시|명령|규칙)[^.!?\\n]{0,12}(?:무시|잊)',
    String.raw`<\s?\|?\s?(?:im_start|system|assistant)\b|\[\s?INST\s?\]`,
    String.raw`^\s*(?:system|assistant)\s*:`,
    String.raw`(?:^|[.!?]\s+)human\s*:\s*(?:please\s+)?(?:delete|remove|reveal|print|repeat|output|write|answer|reply|say|tell|forget|show|send|open|do not|never|always)\b`,
  ].join('|'),
  'imu',
);
/** A part to play that a name in such capitals gives a model, and hardly a person: `PirateBot`, `DAN`. */
const PART =
  /\b(?:[Yy]ou(?: are|['’]re)|[Dd]u bist|[Ss]ie sind|[Vv]ous êtes|[Tt]u es)\s+(?:now|from now on|ab jetzt|jetzt|nun|maintenant|désormais)\s+(?!Ma?c\p{Lu})(?:\p{Lu}\p{L}*(?:Bot|GPT|AI)\b|\p{Lu}\p{Ll}{2,}\p{Lu}\p{L}+|DAN\b)/u;
/** UTF-16 code units that are told of such words, and of what stands before them. */
const TOLD = 160;
const BEFORE = 20;

/** Words that seem to speak to a model. */
export interface InstructingWords {
  /** Those alone by which it is seen. */
  readonly core: string;
  /** With some of what stands around them, from the beginning of a word to the end of one. */
  readonly words: string;
}

/** Words of a text that seem to speak to a model rather than to a reader; null for none. */
export function instructionIn(text: string): InstructingWords | null {
  const match = ATTEMPT.exec(text) ?? PART.exec(text);
  if (!match) return null;
  const from = wordBorder(text, Math.max(0, match.index - BEFORE), match.index);
  const to = Math.max(match.index + match[0].length, wordBorder(text, match.index + TOLD, match.index));
  return { core: match[0].replace(LEADING, '').trim(), words: text.slice(from, to).trim() };
}

/** Those whose words do not speak to a model; all where there are no others. */
export function forReaders<T>(all: readonly T[], textOf: (one: T) => string): readonly T[] {
  const others = all.filter((one) => instructionIn(textOf(one)) === null);
  return others.length > 0 ? others : all;
}

/** Signs before an order that are not its own. */
const LEADING = /^[.!?:;|\s]+/u;
const IN_WORD = /[\p{L}\p{N}\p{M}\uD800-\uDFFF]/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The offset itself where no word runs over it, else the nearest one towards `inner` where none does. */
function wordBorder(text: string, offset: number, inner: number): number {
  const step = offset < inner ? 1 : -1;
  let at = Math.min(offset, text.length);
  while (at !== inner && runsOver(text, at)) at += step;
  return at;
}

function runsOver(text: string, at: number): boolean {
  const [before = '', after = ''] = [text[at - 1], text[at]];
  if (unspaced.test(before) || unspaced.test(after)) return false;
  return IN_WORD.test(before) && IN_WORD.test(after);
}
