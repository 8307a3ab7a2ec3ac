import type { Prompt } from './prompt';

/** Asks for the least that a report needs, where no whole one could be read. */
export const REPORT_FIELDS_PROMPT: Prompt = {
  name: 'report-fields',
  title: 'Community report, the least',
  doc: 'Asks only for a title and a summary when no whole report could be read.',
  version: 1,
  system: `You name and sum up a group of things that belong together, from tables of what is known of it, and use nothing else.
Answer with one JSON object: "title", the group in a few words with its most important names, and "summary", up to {summary_words} words.
End each sentence of the summary with the rows that prove it, such as [Data: Entities (1, 4); Relationships (2)].
Write in {language}.`,
  user: `{tables}

Title and summary as JSON:`,
};
