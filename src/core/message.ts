/** An English sentence with `{0}`, `{1}` where its values belong. */
interface FilledTemplate {
  readonly template: string;
  readonly values: readonly (Message | number)[];
}

/**
 * Words for a person, as data: the screen puts them into the person's language.
 * A string by itself is looked up too: the title of a setting, or the English that an earlier version kept.
 */
export type Message = string | FilledTemplate;

/**
 * Writes a message: message`The page ${number} of “${title}” cannot be read.`
 * A string among the values is a name or another's words, and stays as it is; a message among them is put into the language too.
 */
export function message(strings: TemplateStringsArray, ...values: readonly (Message | number)[]): FilledTemplate {
  return { template: strings.reduce((text, part, at) => `${text}{${String(at - 1)}}${part}`), values };
}

/** Several messages as one, with a space between them; empty ones are left out. */
export function joinMessages(...messages: readonly Message[]): Message {
  const [first = '', ...others] = messages.filter((one) => one !== '');
  return others.reduce((before, next) => message`${before} ${next}`, first);
}

/** Messages whose condition holds: `condition && message`. */
export const presentMessages = (...given: readonly (Message | false)[]): readonly Message[] =>
  given.filter((one) => one !== false);

/** Several messages as a list in a sentence. */
export const listMessages = (messages: readonly Message[]): Message =>
  messages.slice(1).reduce((list, next) => message`${list}, ${next}`, messages[0] ?? '');

/** Checks that two messages have the same words. */
export const isSameMessage = (one: Message, other: Message): boolean =>
  one === other || inEnglish(one) === inEnglish(other);

/** Checks if a value, as one that was stored or sent, is a message. */
export function isMessage(value: unknown): value is Message {
  if (typeof value === 'string') return true;
  if (typeof value !== 'object' || value === null || !('template' in value) || !('values' in value)) return false;
  const { template, values } = value;
  return (
    typeof template === 'string' &&
    Array.isArray(values) &&
    values.every((one) => typeof one === 'number' || isMessage(one))
  );
}

interface Wording {
  /** The text for a template, or for a whole string. */
  readonly textOf: (template: string) => string;
  readonly number: (value: number) => string;
}

/** A message as text. A placeholder without a value stays as it stands. */
export function wordMessage(given: Message, wording: Wording): string {
  if (typeof given === 'string') return wording.textOf(given);
  const values = given.values.map((value) =>
    typeof value === 'number' ? wording.number(value) : typeof value === 'string' ? value : wordMessage(value, wording),
  );
  return wording
    .textOf(given.template)
    .replace(/\{(\d+)\}/gu, (placeholder, at: string) => values[Number(at)] ?? placeholder);
}

/** A message in English, as logs and errors keep it. */
export const inEnglish = (given: Message): string =>
  wordMessage(given, { textOf: (template) => template, number: (value) => value.toLocaleString('en') });
