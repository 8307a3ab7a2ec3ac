import type { ExtractionRow } from '../../tables/tables';
import { sentencesOfPart, type Part } from './passage';
import { shownName, shownText } from './shown-text';

/** The sentences of a part, one a line, numbered from s1: a line of the passage's own can never look like one of ours. */
export function shownSentences(part: Part): string {
  return sentencesOfPart(part)
    .map(({ text }, n) => `s${String(n + 1)} ${shownText(text)}`)
    .join('\n');
}

/** The sentences of a part without numbers, one a line, for prompts that ask for none. */
export const shownProse = (part: Part): string =>
  sentencesOfPart(part)
    .map(({ text }) => shownText(text))
    .join('\n');

/** Names, one a line, numbered from 1; `none` without any. Types are the model's to say, and a guessed one would lead it. */
export function shownNames(names: readonly Pick<ExtractionRow, 'title'>[]): string {
  const lines = names.map(({ title }, n) => `${String(n + 1)} ${shownName(title)}`);
  return lines.join('\n') || 'none';
}

/** Title and headings above a part. */
export const shownTitle = ({ passage }: Part): string => shownText(passage.unit.context);
