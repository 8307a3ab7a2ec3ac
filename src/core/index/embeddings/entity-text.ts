import { sentencesAbout, writtenDescription } from '../../graph/quoted-description';
import type { EntityRow, TextUnitRow } from '../../tables/tables';

/** Sentences and characters taken. */
const SENTENCES = 3;
const CHARACTERS = 600;

/**
 * What an entity is embedded by: `title: description` (GraphRAG A11), or without a description its title and the sentences that say
 * most about it: those that begin with its name, then those that hold it, the first of each text unit before the others.
 */
export function entityText(entity: EntityRow, unitOf: (id: string) => TextUnitRow | undefined): string {
  const title = entity.title.trim();
  const description = writtenDescription(entity).trim();
  if (description !== '') return `${title}: ${description}`;
  const text = sentencesAbout(entity, unitOf).slice(0, SENTENCES).join(' ');
  return text === '' ? title : `${title}: ${text}`.slice(0, CHARACTERS);
}
