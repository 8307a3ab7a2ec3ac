import { fenced, FENCE_RULE } from './fence';
import type { Prompt } from './prompt';

/** Asks for the report on a community (GraphRAG A10.2): what is particular to it, the tables, comes last. */
export const REPORT_PROMPT: Prompt = {
  name: 'report',
  title: 'Community report',
  doc: 'Reports on a group of things that belong together, from tables of what is known of them.',
  source: 'GraphRAG 3.1 create_community_reports',
  version: 2,
  system: `You are an analyst. Write a report on a community of related entities. Use only the tables. ${FENCE_RULE}
Answer with one JSON object:
"title": a few words, with the most important names;
"summary": what connects them and what happened, up to {summary_words} words;
"rating": importance, 0 (trivial) to 10 (central); "rating_explanation": the reason, in one sentence;
"findings": up to {findings}, most important first, each with "summary", one line, and "explanation", up to {finding_words} words, references not counted.
Cite the supporting rows by id, up to five, at the end of each sentence of the summary and explanations. Example of a finding:
{"summary":"Keeper until 1911","explanation":"Ada Byrne kept Larkmoor Weir until 1911 [Data: Entities (61, 64); Relationships (52)]."}
Write in {language}.`,
  user: `${fenced('{tables}')}
The report as JSON, citing rows:`,
};
