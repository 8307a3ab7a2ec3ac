import type { StepParameter } from '../../parameters';
import type { RunMode } from '../events';

/** What a person may set about a mode, described so that a form can be drawn from it. */
export interface SearchParameters {
  /** A mode, or `answers` for what holds for all of them. */
  readonly name: RunMode | 'answers';
  readonly title: string;
  readonly doc: string;
  readonly parameters: readonly StepParameter[];
}
