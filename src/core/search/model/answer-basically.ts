import { BASIC_ANSWER } from '../../prompts/answers/basic-answer';
import { basicContext } from '../context/basic-context';
import { basicChoices } from '../parameters/basic-parameters';
import { answerFrom } from './answer-from';
import type { ModeOutcome } from './mode-outcome';
import type { SearchRun } from './search-run';

/** Basic search (GraphRAG B4): one call over the passages nearest to the question. */
export function answerBasically(run: SearchRun): Promise<ModeOutcome> {
  const { passages } = basicChoices(run.request.parameters?.basic);
  return answerFrom(run, BASIC_ANSWER, (tokens) =>
    basicContext(run.index, run.question, {
      tokens,
      passages,
      ...(run.request.documentIds && { documentIds: run.request.documentIds }),
    }),
  );
}
