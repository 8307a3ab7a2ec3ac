import type { Answer, EarlierTurn } from '../../core/search/events';

/** A turn as a model is told of it, with the documents whose words are in it. */
export function earlierTurn({ question, answer }: { readonly question: string; readonly answer: Answer }): EarlierTurn {
  const passages = answer.citations.flatMap((citation) => citation.passages.map((passage) => passage.document_id));
  const shown = (answer.trace.calls ?? []).flatMap(({ documentIds }) => documentIds);
  const text = answer.text ?? answer.sentences.map((sentence) => sentence.text).join(' ');
  return { question, answer: text, documentIds: [...new Set([...passages, ...shown])] };
}
