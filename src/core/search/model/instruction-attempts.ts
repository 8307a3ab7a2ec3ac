import type { SearchIndex } from '../../retrieve/index';
import type { BuiltContext, ContextRow } from '../context/context';
import type { InstructionAttempt } from '../events';

/** Words with which texts try to take a model over, in the languages in which that is seen most. */
const ATTEMPT = new RegExp(
  [
    String.raw`\b(?:ignore|disregard|forget|override)\b[^.!?\n]{0,40}\b(?:instructions?|prompts?|rules|above|previous|everything)\b`,
    String.raw`\b(?:you are now|act as|pretend to be|new instructions?:|system prompt|developer mode|jailbreak)\b`,
    String.raw`\b(?:ignorier\w*|vergiss|missachte\w*)\b[^.!?\n]{0,40}\b(?:Anweisung\w*|Regeln|Vorgaben)\b`,
    String.raw`\b(?:ignore[zr]?|oublie[zr]?)\b[^.!?\n]{0,40}\b(?:consignes?|instructions?)\b`,
    String.raw`\b(?:ignora|olvida)\b[^.!?\n]{0,40}\binstrucciones\b`,
    '(?:忽略|无视|忘记)[^。！？\\n]{0,20}(?:指令|说明|提示|规则)',
    String.raw`<\s?\|?\s?(?:im_start|system|assistant)\b|\[\s?INST\s?\]`,
    String.raw`^\s*(?:system|assistant)\s*:`,
  ].join('|'),
  'imu',
);
const SHOWN = 160;
const MOST = 20;

/** Sentences of what was shown that seem to speak to the model rather than to a reader. */
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

const textsOf = ({ grounds, line }: ContextRow): readonly string[] =>
  grounds.length > 0 ? grounds.map(({ text }) => text) : [line];
