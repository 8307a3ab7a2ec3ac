import { type ParameterDescription, valuesOf, type Values } from '../../parameters';
import type { CallOptions } from '../../platform';
import type { ReadChoice, SourceFile } from '../../ports/documents';
import { type EmbeddingPlan, planEmbedding } from './embedding-plan';
import { STEPS } from '../../index/pipeline';
import type { Step } from '../../index/step';
import type { EngineApi } from '../api';
import { bringUpToDate } from './index-run';
import type { RunContext, IndexEvent } from '../session/index-events';
import type { Session } from '../session/session';
import type { AddOptions } from '../documents/document-calls';

/** What is read of the open collection and derived from it without a chat model. */
export interface IndexingCalls {
  /** Keeps the sources' bytes, then reads and indexes them. Ends when everything given is indexed, refused or waiting for a choice. */
  add(sources: readonly SourceFile[], options?: AddOptions): AsyncIterable<IndexEvent>;
  /** Keeps in mind, durably, that reading and deriving wait for a person's word. Whoever runs `add` or `resume` stops it itself. */
  pause(): Promise<void>;
  /** Goes on with whatever is pending or not yet derived; that it goes on is durable before its first event. */
  resume(options?: CallOptions): AsyncIterable<IndexEvent>;
  removeDocuments(ids: readonly string[], options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Reads a source that could not be read once more. */
  retry(path: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Takes in an offered change of a known path, in place of the earlier document or beside it. */
  settle(path: string, how: 'replace' | 'keep both', options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Forgets a source that could not be read, was only offered, or waits to be read and is not being read. */
  dismiss(path: string): Promise<void>;
  /** Reads a tabular source of a document again, another way. */
  reread(documentId: string, choice: ReadChoice, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Parameters of the index steps and their values. */
  steps(): Promise<readonly StepDescription[]>;
  /** Sets parameters and derives what depends on them again. */
  configure(
    step: string,
    values: Readonly<Record<string, number | string | boolean>>,
    options?: CallOptions,
  ): AsyncIterable<IndexEvent>;
  /** What embedding with the chosen model would do now; null when none is chosen. */
  embeddingPlan(options?: CallOptions): Promise<EmbeddingPlan | null>;
  /**
   * Makes the vectors that are missing, beside whatever else runs; ends when all of them stand. Pausing is aborting; calling it again goes
   * on, after a reload too. Throws ModelError without an embedding model.
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

type StepCalls = Pick<EngineApi, 'steps' | 'configure'>;

/** The parameters of the index steps: described, and set. */
export function stepCalls(session: Session): StepCalls {
  return {
    steps: async () => {
      const { parameters, method } = session.current().store.state;
      // How curated documents were read is part of their records, so only what is derived from them can be changed.
      const steps = STEPS.filter((step) => method !== 'curated' || step.scope !== 'document');
      return steps.map((step) => described(step, valuesOf(step, parameters[step.name])));
    },
    configure: (name, values, options) =>
      session.change(options?.signal, async (context) => {
        await setValues(context, name, values);
        await bringUpToDate(context);
      }),
  };
}

function described({ name, title, doc, parameters }: Step, values: Values): StepDescription {
  return {
    name,
    title,
    doc,
    parameters: parameters.map((one) => ({ ...one, value: values[one.name] ?? one.default })),
  };
}

/** Keeps the values; what a step makes of each document is made again when they are that step's. */
function setValues({ open }: RunContext, name: string, values: Values): Promise<void> {
  const step = STEPS.find((one) => one.name === name);
  if (!step) throw new RangeError(`There is no index step ${name}`);
  const kept = valuesOf(step, values);
  const again = step.scope === 'document' ? open.tables.documents.map((row) => row.id) : [];
  return open.commit(({ parameters, reindex = [] }) => ({
    state: {
      parameters: { ...parameters, [name]: kept },
      reindex: [...new Set([...reindex, ...again])],
      ...(step.scope === 'background' ? {} : { derived: false }),
    },
  }));
}

type EmbeddingCalls = Pick<EngineApi, 'embeddingPlan' | 'embed'>;

/** Vectors for the open collection, made beside whatever else goes on. */
export function embeddingCalls(session: Session): EmbeddingCalls {
  return {
    embeddingPlan: async (options = {}) => {
      const open = session.current();
      const embedder = await session.env.models.embedder();
      return embedder && planEmbedding(open, embedder, { ...options, env: session.env });
    },
    embed: (options) =>
      session.change(
        options?.signal,
        async () => undefined,
        (context) => session.embed(context),
      ),
  };
}
