import type { SearchIndex } from '../../retrieve/index';
import type { BuiltContext, ContextRow } from '../context/context';
import { cleaned } from '../context/render-table';
import type { InstructionAttempt } from '../events';

/** Where an order begins: a sentence, a cell, or what is said to be demanded. */
const ORDER = String.raw`(?:^|[.!?:;|"“(\]]\s*|\byou (?:must|should|will|shall|have to|are to)\s+(?:now\s+)?|\bplease\s+)`;

/** Words with which texts try to take a model over, in the languages in which that is seen most. */
const ATTEMPT = new RegExp(
  [
    String.raw`\b(?:ignore|disregard|forget|override)\b[^.!?\n]{0,40}\b(?:instructions?|prompts?|rules|above|previous|everything)\b`,
    String.raw`\b(?:you are now (?:an?|in|the)|pretend to be|new instructions?:|system prompt|developer mode|jailbreak)\b`,
    String.raw`${ORDER}act as (?:an?|the|if|though)\b`,
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
const SHOWN = 160;
const MOST = 20;

/** Of what was shown, whether sentences, titles, names or cells, what seems to speak to the model rather than to a reader. */
export function instructionAttempts(
  index: SearchIndex,
  contexts: readonly BuiltContext[],
): readonly InstructionAttempt[] {
  const found = new Map<string, InstructionAttempt>();
  const used = contexts.flatMap(({ tables }) => tables.flatMap(({ rows }) => rows.filter((row) => row.used)));
  for (const row of used) {
    for (const text of textsOf(row)) {
      if (found.size >= MOST) return [...found.values()];
      const match = ATTEMPT.exec(text);
      if (!match) continue;
      const words = text.slice(Math.max(0, match.index - 20), match.index + SHOWN).trim();
      const documentTitle = row.documentIds.map((id) => index.labels.get(id) ?? '').find(Boolean) ?? row.title;
      found.set(words, found.get(words) ?? { documentTitle, words, documentIds: row.documentIds });
    }
  }
  return [...found.values()];
}

/** The sentences of a row by themselves, and what else was sent of it: number, titles, names and other cells. */
function textsOf({ grounds, line }: ContextRow): readonly string[] {
  const sentences = grounds.map(({ text }) => text);
  const rest = sentences.reduce((left, text) => left.replace(cleaned(text), ' '), line);
  return [...sentences, ...rest.split('|')];
}
