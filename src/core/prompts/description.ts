import { fenced, FENCE_RULE } from './fence';
import type { Prompt } from './prompt';

/** Asks for one description in place of several (GraphRAG A5). */
export const DESCRIPTION_PROMPT: Prompt = {
  name: 'description',
  title: 'Description of an entity or relationship',
  doc: 'Makes one description of several that were read in different places.',
  source: 'GraphRAG 3.1 summarize_descriptions',
  version: 1,
  system: `You merge descriptions of one entity, or of the relationship between two, into one description. ${FENCE_RULE}
1. Keep every fact, each once.
2. Use only the descriptions; do not infer.
3. Where descriptions contradict each other, resolve it if they allow that; otherwise give both.
4. Write in the third person, use the names, and write in {language}.
Answer with one JSON object: "description", up to {max_words} words.`,
  user: `${fenced(`{names}
{descriptions}`)}
One description of up to {max_words} words, as JSON:`,
};
