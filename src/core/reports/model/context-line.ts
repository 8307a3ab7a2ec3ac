import type { Span } from '../../tables/tables';
import type { Dataset } from './dataset';

/** One row of a table of the prompt. */
export interface ContextLine {
  readonly dataset: Dataset;
  /** Stable id of the entity, relationship or claim. */
  readonly id: string;
  /** The number by which it is known outside of the prompt. */
  readonly reference: number;
  /** Names by which a text may mean it: one list per name that must occur, each of them the spellings. */
  readonly names: readonly (readonly string[])[];
  /** Cells after the number, without the degree. */
  readonly cells: readonly string[];
  /** The cells without a quoted sentence: what enters the hash, with the sentences by themselves, since which line quotes one depends on the order. */
  readonly said: readonly string[];
  /** Shown in the full form; it ranks and may shift, so no hash holds it. */
  readonly degree: number | null;
  /** The sentence that it quotes, if any. */
  readonly sentence: number | null;
  /** It, in words that stand by themselves; empty when little is known. */
  readonly statement: string;
  /** Where it is read, best first. */
  readonly spans: readonly Span[];
  /** Documents that its words come from. */
  readonly documentIds: readonly string[];
}
