/** A value of a parameter. */
export type ParameterValue = number | string | boolean;

/** Values by the names of their parameters. */
export type Values = Readonly<Record<string, ParameterValue>>;

/** A parameter with its default, described so that a form can be drawn from it; the value in force is kept with the collection. */
export interface StepParameter<Name extends string = string, Value extends ParameterValue = ParameterValue> {
  readonly name: Name;
  /** Shown in place of a name that is too short to be clear. */
  readonly title?: string;
  readonly doc: string;
  /** The heading of the part of the form that begins with it. */
  readonly part?: string;
  /** True if the form folds it away: few people need it. */
  readonly advanced?: boolean;
  /** `text` is one line of free words, which may be empty. */
  readonly kind: 'number' | 'choice' | 'switch' | 'text';
  readonly default: Value;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly choices?: readonly string[];
  /** In words, by choice; missing where a choice is clear by itself. */
  readonly choiceTitles?: Readonly<Record<string, string>>;
}

/** A parameter with the value in force. */
export interface ParameterDescription extends StepParameter {
  readonly value: ParameterValue;
}

type Words = Pick<StepParameter, 'doc' | 'choiceTitles' | 'part' | 'advanced'>;

/** A number with its default and its range, in steps of 1 unless another is given. */
export const number = <const Name extends string>(
  name: Name,
  title: string,
  standard: number,
  [min, max, step = 1]: readonly [min: number, max: number, step?: number],
  words: Words,
): StepParameter<Name, number> => ({ name, title, kind: 'number', default: standard, min, max, step, ...words });

/** A switch with its default. */
export const flag = <const Name extends string>(
  name: Name,
  title: string,
  standard: boolean,
  words: Words,
): StepParameter<Name, boolean> => ({ name, title, kind: 'switch', default: standard, ...words });

/** A line of free words with its default. */
export const text = <const Name extends string>(
  name: Name,
  title: string,
  standard: string,
  words: Words,
): StepParameter<Name, string> => ({ name, title, kind: 'text', default: standard, ...words });

/** One of several words, the first by default. */
export const choice = <const Name extends string, const Choice extends string>(
  name: Name,
  title: string,
  choices: readonly [Choice, ...Choice[]],
  words: Words,
): StepParameter<Name, Choice> => ({ name, title, kind: 'choice', choices, default: choices[0], ...words });

/** A value of each parameter, by its name. */
export type ValuesOf<List extends readonly StepParameter[]> = {
  readonly [P in List[number] as P['name']]: P['default'];
};

interface Described<List extends readonly StepParameter[]> {
  readonly parameters: List;
}

/** The values in force: defaults, with those that a person chose and that are of the right kind laid over. */
export function valuesOf<List extends readonly StepParameter[]>(
  { parameters }: Described<List>,
  chosen: Values = {},
): ValuesOf<List> {
  const inForce = (parameter: StepParameter): ParameterValue => {
    const value = chosen[parameter.name];
    return value !== undefined && fits(parameter, value) ? value : parameter.default;
  };
  return Object.fromEntries(parameters.map((one) => [one.name, inForce(one)])) as ValuesOf<List>;
}

/** Characters of a free text parameter. */
const LONGEST_TEXT = 2000;

function fits(parameter: StepParameter, value: ParameterValue): boolean {
  if (parameter.kind === 'choice') return parameter.choices?.includes(String(value)) ?? false;
  if (parameter.kind === 'switch') return typeof value === 'boolean';
  if (parameter.kind === 'text') return typeof value === 'string' && value.length <= LONGEST_TEXT;
  return (
    typeof value === 'number' &&
    Number.isFinite(value) &&
    value >= (parameter.min ?? -Infinity) &&
    value <= (parameter.max ?? Infinity)
  );
}

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** A value of each parameter, by its name in code. */
type ChoicesOf<List extends readonly StepParameter[]> = {
  readonly [P in List[number] as CamelCase<P['name']>]: P['default'];
};

/** The values in force as code reads them: `reply_tokens` is `replyTokens`, and texts are trimmed. */
export function choicesOf<List extends readonly StepParameter[]>(
  described: Described<List>,
  chosen?: Values,
): ChoicesOf<List> {
  const entries = Object.entries<ParameterValue>(valuesOf(described, chosen)).map(([name, value]) => [
    name.replace(/_(\w)/gu, (_, letter: string) => letter.toUpperCase()),
    typeof value === 'string' ? value.trim() : value,
  ]);
  return Object.fromEntries(entries) as ChoicesOf<List>;
}
