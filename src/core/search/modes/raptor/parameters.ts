import { choicesOf, number, type Values } from '../../../parameters';
import type { SearchParameters } from '../../search-parameters';

const TOKENS = number('tokens', 'Most tokens of leaves and summaries', 3500, [200, 100_000, 100], {
  doc: 'Shows the model at most this many tokens of them. More cover more and take longer to read (RAPTOR: 3500).',
});

/** Search over all layers at once (spec family A2). */
export const COLLAPSED_PARAMETERS = {
  name: 'raptor-collapsed',
  title: 'RAPTOR collapsed',
  doc: 'Shows the nearest parts of a tree of summaries, from single sentences to the broadest summary, whatever their layer. Takes one call for the answer.',
  parameters: [
    number('nodes', 'Leaves and summaries', 10, [1, 100], {
      doc: 'Shows at most this many parts of the tree. More cover more and take longer to read (RAPTOR: 10).',
    }),
    TOKENS,
  ],
} satisfies SearchParameters;

/** Search from the broadest summaries down (spec family A2). */
export const TRAVERSAL_PARAMETERS = {
  name: 'raptor-traversal',
  title: 'RAPTOR traversal',
  doc: 'Goes down a tree of summaries: takes the nearest ones of a layer, then the nearest of what these sum up, down to sentences of the documents. Takes one call for the answer.',
  parameters: [
    number('nodes', 'Parts of each layer', 5, [1, 50], {
      doc: 'Takes this many parts of each layer and goes on below them. More miss less and take longer to read (RAPTOR: 5).',
    }),
    number('start_layer', 'Layers left out at the top', 0, [0, 9], {
      advanced: true,
      doc: 'Begins this many layers below the broadest one. A later start finds details that broad summaries leave out.',
    }),
    number('layers', 'Layers', 0, [0, 10], {
      advanced: true,
      doc: 'Takes parts of this many layers; 0 goes down to the leaves. Fewer stay with summaries.',
    }),
    TOKENS,
  ],
} satisfies SearchParameters;

/** Reads the parameters; what is missing has its default. */
export const collapsedChoices = (chosen?: Values) => choicesOf(COLLAPSED_PARAMETERS, chosen);
export const traversalChoices = (chosen?: Values) => choicesOf(TRAVERSAL_PARAMETERS, chosen);
