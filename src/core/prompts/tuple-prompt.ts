import type { EditedPrompt } from './prompt';

/** The signs of GraphRAG's own form (A4), by the placeholders of its prompts. */
const SIGNS: Readonly<Record<string, string>> = {
  tuple_delimiter: '<|>',
  record_delimiter: '##',
  completion_delimiter: '<|COMPLETE|>',
};

/** Placeholders of GraphRAG's extraction prompt, which its prompt tuning leaves in. */
const PLACEHOLDERS: readonly string[] = ['input_text', 'entity_types', ...Object.keys(SIGNS)];

/** The sign that a placeholder stands for, as it is: in a value of a document it would be taken apart. */
export const signOf = (placeholder: string): string | undefined => SIGNS[placeholder];

/** Whether a person's own words ask for GraphRAG's tuples, which no schema may forbid. */
export const asksForTuples = ({ system = '', user = '' }: EditedPrompt = {}): boolean =>
  /\{tuple_delimiter\}|\{input_text\}|<\|>/u.test(`${system}\n${user}`);

/** What is wrong with GraphRAG's extraction prompt where it is pasted in, in words; `system` is what stands there now. */
export function tupleProblems(system: string, user: string): readonly string[] {
  const used = Array.from(`${system}\n${user}`.matchAll(/\{([a-z_]+)\}/gu), ([, name = '']) => name);
  const known = [...PLACEHOLDERS, 'form'];
  return [
    ...(user.includes('{input_text}')
      ? []
      : ['{input_text} is missing in what is sent with each call: paste the whole GraphRAG prompt there.']),
    ...(system.includes('{form}')
      ? ['The instructions ask for another form than the GraphRAG prompt: clear them.']
      : []),
    ...(system.includes('{input_text}') ? ['{input_text} must stand in what is sent with each call only.'] : []),
    ...[...new Set(used)]
      .filter((name) => !known.includes(name))
      .map((name) => `{${name}} is not known here; write it without braces.`),
  ];
}
