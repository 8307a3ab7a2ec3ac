import { fenced, FENCE_RULE, type Prompt } from './prompt';

/** Asks for a summary of passages that belong together (RAPTOR). A length is asked for, so that no summary ends in the middle of a sentence. */
export const SUMMARY_PROMPT: Prompt = {
  name: 'summary',
  title: 'Summary of passages',
  doc: 'Sums up passages, or summaries of passages, that belong together: a node of the tree of summaries.',
  source: 'RAPTOR',
  version: 1,
  system: `You sum up passages for people who look for something in many documents. You see passages that have something in common, each after its number in brackets. ${FENCE_RULE}
Write a summary of up to {max_words} words in whole sentences. Say what the passages have in common, and keep what people would search for: names, numbers, dates, places, causes and results. Use only the passages. Where they speak of different things, give each its own sentence.
Answer with one JSON object: {"summary": sentences}.
Write in {language}.`,
  user: `${fenced('{passages}')}
The summary as JSON:`,
};
