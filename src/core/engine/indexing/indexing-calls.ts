import { communitiesStep } from '../../index/collection-steps';
import { STEPS } from '../../index/pipeline';
import type { Step } from '../../index/step';
import { valuesOf, type ParameterDescription, type Values } from '../../parameters';
import { hasOwnUnits } from '../../tables/documents';
import type { CallOptions } from '../../platform';
import type { IndexEvent } from '../session/index-events';
import type { CollectionStore } from '../collections/collection-store';
import type { Session } from '../session/session';
import { planEmbedding, type EmbeddingPlan } from './embedding-plan';
import { bringUpToDate } from './index-run';

/** The index steps that need no chat model, and embedding. */
export interface IndexingCalls {
  /** Parameters of the index steps and their values. */
  steps(): Promise<readonly StepDescription[]>;
  /** Sets parameters and derives what depends on them again. */
  configure(
    step: string,
    values: Readonly<Record<string, number | string | boolean>>,
    options?: CallOptions,
  ): AsyncIterable<IndexEvent>;
  /** Plans embedding with the chosen model; null when none is chosen, and for a hosted collection. */
  embeddingPlan(options?: CallOptions): Promise<EmbeddingPlan | null>;
  /**
   * Makes the missing vectors, beside other runs. Abort it to pause; call it again to continue, after a reload too.
   * Throws ModelError without an embedding model.
   */
  embed(options?: CallOptions): AsyncIterable<IndexEvent>;
}

/** An index step with its parameters and their present values. */
export interface StepDescription {
  readonly name: string;
  readonly title: string;
  readonly doc: string;
  readonly parameters: readonly ParameterDescription[];
}

/** Index steps of the session's open collection. */
export function indexingCalls(session: Session): IndexingCalls {
  return {
    steps: async () => {
      const { parameters, method } = session.current().store.state;
      // How curated documents were read is part of their records, so only what is derived from them can be changed.
      const steps = STEPS.filter((step) => method !== 'curated' || step.scope !== 'document');
      return steps.map((step) => describeStep(step, valuesOf(step, parameters[step.name])));
    },
    configure: (name, values, options) =>
      session.change(options?.signal, async (context) => {
        await setValues(context.open.store, name, values);
        await bringUpToDate(context);
      }),
    embeddingPlan: async (options = {}) => {
      const open = await session.whole();
      if (open.store.state.hosted) return null;
      const embedder = await session.env.models.embedder();
      return embedder && planEmbedding(open, embedder, { ...options, env: session.env });
    },
    embed: (options) => session.runBeside(options?.signal, session.embed),
  };
}

function describeStep({ name, title, doc, parameters }: Step, values: Values): StepDescription {
  return {
    name,
    title,
    doc,
    parameters: parameters.map((one) => ({ ...one, value: values[one.name] ?? one.default })),
  };
}

/** Keeps the values. A step that runs per document is run again for all documents but those that came with their text units. */
function setValues(store: CollectionStore, name: string, values: Values): Promise<void> {
  const step = STEPS.find((one) => one.name === name);
  if (!step) throw new RangeError(`There is no index step ${name}`);
  const kept = valuesOf(step, values);
  const again =
    step.scope === 'document' ? store.tables.documents.filter((row) => !hasOwnUnits(row)).map(({ id }) => id) : [];
  return store.commit(({ parameters, reindex = [] }) => ({
    state: {
      parameters: { ...parameters, [name]: kept },
      reindex: [...new Set([...reindex, ...again])],
      ...(again.length > 0 ? { made: undefined } : {}),
      ...(step === communitiesStep && { keptCommunities: undefined }),
      ...(step.scope === 'background' || step.scope === 'items' ? {} : { derived: false }),
    },
  }));
}
