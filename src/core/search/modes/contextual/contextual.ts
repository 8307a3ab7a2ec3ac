import { message } from '../../../message';
import { BASIC_ANSWER } from '../../../prompts/answers';
import { rerank } from '../../../vectors/top-k';
import type { BuiltContext } from '../../context/context';
import type { ModeOutcome, Retrieval, SearchRun } from '../../writer/search-run';
import { answerFrom } from '../../writer/write-answer';
import { passageContext, planPassages } from '../basic';
import type { Mode, ReadPassage } from '../mode';
import { CONTEXTUAL_PARAMETERS, contextualChoices } from './parameters';
import { rankInContext } from './ranking';

/** Contextual Retrieval: passages found by what a model wrote of their place in the document, and one call over the best. */
export const CONTEXTUAL: Mode = {
  ...CONTEXTUAL_PARAMETERS,
  prompts: [BASIC_ANSWER],
  needs: { reports: false },
  shows: ['passages'],
  retrieve: (retrieval, tokens) => [contextualContext(retrieval, tokens)],
  reranks: passagesInContext,
  write: answerInContext,
  estimate: (costing) =>
    planPassages(costing, contextualChoices(costing.request.parameters?.contextual).passages, BASIC_ANSWER),
};

function contextualContext(retrieval: Retrieval, tokens: number): BuiltContext {
  const { index, question, request, scope } = retrieval;
  const { passages } = contextualChoices(request.parameters?.contextual);
  const hits = rankInContext(retrieval);
  const best = question.reranked ? rerank(hits, question.reranked) : hits;
  return passageContext(index, best, { scope, tokens, passages });
}

/** Passages as a reranker reads them, each behind its context. */
function passagesInContext(retrieval: Retrieval): readonly ReadPassage[] {
  const { unitAt } = retrieval.index;
  return rankInContext(retrieval).map(({ id }) => {
    const { text = '', written_context: context = '' } = unitAt.get(id) ?? {};
    return { slot: id, text: context === '' ? text : `${context}\n${text}` };
  });
}

async function answerInContext(run: SearchRun): Promise<ModeOutcome> {
  const outcome = await answerFrom(run, BASIC_ANSWER, (tokens) => contextualContext(run, tokens));
  const isWritten = run.index.tables.textUnits.some((unit) => unit.written_context !== '');
  if (isWritten) return outcome;
  const none = message`No model has written contexts of these passages yet: titles and headings stood in for them.`;
  return { ...outcome, notes: [...outcome.notes, none] };
}
