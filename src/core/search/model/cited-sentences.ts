import { numberCitations } from '../citations';
import type { AlignedSentence } from '../alignment/alignment';
import type { Ground, ContextRow } from '../context/context';
import type { Cited, DraftSentence } from '../draft';
import type { AnswerSentence, Citation } from '../events';
import { instructionIn } from '../instructing-words';
import { citeGrounds } from './cite-grounds';
import type { SearchRun } from './search-run';

/** Sentences of an answer's text with numbered citations for what they rest on. */
export function citedSentences(
  { index, scope }: Pick<SearchRun, 'index' | 'scope'>,
  rowOf: ReadonlyMap<Ground, ContextRow>,
  sentences: readonly AlignedSentence[],
  text: string,
): { readonly sentences: readonly AnswerSentence[]; readonly citations: readonly Citation[] } {
  const drafts = sentences.map(({ start, end, grounds, nearest }): DraftSentence => {
    const sentence = text.slice(start, end);
    const cite = (some: readonly Ground[]): readonly Cited[] =>
      citeGrounds(index, rowOf, { grounds: some, sentence }, scope.unit);
    const beside = cite(nearest ? [nearest] : []);
    const shown = beside.find(({ target }) => target.kind === 'passage') ?? beside[0];
    return { text: sentence, role: 'sentence', cited: cite(grounds), ...(shown && { nearest: shown }) };
  });
  const numbered = numberCitations({ sentences: drafts });
  const shown = numbered.sentences.map((sentence, at): AnswerSentence => {
    const { start, end, support, doubt, grounds } = sentences[at] as AlignedSentence;
    const isInstructed = grounds.length > 0 && grounds.every((ground) => instructionIn(ground.text) !== null);
    return {
      ...sentence,
      at: { start, end },
      support,
      ...(doubt && { doubt }),
      ...(isInstructed && { isInstructed }),
    };
  });
  return { sentences: shown, citations: numbered.citations };
}
