import { fenced, FENCE_RULE } from './fence';
import type { Prompt } from './prompt';

/** Asks of statements whether a text says so. `{statements}` are numbered; read by `core/search/grounding/chat-entailment`. */
export const ENTAILMENT: Prompt = {
  name: 'entailment',
  title: 'Does the text say so?',
  doc: 'Whether a passage says what a sentence of an answer claims. Several sentences are asked about at once.',
  source: 'Burrow’s own; GraphRAG does not check answers',
  version: 2,
  system: `You check statements against texts. Judge each numbered statement by the text of its item alone. ${FENCE_RULE}
says: the text states all of the statement, in these or other words, or it clearly follows from the text.
denies: the text contradicts a part of the statement, such as a number, a name, the order of events, or who did what to whom.
open: anything else: a part of the statement is missing from the text, or the text gives it only as a wish, a condition or somebody's opinion. If unsure, answer open.
{form}`,
  user: `${fenced('{statements}')}
Judge each statement by its own text.`,
  forms: {
    lines: `Answer only with one line per item. Example of three items:
says|1
open|2
denies|3`,
    json: `Answer only with one JSON object of three lists, each item in one of them. Example of three items:
{"says":[{"number":1}],"denies":[{"number":3}],"open":[{"number":2}]}`,
  },
};
