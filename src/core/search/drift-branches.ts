import { edgesOf, neighboursOf } from '../retrieval/adjacency';
import type { SearchIndex } from '../retrieval/index';
import type { EntityRow } from '../tables/tables';
import { terms } from '../text/terms';
import { coverage } from './candidates';
import { spansOfRelationship } from './cite';
import type { Scope } from './context/scope';
import { namingOf } from './naming';
import { isNameLike } from './named-in';
import type { Question } from './question';

/** A relationship that leads away from what is known, as a further question. */
export interface Branch {
  readonly question: string;
  /** Row number of the relationship. */
  readonly relationship: number;
  /** Row numbers of the entities: where it starts and what it leads to. */
  readonly from: number;
  readonly to: number;
  /** How near the relationship's sentences are to the person's question, 0 to 1. */
  readonly similarity: number;
}

export interface BranchChoice {
  /** Entities to start from, the most central first. */
  readonly from: readonly number[];
  /** Whether a relationship leads away from what is known. */
  readonly leaves: (from: number, to: number) => boolean;
  readonly scope: Scope;
}

/** Relationships of one entity that are looked at, the weightiest; and of all together. */
const EACH = 12;
const MOST = 80;
/** Sentences of a relationship that are compared with the question. */
const SENTENCES = 4;
const WORDS = 0.6;
const WEIGHT = 0.2;
const NAME = 0.2;

interface Edge {
  readonly relationship: number;
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/** What the relationships of some entities lead on to, the nearest to the question first; one question for each pair. */
export function branchesFrom(index: SearchIndex, question: Question, choice: BranchChoice): readonly Branch[] {
  const edges = leavingEdges(index, choice);
  const heaviest = edges.reduce((most, { weight }) => Math.max(most, weight), 1);
  const asked = new Set<string>();
  return edges
    .map((edge) => ({ edge, similarity: similarityOf(index, question, edge, heaviest, choice.scope) }))
    .sort((a, b) => b.similarity - a.similarity || a.edge.relationship - b.edge.relationship)
    .flatMap(({ edge, similarity }) => {
      const words = questionOf(index, question, edge);
      if (words === '' || asked.has(words)) return [];
      asked.add(words);
      const { relationship, from, to } = edge;
      return [{ question: words, relationship, from, to, similarity }];
    });
}

function leavingEdges(index: SearchIndex, { from, leaves, scope }: BranchChoice): readonly Edge[] {
  const found = new Map<number, Edge>();
  for (const entity of from) {
    if (found.size >= MOST) break;
    for (const edge of edgesOutOf(index, entity, leaves).slice(0, EACH)) {
      const isShown = scope.spans(spansOfRelationship(index, edge.relationship)).length > 0;
      if (isShown && !found.has(edge.relationship)) found.set(edge.relationship, edge);
    }
  }
  return [...found.values()];
}

/** The weightiest first. */
function edgesOutOf(index: SearchIndex, from: number, leaves: BranchChoice['leaves']): readonly Edge[] {
  const edges = edgesOf(index.adjacency, from);
  return [...neighboursOf(index.adjacency, from)]
    .map((to, at): Edge => {
      const relationship = edges[at] ?? -1;
      return { relationship, from, to, weight: index.tables.relationships[relationship]?.weight ?? 0 };
    })
    .filter(({ to }) => to !== from && leaves(from, to))
    .sort((a, b) => b.weight - a.weight || a.relationship - b.relationship);
}

/** By the words of its sentences, how much the documents make of it, and whether its ends have names. */
function similarityOf(
  index: SearchIndex,
  question: Question,
  { relationship, from, to, weight }: Edge,
  heaviest: number,
  scope: Scope,
): number {
  const spans = scope.spans(spansOfRelationship(index, relationship)).slice(0, SENTENCES);
  const sentences = spans.map(({ document_id, start, end }) =>
    (index.documents.get(document_id)?.text ?? '').slice(start, end),
  );
  const words = coverage(question.terms, new Set(terms(sentences.join('\n'))));
  const named = [from, to].filter((row) => isNameLike(index.tables.entities[row]?.title ?? '')).length / 2;
  return WORDS * words + WEIGHT * (weight / heaviest) + NAME * named;
}

function questionOf(index: SearchIndex, { cjk }: Question, { from, to }: Edge): string {
  const [one, other] = [from, to].map((row) => index.tables.entities[row]);
  if (!one || !other) return '';
  if (cjk) return `${one.title}和${other.title}有什么关系？`;
  return `How is ${called(index, one)} related to ${called(index, other)}?`;
}

/** A common noun stands in quotes: whether it takes an article, or is of several, is not known. */
const called = (index: SearchIndex, entity: EntityRow): string =>
  isNameLike(entity.title) ? namingOf(index, entity).phrase : `“${entity.title}”`;
