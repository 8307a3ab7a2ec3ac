import { sha256Text } from '../ids';
import type { ChatCapabilities, ChatMessage } from '../models/chat-model';
import { asksForTuples, signOf, tupleProblems } from './tuple-prompt';
import { withoutTurnBorders } from './turn-borders';

/** The words with which a model is asked for one thing. `{name}` stands for what is filled in. */
export interface Prompt {
  /** Short and stable: settings and the cache of replies know it by this. */
  readonly name: string;
  readonly title: string;
  readonly doc: string;
  /** Where it comes from, by the name of the step in GraphRAG, for people. */
  readonly source: string;
  /** Part of the name of what was read or written with it: raised where replies mean something else, never for other words, which make nothing stale. */
  readonly version: number;
  /** The same for every call of a run, so that an engine need not read it again. */
  readonly system: string;
  /** What is particular to a call comes last. */
  readonly user: string;
  /** What `{form}` stands for: how to answer, by what the reply is held to. */
  readonly forms?: Readonly<Record<ReplyForm, string>>;
  /** Whether GraphRAG's own prompt, with its placeholders, may stand in its place. */
  readonly takesTuples?: boolean;
}

/** `json` where a server or the browser holds a reply to a JSON schema; lines, which cost half as much, where a grammar or nothing does. */
export type ReplyForm = 'lines' | 'json';

/** The form that a model's replies are held to. */
export const replyFormOf = ({ shapes }: Pick<ChatCapabilities, 'shapes'>): ReplyForm =>
  shapes === 'json schema' ? 'json' : 'lines';

/** A person's own words in place of a prompt's. */
export interface EditedPrompt {
  readonly system?: string;
  readonly user?: string;
}

/** A person's own words with who reads, such as `a historian of shipping`, which is said in front of the instructions. */
export interface OwnWords extends EditedPrompt {
  readonly persona?: string;
}

const PLACEHOLDER = /\{([a-z_]+)\}/gu;

/** The prompt as messages. What is filled in is never expanded again, and begins no turn. Throws RangeError for a placeholder without a value. */
export function fillPrompt(
  prompt: Prompt,
  values: Readonly<Record<string, string>>,
  edited: OwnWords = {},
  form: ReplyForm = 'lines',
): readonly ChatMessage[] {
  const fill = (template: string): string =>
    template.replace(PLACEHOLDER, (_whole, name: string) => {
      const sign = prompt.takesTuples ? signOf(name) : undefined;
      if (sign !== undefined) return sign;
      const value = values[name] ?? (name === 'form' && prompt.forms ? fill(prompt.forms[form]) : undefined);
      if (value === undefined) throw new RangeError(`The prompt ${prompt.name} has no value for {${name}}`);
      return withoutTurnBorders(value);
    });
  const { persona } = edited;
  const reader = persona ? `You are ${withoutTurnBorders(persona)}.\n` : '';
  return [
    { role: 'system', content: `${reader}${fill(edited.system ?? prompt.system)}` },
    { role: 'user', content: fill(edited.user ?? prompt.user) },
  ];
}

/** The instructions as they are sent, with the form's own lines. */
export function systemWords(
  prompt: Prompt,
  { system = prompt.system }: EditedPrompt = {},
  form: ReplyForm = 'lines',
): string {
  return prompt.forms ? system.replaceAll('{form}', () => prompt.forms?.[form] ?? '') : system;
}

/**
 * Names what was asked for: `compact 2`, or `compact 2 3fa2c1b4` where a person changed the words or said who reads. The default words are no part
 * of it, so that others make nothing stale.
 */
export function promptVersion(prompt: Prompt, { persona = '', ...edited }: OwnWords = {}): string {
  const own = (part: 'system' | 'user'): string | null =>
    edited[part] === undefined || edited[part] === prompt[part] ? null : edited[part];
  const [system, user] = [own('system'), own('user')];
  const version = `${prompt.name} ${String(prompt.version)}`;
  if (persona === '' && system === null && user === null) return version;
  return `${version} ${sha256Text(JSON.stringify([persona, system, user])).slice(0, 8)}`;
}

/** What is wrong with a person's own words, in words for that person; empty when they can be used. */
export function promptProblems(prompt: Prompt, edited: EditedPrompt): readonly string[] {
  if (prompt.takesTuples && asksForTuples(edited))
    return tupleProblems(edited.system ?? prompt.system, edited.user ?? prompt.user);
  const known = placeholders(
    Object.values(prompt.forms ?? {})
      .concat(prompt.system, prompt.user)
      .join('\n'),
  );
  const used = placeholders(`${edited.system ?? prompt.system}\n${edited.user ?? prompt.user}`);
  const inSystem = placeholders(prompt.system);
  const needed = [...placeholders(prompt.user)].filter((name) => name !== 'form' && !inSystem.has(name));
  return [
    ...needed
      .filter((name) => !used.has(name))
      .map((name) => `{${name}} is missing: without it the model does not see that part.`),
    ...[...used]
      .filter((name) => !known.has(name))
      .map((name) => `{${name}} is not known here; write it without braces.`),
  ];
}

/** The names that both parts of a prompt may hold in braces, in the order of their first use. */
export const placeholdersOf = ({ system, user }: Prompt): readonly string[] => [...placeholders(`${system}\n${user}`)];

const placeholders = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name));
