import { edgesOf, neighboursOf } from '../retrieval/adjacency';
import type { SearchIndex } from '../retrieval/index';
import type { EntityRow } from '../tables/tables';
import { namingOf } from './naming';
import { planSearch } from './plan';
import { readQuestion } from './question';
import { composeDraft } from './search';

/** Questions with places for names. */
export interface QuestionTemplates {
  readonly themes: string;
  readonly who: (name: string) => string;
  readonly what: (name: string) => string;
  readonly connects: (one: string, other: string) => string;
}

const ENGLISH: QuestionTemplates = {
  themes: 'What are the main themes?',
  who: (name) => `Who is ${name}?`,
  what: (name) => `What is said about ${name}?`,
  connects: (one, other) => `What connects ${one} and ${other}?`,
};

const CHINESE: QuestionTemplates = {
  themes: '主要主题是什么？',
  who: (name) => `${name}是谁？`,
  what: (name) => `关于${name}说了什么？`,
  connects: (one, other) => `${one}和${other}有什么关系？`,
};

const LONGEST_NAME = 40;
const NOBODY: ReadonlySet<number> = new Set();

/** Every word but the small ones with a capital, or a script without capitals. */
const IS_NAME =
  /^(?:\p{Lu}[^\s]*|(?:of|the|and|de|von|van|&)(?=\s))(?:\s+(?:\p{Lu}[^\s]*|\p{N}+|of|the|and|de|la|von|van|&))*$|^[^\p{Script=Latin}]*\p{Lo}/u;

/** Forms of the questions in the language of the collection: Chinese, else English. */
export const questionTemplates = (inChinese: boolean): QuestionTemplates => (inChinese ? CHINESE : ENGLISH);

/** Whether an entity's title can stand in a question. */
export const isAskable = (row: EntityRow | undefined): row is EntityRow =>
  row !== undefined && row.title.length <= LONGEST_NAME && IS_NAME.test(row.title);

/** Asks who a person is, or what is said about anything else. */
export function questionAbout(index: SearchIndex, entity: EntityRow, { who, what }: QuestionTemplates): string {
  return isPerson(index, entity) ? who(entity.title) : what(namingOf(index, entity).phrase);
}

/** Asks how two entities are connected. */
export const questionBetween = (
  index: SearchIndex,
  one: EntityRow,
  other: EntityRow,
  { connects }: QuestionTemplates,
): string => connects(namingOf(index, one).phrase, namingOf(index, other).phrase);

/** A person's name takes no article. */
export function isPerson(index: SearchIndex, entity: EntityRow): boolean {
  return entity.type === 'person' && !namingOf(index, entity).hasArticle;
}

/** The neighbour most strongly tied to an entity, a preferred one if there is any. */
export function strongestNeighbour(
  index: SearchIndex,
  row: number,
  preferred: ReadonlySet<number>,
  without: ReadonlySet<number> = NOBODY,
): EntityRow | undefined {
  const edges = edgesOf(index.adjacency, row);
  const weighed = [...neighboursOf(index.adjacency, row)].map((neighbour, at) => ({
    neighbour,
    weight: tieOf(index, edges[at] ?? -1) * (preferred.has(neighbour) ? 2 : 1),
  }));
  const best = weighed
    .filter(({ neighbour }) => !without.has(neighbour) && isAskable(index.tables.entities[neighbour]))
    .sort((a, b) => b.weight - a.weight || a.neighbour - b.neighbour)[0];
  return best && index.tables.entities[best.neighbour];
}

/** A relationship's weight, doubled where several documents show it. */
function tieOf({ tables }: SearchIndex, edge: number): number {
  const row = tables.relationships[edge];
  return row ? row.weight * (new Set(row.evidence_document_ids).size > 1 ? 2 : 1) : 0;
}

/** Whether search answers a question without a model, in the chosen documents if there are any. */
export function isAnswered(index: SearchIndex, question: string, documentIds: readonly string[] = []): boolean {
  const request = { question, mode: 'auto', documentIds } as const;
  const read = readQuestion(index, request);
  const { mode } = planSearch(index, request, read, 'nobody');
  const draft = composeDraft(index, request, read, mode);
  return !draft.notFound && draft.sentences.some(({ role }) => role !== 'plain');
}
