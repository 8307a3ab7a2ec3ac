import type { IndexState } from '../../ports/index-state';
import { flag, valuesOf } from '../../parameters';
import type { BackgroundStep } from '../step';
import type { EmbeddingField } from './embedding-field';
import { EMBEDDING_FIELDS } from './embedding-fields';

/** Makes vectors of texts, so that search finds what is meant in other words (GraphRAG A11); runs after *Ready*, with an embedding model. */
export const embeddingsStep = {
  scope: 'background',
  name: 'embeddings',
  title: 'Embeddings',
  doc: 'With an embedding model, search also finds what is said in other words. Choose what gets vectors.',
  parameters: EMBEDDING_FIELDS.map(({ field, title, doc, byDefault }) =>
    flag(field, `${title.charAt(0).toUpperCase()}${title.slice(1)}`, byDefault, { doc }),
  ),
  reads: ['text_units', 'entities', 'community_reports'],
  writes: [],
} satisfies BackgroundStep;

/** The fields that the person wants embedded. */
export function chosenFields(parameters: IndexState['parameters']): readonly EmbeddingField[] {
  const values = valuesOf(embeddingsStep, parameters[embeddingsStep.name]);
  return EMBEDDING_FIELDS.filter(({ field }) => values[field] === true);
}
