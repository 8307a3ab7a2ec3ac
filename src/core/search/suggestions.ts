import type { SearchIndex } from '../retrieval/index';
import type { EntityRow } from '../tables/tables';
import { namingOf } from './naming';
import {
  isAnswered,
  isAskable,
  isPerson,
  questionAbout,
  questionBetween,
  questionTemplates,
  strongestNeighbour,
} from './question-templates';

const CENTRAL = 12;
const PERSON = 2;
const SEVERAL_WORDS = 1.5;
/** A Latin name of fewer letters is as often a scrap of one. */
const SHORT = 4;
const SCRAP = 0.25;
const MOST_DOCUMENTS = 4;

/**
 * Questions from plain templates about the most central entities and the whole, each tried first: only questions that
 * search answers are offered. In Chinese when most documents are, else in English.
 */
export function suggestions(index: SearchIndex, count: number): readonly string[] {
  const found: string[] = [];
  for (const question of candidates(index)) {
    if (found.length >= count) break;
    if (!found.includes(question) && isAnswered(index, question)) found.push(question);
  }
  return found;
}

function* candidates(index: SearchIndex): Generator<string> {
  const templates = questionTemplates(mostlyChinese(index));
  if (index.tables.communityReports.length > 0) yield templates.themes;
  const central = centralEntities(index);
  const paired = new Set<string>();
  for (const row of central) {
    const entity = index.tables.entities[row];
    if (!entity) continue;
    yield questionAbout(index, entity, templates);
    const other = strongestNeighbour(index, row, new Set(central));
    if (!other || paired.has(entity.id) || paired.has(other.id)) continue;
    paired.add(entity.id).add(other.id);
    yield questionBetween(index, entity, other, templates);
  }
}

function mostlyChinese({ tables }: SearchIndex): boolean {
  return tables.documents.filter(({ language }) => language === 'zh').length * 2 > tables.documents.length;
}

/** The most central entities with names: those of several documents first, people and names of several words before single ones. */
function centralEntities(index: SearchIndex): readonly number[] {
  const { entities } = index.tables;
  const weight = (row: EntityRow): number => row.degree + row.frequency;
  return entities
    .map((row, at) => ({ row, at }))
    .filter(({ row }) => isAskable(row))
    .sort((a, b) => weight(b.row) - weight(a.row) || a.at - b.at)
    .slice(0, CENTRAL * 3)
    .map((one, place) => ({ ...one, value: appeal(index, one.row) / (1 + place / CENTRAL) }))
    .sort((a, b) => b.value - a.value || a.at - b.at)
    .slice(0, CENTRAL)
    .map(({ at }) => at);
}

function appeal(index: SearchIndex, entity: EntityRow): number {
  const { documents } = namingOf(index, entity);
  const isWhole = entity.title.includes(' ') || !/\p{Script=Latin}/u.test(entity.title);
  const kind = isWhole ? (isPerson(index, entity) ? PERSON : SEVERAL_WORDS) : entity.title.length < SHORT ? SCRAP : 1;
  return kind * Math.min(documents, MOST_DOCUMENTS);
}
