import type { Answer } from '../../core/search/events';
import { counted } from '../numbers';

/** What is said when an answer has come. What comes nearest to a sentence that nothing supports is no citation. */
export function answerReady({ text, sentences, evidence }: Pick<Answer, 'text' | 'sentences' | 'evidence'>): string {
  if (text === undefined) {
    const { passages, communities } = evidence;
    const found = [
      ...(communities.length > 0 ? [counted(communities.length, 'community', 'communities')] : []),
      ...(passages.length > 0 ? [counted(passages.length, 'passage')] : []),
    ];
    return found.length > 0 ? `Found: ${found.join(', ')}.` : 'Nothing was found.';
  }
  const cited = new Set(sentences.flatMap(({ citations }) => citations));
  return `Answer ready: ${counted(sentences.length, 'sentence')}, ${counted(cited.size, 'citation')}.`;
}
