import { RAPTOR_ANSWER } from '../../../prompts/answers';
import { makeTreeIndex } from './tree-index';
import { answerTokens } from '../../model-call/token-budget';
import type { BuiltContext } from '../../context/context';
import { answerFrom } from '../../writer/write-answer';
import type { Retrieval } from '../../writer/search-run';
import { planCall, type Costing } from '../estimate';
import type { Mode } from '../mode';
import { COLLAPSED_PARAMETERS, collapsedChoices, TRAVERSAL_PARAMETERS, traversalChoices } from './parameters';
import { collapsedContext, traversalContext } from './retrieve';

type Build = (retrieval: Retrieval, tokens: number) => BuiltContext;

/** A mode over the tree of summaries, with one call over what it finds there. */
const overTree = (build: Build, mostTokens: (costing: Costing) => number) =>
  ({
    prompts: [RAPTOR_ANSWER],
    needs: { reports: false, summaries: true },
    shows: ['summaries', 'passages'],
    ready: function* (index) {
      yield* makeTreeIndex(index);
    },
    retrieve: (retrieval, tokens) => [build(retrieval, tokens)],
    write: (run) => answerFrom(run, RAPTOR_ANSWER, (tokens) => build(run, tokens)),
    estimate: (costing) => {
      const data = Math.min(mostTokens(costing), costing.index.unitAt.size * costing.passage);
      return [planCall(costing, { prompt: RAPTOR_ANSWER, data, reply: answerTokens(costing), withHistory: true })];
    },
  }) satisfies Partial<Mode>;

const collapsed = ({ request }: Pick<Retrieval, 'request'>) =>
  collapsedChoices(request.parameters?.['raptor-collapsed']);
const traversal = ({ request }: Pick<Retrieval, 'request'>) =>
  traversalChoices(request.parameters?.['raptor-traversal']);

/** RAPTOR's collapsed tree: leaves and summaries of all layers in one ranking. */
export const RAPTOR_COLLAPSED: Mode = {
  ...COLLAPSED_PARAMETERS,
  ...overTree(
    (retrieval, tokens) => collapsedContext(retrieval, collapsed(retrieval), tokens),
    (costing) => Math.min(collapsed(costing).tokens, collapsed(costing).nodes * PART),
  ),
};

/** RAPTOR's tree traversal: from the broadest summaries down to leaves. */
export const RAPTOR_TRAVERSAL: Mode = {
  ...TRAVERSAL_PARAMETERS,
  ...overTree(
    (retrieval, tokens) => traversalContext(retrieval, traversal(retrieval), tokens),
    (costing) => Math.min(traversal(costing).tokens, traversal(costing).nodes * LAYERS * PART),
  ),
};

/** Tokens of a leaf or summary in a table, and layers of a tree; guesses. */
const PART = 110;
const LAYERS = 3;
