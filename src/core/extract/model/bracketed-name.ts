import { initials, wordsOf } from '../name-parts';
import { significantWords } from './name-words';
import { foldText } from './folded-text';

/** A name with another form of it, or a comment, in brackets. */
export interface BracketedName {
  readonly outer: string;
  readonly inner: string;
  /** Whether one is made of the initials of the other. */
  readonly isAbbreviation: boolean;
}

const BRACKETED = /^(?<before>[^()[\]（）]*)[([（](?<inner>[^()[\]（）]+)[)\]）](?<after>[^()[\]（）]*)$/u;

/** Takes a name apart at its brackets; undefined for one without. */
export function bracketedName(name: string): BracketedName | undefined {
  const { before = '', inner = '', after = '' } = BRACKETED.exec(name.trim())?.groups ?? {};
  const outer = `${before.trim()} ${after.trim()}`.trim();
  if (outer === '' || inner.trim() === '') return undefined;
  return { outer, inner: inner.trim(), isAbbreviation: isShort(outer, inner) || isShort(inner, outer) };
}

/** Whether the letters of a short form are the initials of a name, its small words aside or not. */
function isShort(short: string, name: string): boolean {
  const letters = foldText(short).text.replace(/[^\p{L}\p{N}]/gu, '');
  const words = wordsOf(foldText(name).text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '));
  const main = [...significantWords(foldText(name).text)];
  return letters.length > 1 && [words, main].some((some) => initials(some).toLowerCase() === letters);
}
