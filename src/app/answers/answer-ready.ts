import type { Answer } from '../../core/search/events';
import { counted } from '../numbers';

/** What is said when an answer has come. What comes nearest to a sentence that nothing supports is no citation. */
export function answerReady({ sentences }: Pick<Answer, 'sentences'>): string {
  const cited = new Set(sentences.flatMap(({ citations }) => citations));
  return `Answer ready: ${counted(sentences.length, 'sentence')}, ${counted(cited.size, 'citation')}.`;
}
