import type { StepParameter } from '../../parameters';
import type { Values } from '../../index/step';
import type { RunMode } from '../events';

/** What a person may set about a mode, described so that a form can be drawn from it. */
export interface SearchParameters {
  /** A mode, or `answers` for what holds for all of them. */
  readonly name: RunMode | 'answers';
  readonly title: string;
  readonly doc: string;
  readonly parameters: readonly StepParameter[];
}

/** Deepest community level whose reports are read where a person chose none (GraphRAG's community_level). */
export const DEFAULT_LEVEL = 2;

/** By name of the mode, or `answers`; what is missing has its default. */
export type SearchValues = Readonly<Partial<Record<SearchParameters['name'], Values>>>;
