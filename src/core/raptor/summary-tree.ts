import { lazy, remembered } from '../memo';
import { choice, choicesOf, number, type Values } from '../parameters';
import { passageLanguage } from '../text/language';
import { terms } from '../text/terms';
import { countTexts } from './leaf-vectors';
import type { Leaf } from './leaves';

/** Name of the step that writes summaries, under which the shape of the tree is kept. */
export const SUMMARIES_STEP = 'model summaries';

/** Shape of the tree (RAPTOR, Sarthi and others 2024). */
export const TREE_PARAMETERS = [
  choice('placed_by', 'Passages belong together by', ['words', 'meaning'], {
    doc: 'Groups passages by their words, or also by their embeddings, which keeps those of one subject together better. It counts when a tree is made: another choice makes the tree anew, with all its summaries.',
    choiceTitles: { words: 'their words', meaning: 'their meaning' },
  }),
  number('leaf_tokens', 'Tokens of a leaf', 100, [30, 1000, 10], {
    advanced: true,
    doc: 'Packs sentences of a passage into leaves of at most this many tokens. Larger leaves make fewer summaries, each of more text (RAPTOR: 100).',
  }),
  number('cluster_tokens', 'Tokens of a cluster', 1200, [200, 8000, 100], {
    advanced: true,
    doc: 'Groups leaves, and then summaries, until a cluster has about this many tokens. Larger clusters make fewer summaries that say less of each leaf.',
  }),
  number('most_tokens', 'Most tokens of a cluster', 3500, [500, 20_000, 100], {
    advanced: true,
    doc: 'Splits a cluster with more tokens. Lower keeps summaries to one subject and makes more of them (RAPTOR: 3500).',
  }),
  number('layers', 'Most layers of summaries', 5, [1, 10], {
    advanced: true,
    doc: 'Stops after this many layers above the leaves. More end in fewer and broader summaries (RAPTOR: 5).',
  }),
  number('max_words', 'Words of a summary', 60, [20, 400, 5], {
    doc: 'Asks for summaries of about this many words. More words say more and take longer to write (RAPTOR: 100 tokens).',
  }),
  number('edition', 'Edition of the tree', 1, [1, 10_000, 1], {
    advanced: true,
    doc: 'Another number makes the tree anew from the passages as they are now, by the present settings. Explore has a button for the next one.',
  }),
] as const;

/** Reads the shape of the tree; what is missing has its default. */
export const treeChoices = (chosen?: Values) => choicesOf({ parameters: TREE_PARAMETERS }, chosen);
export type TreeChoices = ReturnType<typeof treeChoices>;

/** The shape as rows of a tree keep it. */
export const treeSettings = (choices: TreeChoices): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(choices).map(([name, value]) => [
        name.replace(/[A-Z]/gu, (one) => `_${one.toLowerCase()}`),
        value,
      ]),
    ),
  );

/** A cluster of leaves or of lower clusters, with a summary of its own. */
export interface TreeNode {
  /** Follows from the words of its leaves alone. */
  readonly id: string;
  /** 1 stands on leaves. */
  readonly level: number;
  /** Numbers of its members: of leaves on level 1, else of nodes. */
  readonly members: readonly number[];
  /** Numbers of the nodes that it is a member of; more than one where it is nearly as near to another. */
  readonly parents: readonly number[];
  /** Numbers of the leaves beneath it, rising. */
  readonly leaves: readonly number[];
  /** Leaves beneath it, also where they are not here. */
  readonly size: number;
}

/** Leaves and the clusters above them, the lowest level first. */
export interface SummaryTree {
  readonly leaves: readonly Leaf[];
  /** Index terms of each leaf. */
  readonly terms: readonly (readonly string[])[];
  readonly nodes: readonly TreeNode[];
  /** Number of levels above the leaves. */
  readonly levels: number;
  /** Leaves of the whole tree, in the unit of each `size`. */
  readonly size: number;
  /** Settings by which it was made. */
  readonly choices: TreeChoices;
  /** Estimated tokens of a summary. */
  readonly summaryTokens: number;
  /** Rarity of a term among the leaves. */
  readonly idf: (term: string) => number;
}

/** A layer of so few is the top (RAPTOR: one more than the dimensions that it reduces to). */
export const TOP = 11;
const TOKENS_PER_WORD = 1.5;

/** Estimates the tokens of a summary. */
export const summaryTokensOf = ({ maxWords }: Pick<TreeChoices, 'maxWords'>): number =>
  Math.ceil(TOKENS_PER_WORD * maxWords);

/** Returns the index terms of a leaf. */
export const termsOfLeaf = remembered(({ text, language }: Leaf): readonly string[] =>
  terms(text, passageLanguage(text, language)),
);

/** ln(1 + texts / texts with the term) */
export function idfAmong(texts: readonly (readonly string[])[]): (term: string) => number {
  const frequencies = lazy(() => countTexts(texts));
  return (term) => Math.log(1 + texts.length / Math.max(1, frequencies().get(term) ?? 0));
}
