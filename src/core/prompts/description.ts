import type { Prompt } from './prompt';

/** Asks for one description in place of several (GraphRAG A5). */
export const DESCRIPTION_PROMPT: Prompt = {
  name: 'description',
  title: 'Description of an entity or relationship',
  doc: 'Makes one description of several that were read in different places.',
  version: 1,
  system: `You are given the name of one thing, or the names of two that are related, and a list of descriptions. Write one description that keeps everything they say, once.
Write in the third person and use the names. Where descriptions contradict each other, settle it if they allow, else say both. Add nothing of your own.
At most {max_words} words, in {language}.
Answer with one JSON object: "description".`,
  user: `{names}
{descriptions}

The description as JSON:`,
};
