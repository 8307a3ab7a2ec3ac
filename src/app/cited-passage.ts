import type { Citation, Passage } from '../core/search/events';

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Of a citation's passages that are still here the one with the sentence's own words, else with most of them, else the best. */
export function citedPassage(
  citation: Citation,
  sentence: string,
  present: { has(documentId: string): boolean },
): Passage | undefined {
  const here = citation.passages.filter((passage) => present.has(passage.document_id));
  const words = plain(sentence);
  return (
    here.find((passage) => plain(passage.quote) === words) ??
    here.find((passage) => words !== '' && plain(passage.quote).includes(words)) ??
    nearest(here, words)
  );
}

/** The passage that shares most words with a sentence, the longer words counting more; the first of equals. */
function nearest(passages: readonly Passage[], sentence: string): Passage | undefined {
  const said = wordsOf(sentence);
  const shared = passages.map(({ quote }) => {
    const common = [...wordsOf(quote)].filter((word) => said.has(word));
    return common.reduce((sum, word) => sum + word.length, 0);
  });
  return passages[shared.indexOf(Math.max(...shared))];
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
