import { choice, choicesOf, flag, number, type Values } from '../../../parameters';
import type { SearchRequest, SearchValues } from '../../request/search-request';
import type { SearchParameters } from '../../search-parameters';

const BUDGETS = ['20', '100', '500'] as const;

/** Lazy search (spec family A5, family-2 6). */
export const LAZY_PARAMETERS = {
  name: 'lazy',
  title: 'Lazy',
  doc: 'Has the model test passage after passage, community by community, for whether it bears on the question, and joins what the relevant ones say. Takes one short call per test, and a few to join.',
  parameters: [
    choice('budget', 'Relevance tests at most', BUDGETS, {
      doc: 'Limits the tests, one short call each. More find more and take longer; what was tested before is not tested again (LazyGraphRAG: 100, 500 or 1,500).',
      choiceTitles: { 20: '20, a first look', 100: '100', 500: '500, thorough' },
    }),
    choice('tester', 'What tests', ['model', 'encoder'], {
      doc: 'Has the chat model test passages, or a reranker or sentence checker, which costs no call. Without a chat model the latter does it anyway.',
      choiceTitles: { model: 'the chat model', encoder: 'a reranker or sentence checker' },
    }),
    flag('expand', 'Name concepts of the collection in the question', true, {
      doc: 'Has the model add the main concepts of your documents that the question means. Costs one short call, and finds passages that put it in other words (LazyGraphRAG: on).',
    }),
    number('batch', 'Passages in a batch', 5, [1, 50], {
      part: 'Walk',
      advanced: true,
      doc: 'Tests this many passages of a community at a time; a batch without a relevant one ends the community. Higher gives up later (LazyGraphRAG: 5).',
    }),
    number('per_community', 'Tests of a community', 10, [1, 100], {
      advanced: true,
      doc: 'Tests at most this many passages of a community before the next one. Higher digs deeper into the first communities (LazyGraphRAG: 10).',
    }),
    number('misses', 'Irrelevant communities in a row', 5, [1, 100], {
      advanced: true,
      doc: 'Goes on to finer communities after this many without a relevant passage. Higher looks into more of them and costs tests (LazyGraphRAG: 5).',
    }),
    number('neighbours', 'Neighbours of a relevant passage', 1, [0, 5], {
      advanced: true,
      doc: 'Tests this many passages before and after each relevant one, for which tests are kept back (LazyGraphRAG: 1).',
    }),
    number('passages', 'Passages in a call for claims', 10, [1, 50], {
      part: 'Claims and answer',
      advanced: true,
      doc: 'Draws claims from this many relevant passages in one call. Higher takes fewer calls; a small model then misses more (LazyGraphRAG: 10).',
    }),
    number('claims', 'Claims of a call', 8, [1, 12], {
      advanced: true,
      doc: 'Takes at most this many claims from each call. More keep more detail and take longer to join.',
    }),
    number('answer_words', 'Words of the answer', 500, [50, 4000, 50], {
      doc: 'Limits the answer. More words say more and take longer to write.',
    }),
  ],
} satisfies SearchParameters;

/** The parameters of Lazy, read. */
export type LazyChoices = ReturnType<typeof lazyChoices>;

/** Reads the parameters of Lazy; what is missing has its default. */
export function lazyChoices(chosen?: Values) {
  const { budget, ...choices } = choicesOf(LAZY_PARAMETERS, chosen);
  return { ...choices, budget: Number(budget) };
}

/** The parameters of the request with the next larger budget; undefined where it has the largest. */
export function withNextBudget({ parameters }: SearchRequest): SearchValues | undefined {
  const { budget } = lazyChoices(parameters?.lazy);
  const next = BUDGETS.find((one) => Number(one) > budget);
  return next && { ...parameters, lazy: { ...parameters?.lazy, budget: next } };
}
