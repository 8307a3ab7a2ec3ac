import { fenced, FENCE_RULE, type Prompt } from './prompt';

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

/** Asks for the report on a community (GraphRAG A10.2): what is particular to it, the tables, comes last. */
export const REPORT_PROMPT: Prompt = {
  name: 'report',
  title: 'Community report',
  doc: 'Reports on a community from tables of what is known of it.',
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

/** Asks for the least that a report needs, where no whole one could be read. */
export const REPORT_FIELDS_PROMPT: Prompt = {
  name: 'report-fields',
  title: 'Community report (minimal)',
  doc: 'Asks only for a title and a summary when no whole report could be read.',
  source: 'GraphRAG 3.1 create_community_reports, title and summary alone',
  version: 1,
  system: `You are an analyst. Name and summarise a community of related entities. Use only the tables. ${FENCE_RULE}
Answer with one JSON object: "title", a few words with the most important names, and "summary", up to {summary_words} words.
Cite the supporting rows by id at the end of each sentence of the summary, for example: Ada Byrne kept Larkmoor Weir until 1911 [Data: Entities (61, 64); Relationships (52)].
Write in {language}.`,
  user: `${fenced('{tables}')}
Title and summary as JSON, citing rows:`,
};
