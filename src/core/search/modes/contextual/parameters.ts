import { choice, choicesOf, number, type Values } from '../../../parameters';
import type { SearchParameters } from '../../search-parameters';

/** Contextual Retrieval (spec family A3, family-2 5). */
export const CONTEXTUAL_PARAMETERS = {
  name: 'contextual',
  title: 'Contextual',
  doc: 'Ranks passages by their words and their contexts, fuses that with their order by meaning, and has a reranker read the best, where there is one. Takes one call for the answer.',
  parameters: [
    number('passages', 'Passages', 20, [1, 100], {
      doc: 'Shows the model at most this many passages. More cover more and take longer to read (Contextual Retrieval: 20).',
    }),
    number('listed', 'Passages that are ranked', 150, [10, 500, 10], {
      doc: 'Takes this many passages by words, and as many by meaning; a reranker reads the best of both. More find more, and take a reranker longer (Contextual Retrieval: 150).',
    }),
    choice('fields', 'Words of context and text', ['joined', 'better'], {
      advanced: true,
      doc: 'Counts the words of a passage and of its context together, or only those of the one that fits better. Costs nothing (Contextual Retrieval: the better one).',
      choiceTitles: { joined: 'together', better: 'the better one' },
    }),
    number('meaning_share', 'Share of meaning', 20, [0, 100, 5], {
      part: 'Fusion',
      advanced: true,
      doc: 'Gives the order by meaning this share of the weight, in per cent, and that by words the rest. Lower suits a small embedding model (Contextual Retrieval: 80).',
    }),
    number('rank_constant', 'Rank constant', 0, [0, 100], {
      advanced: true,
      doc: 'Is added to each rank before it is fused. Higher has the first places count less, and both orders more evenly (Contextual Retrieval: 0).',
    }),
  ],
} satisfies SearchParameters;

/** Reads the parameters; what is missing has its default. */
export const contextualChoices = (chosen?: Values) => choicesOf(CONTEXTUAL_PARAMETERS, chosen);
