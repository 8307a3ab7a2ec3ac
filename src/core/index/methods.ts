import { communitiesStep } from './communities-step';
import { embeddingsStep } from './embeddings/embeddings-step';
import { graphStep } from './graph-step';
import { mentionsStep } from './mentions-step';
import { descriptionsStep } from './model/descriptions-step';
import { modelReportsStep } from './model/model-reports-step';
import { readingStep } from './model/reading-step';
import { resolutionStep } from './model/resolution-step';
import { reportsStep } from './reports-step';
import type { BackgroundStep, CollectionStep, DocumentStep, Step } from './step';
import { textUnitsStep } from './text-units-step';

/** The index without a model, GraphRAG's `fast` method, as a list of steps: first those that see one document at a time. */
export const DOCUMENT_STEPS: readonly DocumentStep[] = [textUnitsStep, mentionsStep];

/** Then those that derive whole tables. */
export const COLLECTION_STEPS: readonly CollectionStep[] = [graphStep, communitiesStep, reportsStep];

/** Those that ask a language model, and run when a person starts them. */
export const MODEL_STEPS: readonly BackgroundStep[] = [readingStep, resolutionStep, descriptionsStep, modelReportsStep];

export const STEPS: readonly Step[] = [...DOCUMENT_STEPS, ...COLLECTION_STEPS, ...MODEL_STEPS, embeddingsStep];
