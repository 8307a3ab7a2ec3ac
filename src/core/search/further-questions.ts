import type { Clock } from '../ports/clock';
import { conceptKey } from '../retrieval/concepts';
import type { SearchIndex } from '../retrieval/index';
import type { Answer, Citation } from './events';
import {
  isAnswered,
  isAskable,
  questionAbout,
  questionBetween,
  questionTemplates,
  strongestNeighbour,
} from './question-templates';
import { readQuestion } from './question';

/** An answered question, as further ones are sought for it. */
export interface AnsweredQuestion {
  readonly question: string;
  readonly answer: Pick<Answer, 'sentences' | 'citations'>;
  /** Only these documents, when not empty. */
  readonly documentIds: readonly string[];
  /** Questions that were asked already. */
  readonly asked: readonly string[];
}

/** Questions tried at most: each is a search of its own. */
const TRIED = 12;
/** Entities of the answer that are asked about at most. */
const ENTITIES = 6;
/** An entity weighs so much where the answer speaks its name, where a chip leads to it, and where a cited passage mentions it. */
const SPOKEN = 3;
const CITED = 2;
const MENTIONED = 0.25;

/**
 * Questions that lead on from an answer along the graph, without a model: what the answer names besides the question, and what stands beside
 * it; only such as search answers, at most `count`. Each is tried in a task of its own; throws the signal's reason when aborted.
 */
export async function furtherQuestions(
  index: SearchIndex,
  answered: AnsweredQuestion,
  count: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const asked = new Set([answered.question, ...answered.asked].map(conceptKey));
  const found: string[] = [];
  let tried = 0;
  for (const question of candidates(index, answered)) {
    if (found.length >= count || tried >= TRIED) break;
    if (asked.has(conceptKey(question))) continue;
    asked.add(conceptKey(question));
    tried += 1;
    await clock.yield();
    signal.throwIfAborted();
    if (isAnswered(index, question, answered.documentIds)) found.push(question);
  }
  return found;
}

function* candidates(index: SearchIndex, { question, answer }: AnsweredQuestion): Generator<string> {
  const { entities } = index.tables;
  const read = readQuestion(index, { question, mode: 'auto' });
  const templates = questionTemplates(/\p{Script=Han}/u.test(question));
  const named = new Set(read.entities);
  const weights = entitiesOf(index, answer);
  const news = [...weights.keys()].filter((row) => !named.has(row) && isAskable(entities[row])).slice(0, ENTITIES);
  const asked = new Set([...named, ...news]);
  for (const [at, row] of news.entries()) {
    const entity = entities[row];
    if (!entity) continue;
    yield questionAbout(index, entity, templates);
    const from = entities[[...named][at] ?? row] ?? entity;
    const start = index.entities.at.get(from.id) ?? row;
    const other = strongestNeighbour(index, start, new Set(weights.keys()), asked);
    if (other && isAskable(from)) yield questionBetween(index, from, other, templates);
  }
}

/** Rows of the entities that an answer speaks of, the weightiest first. */
function entitiesOf(
  index: SearchIndex,
  { sentences, citations }: AnsweredQuestion['answer'],
): ReadonlyMap<number, number> {
  const weights = new Map<number, number>();
  const add = (row: number | undefined, weight: number): void => {
    if (row !== undefined) weights.set(row, (weights.get(row) ?? 0) + weight);
  };
  const text = sentences.map((sentence) => sentence.text).join('\n');
  for (const name of index.names.namesIn(text)) add(index.names.withName(name)[0], SPOKEN);
  for (const citation of citations) {
    for (const [row, weight] of citedEntities(index, citation)) add(row, weight);
  }
  return new Map([...weights].sort((a, b) => b[1] - a[1] || a[0] - b[0]));
}

function citedEntities(index: SearchIndex, { target }: Citation): readonly (readonly [number | undefined, number])[] {
  const rowOf = (id: string): number | undefined => index.entities.at.get(id);
  switch (target.kind) {
    case 'entity':
      return [[rowOf(target.id), CITED]];
    case 'relationship': {
      const row = index.tables.relationships[index.relationshipAt.get(target.id) ?? -1];
      return row ? [row.source_id, row.target_id].map((id) => [rowOf(id), CITED / 2] as const) : [];
    }
    case 'passage': {
      const unit = index.unitAt.get(index.slotOf.get(target.textUnitId) ?? -1);
      return (unit?.entity_ids ?? []).map((id) => [rowOf(id), MENTIONED] as const);
    }
    case 'report':
      return [];
  }
}
