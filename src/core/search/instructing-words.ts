/** Where an order begins: a sentence, a cell, or what is said to be demanded. */
const ORDER = String.raw`(?:^|[.!?:;|"“(\]]\s*|\byou (?:must|should|will|shall|have to|are to)\s+(?:now\s+)?|\bplease\s+)`;

/** Words with which texts try to take a model over, in the languages in which that is seen most. */
const ATTEMPT = new RegExp(
  [
    String.raw`\b(?:ignore|disregard|forget|override)\b[^.!?\n]{0,40}\b(?:instructions?|prompts?|rules|above|previous|everything)\b`,
    String.raw`\b(?:you are now (?:an?|in|the)|pretend to be|new instructions?:|system prompt|developer mode|jailbreak)\b`,
    String.raw`${ORDER}act as (?:an?|the|if|though)\b`,
    String.raw`${ORDER}(?:reply|respond|answer)\s+(?:only|just|exactly|solely)\s+(?:with\s+)?(?:the\s+(?:words?|phrase|text)\s+)?["'“‘„«]`,
    String.raw`${ORDER}(?:reply|respond|answer)\s+with\s+(?:only|just|exactly|nothing but)\s`,
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
  ].join('|'),
  'imu',
);
/** UTF-16 code units that are told of such words. */
const TOLD = 160;
const BEFORE = 20;

/** Words of a text that seem to speak to a model rather than to a reader, with some of what stands around them; null for none. */
export function instructionIn(text: string): string | null {
  const match = ATTEMPT.exec(text);
  return match && text.slice(Math.max(0, match.index - BEFORE), match.index + TOLD).trim();
}
