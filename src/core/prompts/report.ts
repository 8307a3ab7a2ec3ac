import type { Prompt } from './prompt';

/** Asks for the report on a community (GraphRAG A10.2): what is particular to it, the tables, comes last. */
export const REPORT_PROMPT: Prompt = {
  name: 'report',
  title: 'Community report',
  doc: 'Reports on a group of things that belong together, from tables of what is known of them.',
  version: 2,
  system: `You report on a group of things that belong together, by these tables alone. Answer with one JSON object:
"title": the group in a few words, with its most important names;
"summary": what holds it together and what happened, up to {summary_words} words;
"rating": 0 to 10, how much it matters; "rating_explanation": why, in one short sentence;
"findings": up to {findings}, the weightiest first, each with "summary", one line, and "explanation", up to {finding_words} words.
End each sentence of the summary and of an explanation with the rows that prove it, five at most, by the numbers in the first column, such as [Data: Entities (1, 4); Relationships (2)].
Write in {language}. Leave out what no row proves.`,
  user: `{tables}

The report as JSON:`,
};
