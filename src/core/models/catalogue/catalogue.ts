import type { CatalogueModel } from './catalogue-model';
import { WEBLLM_MODELS } from './webllm-models';
import { TRANSFORMERS_CHAT_MODELS } from './transformers-chat-models';
import { ENTAILMENT_MODELS, RERANKERS } from './cross-encoders';
import { EMBEDDING_MODELS } from './embedding-models';

/** Every model that one can choose here, twins for devices without f16 included. */
export const CATALOGUE: readonly CatalogueModel[] = [
  ...WEBLLM_MODELS,
  ...TRANSFORMERS_CHAT_MODELS,
  ...EMBEDDING_MODELS,
  ...ENTAILMENT_MODELS,
  ...RERANKERS,
];

/** One entry per card: twins stand behind the model that they replace. */
export function cards(models: readonly CatalogueModel[]): readonly CatalogueModel[] {
  const twins = new Set(models.flatMap(({ twin }) => twin ?? []));
  return models.filter(({ id }) => !twins.has(id));
}
