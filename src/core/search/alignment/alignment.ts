import type { ContextDataset, Ground } from '../context/context';

/** What a model says that a sentence rests on: never believed, only a hint. */
export interface Hint {
  readonly dataset: ContextDataset;
  /** As shown to the model. */
  readonly number: number;
}

/**
 * - `supported`: what went in says so.
 * - `partly`: a passage says some of it and nothing speaks against it, but too many of its words are others to be sure: to be compared.
 * - `unsupported`: nothing that went in says so, or something speaks against it.
 * - `general`: the model marked it as its own knowledge, as it was allowed to.
 * - `nothing to support`: a heading, a greeting, a question back, "In short:".
 */
export type Support = 'supported' | 'partly' | 'unsupported' | 'general' | 'nothing to support';

/**
 * Why grounds do not support a statement: they hold another number or name, or numbers from which its own can only be worked out, say the
 * opposite, deny it, say the same words of something else, say less, give it as somebody's words, give no cause, stand apart from one another, or do not say all of it in its own words.
 */
export type Doubt =
  | 'number'
  | 'worked out'
  | 'name'
  | 'opposite'
  | 'denied'
  | 'order'
  | 'further'
  | 'said'
  | 'cause'
  | 'joined'
  | 'words';

/** A sentence of an answer with what it rests on. */
export interface AlignedSentence {
  /** UTF-16 offsets in the answer's text without hints. */
  readonly start: number;
  readonly end: number;
  readonly support: Support;
  /** What speaks against the grounds that come nearest; null unless unsupported or partly supported. */
  readonly doubt: Doubt | null;
  /** Best first; of a partly supported sentence those to compare it with; empty unless supported or partly so. */
  readonly grounds: readonly Ground[];
  /** Of an unsupported sentence the ground that comes nearest, though it does not say it, where one has enough of it; null else. */
  readonly nearest: Ground | null;
  /** Share of what the sentence says that its grounds hold, 0 to 1. */
  readonly score: number;
  /** What the model pointed at, as far as it exists. */
  readonly hints: readonly Hint[];
  /** Hints at rows that were never shown, or that hold nothing of the sentence. */
  readonly wrongHints: number;
}
