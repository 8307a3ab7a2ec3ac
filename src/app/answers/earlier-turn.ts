import type { Answer, EarlierTurn } from '../../core/search/events';
import { documentsRead } from '../../core/search/forget/forget-answer';

/** A turn as a model is told of it, with the documents whose words are in it. */
export function earlierTurn({ question, answer }: { readonly question: string; readonly answer: Answer }): EarlierTurn {
  return { question, answer: answer.text ?? '', documentIds: documentsRead(answer) };
}
