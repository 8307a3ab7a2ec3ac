import type { ChatMessage } from '../../models/chat-model';
import { CLAIMS_PROMPT, COMPACT_PROMPT, FULL_PROMPT, GLEANING, GLEANING_MORE } from '../../prompts/extraction';
import { THEMES_PROMPT } from '../../prompts/themes';
import { fillPrompt, promptVersion, type OwnWords, type Prompt, withoutTurnBorders } from '../../prompts/prompt';
import type { ExtractionRow } from '../../tables/tables';
import { type Part, sentencesOfPart } from './passage/passage';
import type { ReadingOptions } from './reading';

type Names = readonly Pick<ExtractionRow, 'title'>[];
type PromptEdits = Pick<ReadingOptions, 'prompts' | 'persona'>;

/** The messages of a compact reading. Nothing of other documents and no number that could shift enters them. */
export const compactMessages = (part: Part, candidates: Names, options: ReadingOptions): readonly ChatMessage[] =>
  filled(COMPACT_PROMPT, options, { ...passageValues(part), names: shownNames(candidates) });

/** The messages that ask for entities and relationships in GraphRAG’s own form. */
export const fullMessages = (part: Part, options: ReadingOptions): readonly ChatMessage[] =>
  filled(FULL_PROMPT, options, {
    ...passageValues(part),
    input_text: shownProse(part),
    entity_types: options.types.join(','),
  });

/** The messages that ask for entities, and for relationships with their themes. */
export const themesMessages = (part: Part, options: ReadingOptions): readonly ChatMessage[] =>
  filled(THEMES_PROMPT, options, passageValues(part));

/** The messages that ask for claims about these names. */
export const claimsMessages = (part: Part, entities: Names, options: ReadingOptions): readonly ChatMessage[] =>
  filled(CLAIMS_PROMPT, options, { ...passageValues(part), names: shownNames(entities) });

/** The turn that asks for what was missed. */
export const gleaningTurn = (options: ReadingOptions): ChatMessage => lastTurn(GLEANING, options);
/** The turn that asks whether anything was missed. */
export const moreTurn = (options: ReadingOptions): ChatMessage => lastTurn(GLEANING_MORE, options);

/** The version of a prompt, as a person edited it, with the persona that reads. */
export const versionOf = (prompt: Prompt, options: PromptEdits): string =>
  promptVersion(prompt, ownWords(prompt, options));

const passageValues = (part: Part): Readonly<Record<'title' | 'sentences', string>> => ({
  title: shownText(part.passage.unit.context),
  sentences: shownSentences(part),
});

function filled(
  prompt: Prompt,
  options: ReadingOptions,
  values: Readonly<Record<string, string>>,
): readonly ChatMessage[] {
  const messages = fillPrompt(prompt, { ...valuesOf(options), ...values }, ownWords(prompt, options), options.replies);
  return messages.filter(({ content }) => content !== '');
}

const ownWords = (prompt: Prompt, { prompts, persona }: PromptEdits): OwnWords => ({
  ...prompts[prompt.name],
  persona,
});

const lastTurn = (prompt: Prompt, options: ReadingOptions): ChatMessage => ({
  role: 'user',
  content: filled(prompt, options, {}).at(-1)?.content ?? '',
});

const valuesOf = ({ types, openTypes, language, claimsAbout }: ReadingOptions): Readonly<Record<string, string>> => ({
  types: types.join(', ') + (openTypes ? ', or a better word' : ''),
  language: language ?? 'the language of the passage',
  about: claimsAbout,
});

/** The sentences of a part, one a line, numbered from s1, so that no line of the passage looks like one of ours. */
function shownSentences(part: Part): string {
  return sentencesOfPart(part)
    .map(({ text }, n) => `s${String(n + 1)} ${shownText(text)}`)
    .join('\n');
}

/** The sentences of a part without numbers, one a line, for prompts that ask for none. */
const shownProse = (part: Part): string =>
  sentencesOfPart(part)
    .map(({ text }) => shownText(text))
    .join('\n');

/** Names, one a line, numbered from 1; `none` without any. They have no types: a guessed type would lead the model. */
function shownNames(names: Names): string {
  const lines = names.map(({ title }, n) => `${String(n + 1)} ${shownName(title)}`);
  return lines.join('\n') || 'none';
}

/** Text of a document as one line of a prompt: white space and control characters are single spaces. */
export function shownText(text: string): string {
  return withoutTurnBorders(text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim());
}

/** A name in a prompt: one line, at most 80 characters, none that separates fields. */
export function shownName(name: string): string {
  return [...shownText(name).replaceAll('|', '/')].slice(0, 80).join('');
}
