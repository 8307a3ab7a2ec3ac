import type { CollectionView } from '../../core/engine/api/collections';
import type { ShownTurn } from './shown-turn';

/** A turn with all that stands behind it as JSON: the request, the answer, the trace with its calls, and the index as it is now. */
export function answerJson(turn: ShownTurn, view: CollectionView | null): string {
  const { id, question, asked, request, scope, comparedWith, answer, followUps } = turn;
  const { trace, ...written } = answer;
  const titles = new Map(view?.documents.map((document) => [document.id, document.title]));
  const documents = scope.map((one) => ({ id: one, title: titles.get(one) ?? null }));
  const exported = {
    format: 'burrow-answer',
    version: 1,
    id,
    question,
    asked: asked === undefined ? null : new Date(asked).toISOString(),
    request: { ...request, documents },
    comparedWith,
    answer: written,
    followUps,
    trace,
    indexNow: view && indexFacts(view),
  };
  return `${JSON.stringify(exported, null, 2)}\n`;
}

function indexFacts({ collection, generation, method, counts, upToDate, embeddings, model, byModel }: CollectionView) {
  return {
    collection: collection.name,
    generation,
    method,
    upToDate,
    counts,
    embeddings: embeddings && { model: embeddings.model, title: embeddings.title, rows: embeddings.rows },
    model: model && { title: model.title, phase: model.phase },
    byModel,
  };
}
