import type { FoundEntity } from '../replies/findings';
import { foldText, significantWords } from './folded-text';
import { isAccepted, type Outcome } from '../replies/parsed-reply';
import { citedIn, type Part, type Passage } from './passage';

/** The sentences that a reply cites, as ascending indexes in the passage, without those that were not shown. */
export function citedSentences(part: Part, places: readonly number[]): Outcome<readonly number[]> {
  const cited = citedIn(part, places).filter((index) => index !== undefined);
  return cited.length > 0 ? [...new Set(cited)].sort((a, b) => a - b) : 'no such sentence';
}

/**
 * Cited sentences for a connection of entities of the passage: only those that name one of them, and those right after such a sentence, which
 * may have a pronoun or a title instead. All of the sample's gold relationships pass whose ends the text unit names; 81 % would if both had to
 * be named.
 */
export function evidenceOf(
  part: Part,
  entities: readonly FoundEntity[],
  places: readonly number[],
): Outcome<readonly number[]> {
  const cited = citedSentences(part, places);
  if (!isAccepted(cited)) return cited;
  const kept: number[] = [];
  for (const index of cited) {
    const isNaming = entities.some((entity) => isNamedIn(part.passage, entity, index));
    if (isNaming || kept.at(-1) === index - 1) kept.push(index);
  }
  return kept.length > 0 ? kept : 'sentence names neither';
}

/**
 * The sentences for a connection whose reply cites none, as in GraphRAG's own form: those that name both entities, else the two closest that
 * name one each. Ascending indexes in the passage, at most three.
 */
export function evidenceFor(part: Part, source: FoundEntity, target: FoundEntity): Outcome<readonly number[]> {
  const named = (entity: FoundEntity): readonly number[] =>
    sentenceIndexes(part).filter((index) => isNamedIn(part.passage, entity, index));
  const [sources, targets] = [named(source), named(target)];
  const both = sources.filter((index) => targets.includes(index));
  if (both.length > 0) return both.slice(0, MOST_FOUND);
  const [closest] = sources
    .flatMap((one) => targets.map((other) => [Math.min(one, other), Math.max(one, other)] as const))
    .sort(([a, b], [c, d]) => b - a - (d - c) || a - c);
  return closest ?? 'no such sentence';
}

const MOST_FOUND = 3;

const sentenceIndexes = ({ from, to }: Part): readonly number[] =>
  Array.from({ length: to - from }, (_, n) => from + n);

/**
 * A strength of 1 to 10 by the evidence: 5 for one cited sentence that names both entities. Each further one of the passage adds to it;
 * without any it is lower.
 */
export function strengthOf(part: Part, source: FoundEntity, target: FoundEntity, cited: readonly number[]): number {
  const namesBoth = (index: number): boolean =>
    isNamedIn(part.passage, source, index) && isNamedIn(part.passage, target, index);
  const both = sentenceIndexes(part).filter(namesBoth).length;
  const others = cited.filter((index) => !namesBoth(index)).length;
  return Math.max(1, Math.min(10, 3 + 2 * both + others));
}

/** Checks if a sentence names an entity, in full or by one of its significant words, as `Vasey` does Edmund Vasey. */
export function isNamedIn({ sentences }: Passage, entity: FoundEntity, index: number): boolean {
  if (entity.occurrences.some(({ sentence }) => sentence === index)) return true;
  const words = significantWords(foldText(entity.title).text);
  return sentences[index]?.words.some(({ word }) => words.has(word)) ?? false;
}
