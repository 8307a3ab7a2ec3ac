import type { FoundEntity } from './findings';
import { foldText } from './folded-text';
import { significantWords } from './name-words';
import { isTaken, type Outcome } from './outcomes';
import { citedIn, type Part, type Passage } from './passage';

/** The sentences that a reply cites, as indexes in the passage, ascending; places that were not shown are left out. */
export function citedSentences(part: Part, places: readonly number[]): Outcome<readonly number[]> {
  const cited = citedIn(part, places).filter((index) => index !== undefined);
  return cited.length > 0 ? [...new Set(cited)].sort((a, b) => a - b) : 'no such sentence';
}

/**
 * As `citedSentences`, for what connects two entities of the passage: only sentences that name one of them, and those that go on from
 * one; the other may be meant by a pronoun or a title. Of the sample's gold relationships whose ends the text unit names all pass; 81 % would if both had to be named.
 */
export function evidenceOf(
  part: Part,
  entities: readonly FoundEntity[],
  places: readonly number[],
): Outcome<readonly number[]> {
  const cited = citedSentences(part, places);
  if (!isTaken(cited)) return cited;
  const kept: number[] = [];
  for (const index of cited) {
    const isNaming = entities.some((entity) => isNamedIn(part.passage, entity, index));
    if (isNaming || kept.at(-1) === index - 1) kept.push(index);
  }
  return kept.length > 0 ? kept : 'sentence names neither';
}

/** Whether a sentence names an entity, in full or by one of the words that tell it from others, as `Vasey` does Edmund Vasey. */
export function isNamedIn({ sentences }: Passage, entity: FoundEntity, index: number): boolean {
  if (entity.occurrences.some(({ sentence }) => sentence === index)) return true;
  const words = significantWords(foldText(entity.title).text);
  return sentences[index]?.words.some(({ word }) => words.has(word)) ?? false;
}
