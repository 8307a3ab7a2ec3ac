import { edgesOf, neighboursOf } from '../retrieve/adjacency';
import type { SearchIndex } from '../retrieve/index';
import type { EntityRow } from '../tables/tables';
import { namingOf } from './naming';
import { planSearch } from './plan';
import { readQuestion } from './question';
import { composeDraft } from './search';

interface Templates {
  readonly themes: string;
  readonly who: (name: string) => string;
  readonly what: (name: string) => string;
  readonly connects: (one: string, other: string) => string;
}

const ENGLISH: Templates = {
  themes: 'What are the main themes?',
  who: (name) => `Who is ${name}?`,
  what: (name) => `What is said about ${name}?`,
  connects: (one, other) => `What connects ${one} and ${other}?`,
};

const CHINESE: Templates = {
  themes: '主要主题是什么？',
  who: (name) => `${name}是谁？`,
  what: (name) => `关于${name}说了什么？`,
  connects: (one, other) => `${one}和${other}有什么关系？`,
};

const CENTRAL = 12;
const LONGEST_NAME = 40;
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
  const templates = mostlyChinese(index) ? CHINESE : ENGLISH;
  if (index.tables.communityReports.length > 0) yield templates.themes;
  const central = centralEntities(index);
  const paired = new Set<string>();
  for (const row of central) {
    const entity = index.tables.entities[row];
    if (!entity) continue;
    const { phrase } = namingOf(index, entity);
    yield isPerson(index, entity) ? templates.who(entity.title) : templates.what(phrase);
    const other = strongestNeighbour(index, row, new Set(central));
    if (!other || paired.has(entity.id) || paired.has(other.id)) continue;
    paired.add(entity.id).add(other.id);
    yield templates.connects(phrase, namingOf(index, other).phrase);
  }
}

/** A person's name takes no article. */
function isPerson(index: SearchIndex, entity: EntityRow): boolean {
  return entity.type === 'person' && !namingOf(index, entity).hasArticle;
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
    .filter(({ row }) => row.title.length <= LONGEST_NAME && IS_NAME.test(row.title))
    .sort((a, b) => weight(b.row) - weight(a.row) || a.at - b.at)
    .slice(0, CENTRAL * 3)
    .map((one, place) => ({ ...one, value: appeal(index, one.row) / (1 + place / CENTRAL) }))
    .sort((a, b) => b.value - a.value || a.at - b.at)
    .slice(0, CENTRAL)
    .map(({ at }) => at);
}

/** Every word but the small ones with a capital, or a script without capitals. */
const IS_NAME =
  /^(?:\p{Lu}[^\s]*|(?:of|the|and|de|von|van|&)(?=\s))(?:\s+(?:\p{Lu}[^\s]*|\p{N}+|of|the|and|de|la|von|van|&))*$|^[^\p{Script=Latin}]*\p{Lo}/u;

function appeal(index: SearchIndex, entity: EntityRow): number {
  const { documents } = namingOf(index, entity);
  const isWhole = entity.title.includes(' ') || !/\p{Script=Latin}/u.test(entity.title);
  const kind = isWhole ? (isPerson(index, entity) ? PERSON : SEVERAL_WORDS) : entity.title.length < SHORT ? SCRAP : 1;
  return kind * Math.min(documents, MOST_DOCUMENTS);
}

/** The neighbour most strongly tied to an entity, a central one if there is any. */
function strongestNeighbour(index: SearchIndex, row: number, central: ReadonlySet<number>): EntityRow | undefined {
  const edges = edgesOf(index.adjacency, row);
  const weighed = [...neighboursOf(index.adjacency, row)].map((neighbour, at) => ({
    neighbour,
    weight: tieOf(index, edges[at] ?? -1) * (central.has(neighbour) ? 2 : 1),
  }));
  const best = weighed
    .filter(({ neighbour }) => IS_NAME.test(index.tables.entities[neighbour]?.title ?? ''))
    .sort((a, b) => b.weight - a.weight || a.neighbour - b.neighbour)[0];
  return best && index.tables.entities[best.neighbour];
}

/** A relationship's weight, doubled where several documents show it. */
function tieOf({ tables }: SearchIndex, edge: number): number {
  const row = tables.relationships[edge];
  return row ? row.weight * (new Set(row.evidence_document_ids).size > 1 ? 2 : 1) : 0;
}

function isAnswered(index: SearchIndex, question: string): boolean {
  const request = { question, mode: 'auto' } as const;
  const read = readQuestion(index, request);
  const { mode } = planSearch(index, request, read);
  const draft = composeDraft(index, request, read, mode);
  return !draft.notFound && draft.sentences.some(({ role }) => role !== 'plain');
}
