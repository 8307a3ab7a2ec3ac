/** A parameter of an index step, described so that a form can be drawn from it. */
export interface ParameterDescription {
  readonly name: string;
  /** Shown in place of the name where that says too little by itself. */
  readonly title?: string;
  readonly doc: string;
  /** `text` is one line of free words, which may be empty. */
  readonly kind: 'number' | 'choice' | 'switch' | 'text';
  readonly value: number | string | boolean;
  readonly default: number | string | boolean;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly choices?: readonly string[];
  /** In words, by choice; missing where a choice says enough by itself. */
  readonly choiceTitles?: Readonly<Record<string, string>>;
}

/** A parameter with its default; the value in force is kept with the collection. */
export type StepParameter = Omit<ParameterDescription, 'value'>;
