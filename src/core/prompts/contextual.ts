import { fenced, FENCE_RULE, type Prompt } from './prompt';

/** Asks where passages stand in their document (Contextual Retrieval). The document comes first, so that a server's prefix cache serves. */
export const CONTEXT_PROMPT: Prompt = {
  name: 'context',
  title: 'Context of passages',
  doc: 'Says for each passage what it is about and where it stands in its document, so that search finds it by words that it leaves out.',
  source: 'Contextual Retrieval',
  version: 1,
  system: `You help people to find passages. You see consecutive passages of one document, each after its number in brackets. ${FENCE_RULE}
For each passage write one or two sentences, up to {max_words} words, that say who or what it speaks of and where it stands in the document. Name what the passage only hints at: who "he" or "the company" is, which year, which contract or case. Use only the document; do not summarise the passage, and add nothing that is not there.
Answer with one JSON object: "contexts", a list of {"passage": number, "context": sentences}.
Write in {language}.`,
  user: `${fenced(`{title}
{beginning}
{passages}`)}
The contexts of the passages as JSON:`,
};
