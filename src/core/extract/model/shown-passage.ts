import type { ExtractionRow } from '../../tables/tables';
import { sentencesOfPart, type Part } from './passage';
import { shownName, shownText } from './shown-text';

/** The sentences of a part, one a line, numbered from s1: a line of the passage's own can never look like one of ours. */
export function shownSentences(part: Part): string {
  return sentencesOfPart(part)
    .map(({ text }, n) => `s${String(n + 1)} ${shownText(text)}`)
    .join('\n');
}

/** Names, one a line, numbered from 1, with their type where it is known; `none` without any. */
export function shownNames(names: readonly Pick<ExtractionRow, 'title' | 'type'>[]): string {
  const lines = names.map(({ title, type }, n) => `${String(n + 1)} ${shownName(title)}${type ? `, ${type}` : ''}`);
  return lines.join('\n') || 'none';
}

/** Title and headings above a part. */
export const shownTitle = ({ passage }: Part): string => shownText(passage.unit.context);
