import { fenced, FENCE_RULE } from './fence';
import type { Prompt } from './prompt';

/** Asks for the least that a report needs, where no whole one could be read. */
export const REPORT_FIELDS_PROMPT: Prompt = {
  name: 'report-fields',
  title: 'Community report, the least',
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
