import type { ExtractionRow } from '../../tables/tables';
import { entityKey } from '../keys';
import { findName } from './find-name';
import type { FoundEntity } from './findings';
import { foldText } from './folded-text';
import type { Occurrence, Passage } from './passage';

/** The entity of a name that a model wrote; undefined when the passage does not hold the name. What was found of it without a model is kept. */
export function entityNamed(
  passage: Passage,
  mentions: readonly ExtractionRow[],
  name: string,
): FoundEntity | undefined {
  const known = mentions.find(({ key }) => key === entityKey(name));
  const mentioned = known && entityOfMention(passage, known);
  if (mentioned) return mentioned;
  const occurrences = findName(passage, name);
  if (occurrences.length === 0) return undefined;
  const title = titleOf(passage, name, occurrences);
  const attributes = JSON.stringify({ phrase: /\p{Lu}|\p{Lo}/u.test(title) ? 'proper' : 'compound' });
  return { key: entityKey(title), title, type: '', description: '', occurrences, attributes };
}

/** A mention that was found without a model, as the entity that a model takes it for; undefined when none of its spans is in the passage. */
export function entityOfMention({ sentences }: Passage, mention: ExtractionRow): FoundEntity | undefined {
  const occurrences = mention.starts.flatMap((start, i): Occurrence[] => {
    const sentence = sentences.findIndex((one) => one.start <= start && start < one.end);
    return sentence < 0 ? [] : [{ sentence, start, end: mention.ends[i] ?? start }];
  });
  if (occurrences.length === 0) return undefined;
  const { key, title, type, attributes } = mention;
  return { key, title, type, description: '', occurrences, attributes };
}

/** The name as the model wrote it where it stands so, else as it first stands in the passage. */
function titleOf({ unit }: Passage, name: string, occurrences: readonly Occurrence[]): string {
  const bare = name.trim().replace(/^(?:the|an?) (?=\S)/iu, '');
  const wanted = foldText(bare).text;
  const forms = occurrences.map(({ start, end }) =>
    unit.text.slice(start - unit.start, end - unit.start).replace(/\s+/gu, ' '),
  );
  const same = forms.filter((form) => foldText(form).text === wanted);
  return same.length === 0 || same.includes(bare) ? bare : (same[0] ?? bare);
}
