import { ModelError } from '../../errors';
import type { SearchRun } from './search-run';

/** Of a prompt that leaves no tokens for what it is to be answered from: that says nothing of the documents. */
export const noRoom = ({ model }: Pick<SearchRun, 'model'>): ModelError =>
  new ModelError(
    `The question and the prompt leave no room for your documents in its window of ${String(model.capabilities.contextWindow)} tokens.`,
  );
