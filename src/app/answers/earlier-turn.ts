import type { Answer, EarlierTurn } from '../../core/search/events';
import { documentsRead } from '../../core/search/forget/documents-read';

/** A turn as a model is told of it, with the documents whose words are in it. */
export function earlierTurn({ question, answer }: { readonly question: string; readonly answer: Answer }): EarlierTurn {
  const text = answer.text ?? answer.sentences.map((sentence) => sentence.text).join(' ');
  return { question, answer: text, documentIds: documentsRead(answer) };
}
