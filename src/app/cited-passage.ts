import type { Citation, Passage } from '../core/search/events';

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Of a citation's passages that are still here the one with the sentence's own words, else the best. */
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
    here[0]
  );
}
