/** What is filled in for each placeholder, in words for a person. */
export const PLACEHOLDERS: Readonly<Record<string, string>> = {
  about: 'what counts as a claim, as set for the reading',
  descriptions: 'the descriptions to make one of',
  finding_words: 'words of a finding at most',
  findings: 'findings at most',
  form: 'how to answer: in lines, or in JSON where the server or the browser demands it',
  language: 'the language to write in',
  max_words: 'words at most',
  names: 'the names, numbered',
  pairs: 'the pairs of names, numbered, with sentences that use them',
  passages: 'passages of several documents, numbered',
  sentences: 'the sentences of the passage, numbered',
  summary_words: 'words of the summary at most',
  tables: 'tables of what is known of the group',
  title: 'the document and the headings above the passage',
  types: 'the kinds of entities to look for',
};
