import type { History } from '../context/history';
import type { GlobalChoices } from '../parameters/global-parameters';
import type { SearchRun } from './search-run';

/** A Global search under way. */
export interface GlobalSearch {
  readonly run: SearchRun;
  readonly choices: GlobalChoices;
  readonly history: History;
  /** A sentence each, added as it goes on. */
  readonly notes: string[];
}

/** Values of the prompt for a batch, but its data. */
export const mapValues = ({ question }: SearchRun, { points, mapWords }: GlobalChoices, history: History) => ({
  points: String(points),
  max_words: String(mapWords),
  history: history.text,
  question: question.typed,
});
