import { sha256Text } from '../../ids';
import { NO_MODEL } from '../../provenance';
import type { EntityRow, TextUnitRow, RelationshipRow } from '../../tables/tables';
import { isBoilerplate } from '../../text/boilerplate';
import { keysInText } from '../../extract/entity-key';
import { uniteKeywords } from '../../extract/keywords';

/** Identifies the descriptions that a summary is made from. Null for fewer than two, which need no summary (GraphRAG A5). */
export function descriptionHash(descriptions: Iterable<string>): string | null {
  const distinct = distinctDescriptions(descriptions);
  return distinct.length < 2 ? null : sha256Text(JSON.stringify(distinct));
}

/** The distinct descriptions that are not empty, in code unit order, as a model is shown them. */
export function distinctDescriptions(descriptions: Iterable<string>): readonly string[] {
  return [...new Set(descriptions)].filter((text) => text !== '').sort();
}

/** A description that a person asked a model for: the model's name, and the text units that it was written from. */
interface AskedDescription {
  readonly by: string;
  readonly textUnitIds: readonly string[];
}

const MARK = 'asked ';

/** Formats it for `description_hash`. */
export const formatAskedDescription = ({ by, textUnitIds }: AskedDescription): string =>
  `${MARK}${JSON.stringify({ by, textUnitIds })}`;

/** Parses a `description_hash`; undefined where the description was not asked for. */
export function parseAskedDescription(hash: string | null): AskedDescription | undefined {
  return hash?.startsWith(MARK) ? (JSON.parse(hash.slice(MARK.length)) as AskedDescription) : undefined;
}

/** Checks that a description was asked for, and that all text units behind it still exist. */
export function isAskedDescriptionCurrent(hash: string | null, textUnitIds: Iterable<string>): boolean {
  const present = new Set(textUnitIds);
  return parseAskedDescription(hash)?.textUnitIds.every((id) => present.has(id)) ?? false;
}

/** The `description_hash` of a sentence quoted from the documents, which no model wrote. */
const QUOTED = 'quoted';
/** Neighbours of an entity from which a quoted sentence is worth its place. */
const LEAST_DEGREE = 2;
/** Text units looked through. */
const UNITS = 8;
/** Characters of a sentence that is quoted. */
const SHORTEST = 25;
const LONGEST = 350;

/** The description of an entity where a model wrote it; empty where it is quoted. */
export const writtenDescription = ({
  description,
  description_hash,
}: Pick<EntityRow, 'description' | 'description_hash'>) => (description_hash === QUOTED ? '' : description);

/**
 * Adds a quoted sentence to well-connected entities that a model named but did not describe, as in a compact reading.
 */
export function withQuotedDescriptions(
  entities: readonly EntityRow[],
  units: readonly TextUnitRow[],
): readonly EntityRow[] {
  const bare = entities.filter(
    (one) => one.method !== NO_MODEL && one.description === '' && one.degree >= LEAST_DEGREE,
  );
  if (bare.length === 0) return entities;
  const unitOf = new Map(units.map((unit) => [unit.id, unit]));
  const quoted = new Map(bare.map((one) => [one, sentencesAbout(one, (id) => unitOf.get(id))[0]]));
  return entities.map((one) => {
    const sentence = quoted.get(one);
    return sentence === undefined ? one : { ...one, description: `“${sentence}”`, description_hash: QUOTED };
  });
}

/** Sentences that name an entity, best first: those that begin with its name, then the others; the first of each text unit before its others. */
export function sentencesAbout(
  { title, aliases, text_unit_ids }: Pick<EntityRow, 'title' | 'aliases' | 'text_unit_ids'>,
  unitOf: (id: string) => TextUnitRow | undefined,
): readonly string[] {
  const names = [title, ...aliases].map((name) => name.toLowerCase()).filter((name) => name !== '');
  return text_unit_ids
    .slice(0, UNITS)
    .flatMap((id, at) => sentencesIn(unitOf(id), names, at))
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .map(({ text }) => text);
}

interface ScoredSentence {
  readonly text: string;
  readonly order: number;
  readonly score: number;
}

function sentencesIn(unit: TextUnitRow | undefined, names: readonly string[], at: number): readonly ScoredSentence[] {
  if (!unit) return [];
  const found: ScoredSentence[] = [];
  for (const [number, start] of unit.sentence_starts.entries()) {
    const end = unit.sentence_ends[number] ?? unit.end;
    const text = unit.text
      .slice(start - unit.start, end - unit.start)
      .replace(/\s+/gu, ' ')
      .trim();
    if (text.length < SHORTEST || text.length > LONGEST || isBoilerplate(text)) continue;
    const named = keysInText(names, text);
    if (named.length === 0) continue;
    const folded = text.toLowerCase();
    const place = Math.min(...named.map((name) => placeOf(folded, name)));
    const score = (place < 5 ? 2 : 1) - (found.length > 0 ? 0.5 : 0);
    found.push({ text, score, order: at * 1000 + number });
  }
  return found;
}

function placeOf(text: string, name: string): number {
  const at = text.indexOf(name);
  return at < 0 ? Infinity : at;
}

/** The text by which a relationship is found: its keywords, both ends and its description. One form, whoever wrote or changed it (LightRAG A1.1). */
export const relationshipText = ({
  keywords,
  theme_keywords,
  source,
  target,
  description,
}: Pick<RelationshipRow, 'keywords' | 'theme_keywords' | 'source' | 'target' | 'description'>): string =>
  `${uniteKeywords([...keywords, ...theme_keywords]).join(', ')}\t${source}\n${target}\n${description}`;

/** Checks that somebody said how the ends of a relationship are related, more than that they appear together. */
export const isDescribed = ({ method, description, keywords }: RelationshipRow): boolean =>
  method !== NO_MODEL && (description !== '' || keywords.length > 0);

/** Describes the link between two entities: the description, else the predicates. */
export function relationshipLabel({
  description,
  keywords,
}: Pick<RelationshipRow, 'description' | 'keywords'>): string {
  return description || keywords.join(', ');
}
