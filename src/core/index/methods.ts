import type { StepTable } from '../derivation/table-use';
import { ModelError } from '../errors';
import { message, type Message } from '../message';
import { embeddingsStep } from './embeddings';
import { readingStep, resolutionStep } from './model-steps';
import { COLLECTION_STEPS, DERIVATIONS, DOCUMENT_STEPS, MODEL_STEPS } from './pipeline';
import type { Step } from './step';

/** Every step, in the order in which the rows of one serve the next. */
const ORDER: readonly Step[] = [
  ...DOCUMENT_STEPS,
  readingStep,
  resolutionStep,
  ...COLLECTION_STEPS,
  ...DERIVATIONS,
  embeddingsStep,
];

type ModelStep = (typeof MODEL_STEPS)[number];

/**
 * The steps of a run with a model, in order, without those that are left out (GraphRAG `skip_workflows`). Throws ModelError where a later step
 * needs one of these, or where it is no step of such a run.
 */
export function stepsOfRun(leftOut: readonly string[] = []): readonly ModelStep[] {
  const unknown = leftOut.find((name) => !ORDER.some((step) => step.name === name));
  if (unknown !== undefined) throw new ModelError(message`A run has no step “${unknown}”, so it cannot be left out.`);
  for (const step of ORDER.filter(({ name }) => leftOut.includes(name))) {
    const reader = readerWithout(step, leftOut);
    if (reader) throw new ModelError(message`“${titleOf(step)}” cannot be left out: “${titleOf(reader)}” needs it.`);
    if (!MODEL_STEPS.some(({ name }) => name === step.name)) {
      throw new ModelError(message`“${titleOf(step)}” is made beside a run with a model, not by it.`);
    }
  }
  return ORDER.flatMap(({ name }) =>
    leftOut.includes(name) ? [] : (MODEL_STEPS.find((step) => step.name === name) ?? []),
  );
}

const titleOf = ({ title }: Step): Message => ({ template: title, values: [] });

/** Tables that may be read without the step that writes them: those with rows of a person, and summaries, which may be none. */
const GIVEN: ReadonlySet<StepTable> = new Set(['documents', 'edits', 'summaries']);

/** A later step that stays and reads a table which no earlier one would write without `step`. */
function readerWithout(step: Step, leftOut: readonly string[]): Step | undefined {
  const staying = ORDER.filter(({ name }) => !leftOut.includes(name));
  const tables = (step.writes as readonly StepTable[]).filter((table) => !GIVEN.has(table));
  const isWrittenBefore = (table: StepTable, reader: Step): boolean =>
    ORDER.slice(0, ORDER.indexOf(reader)).some(
      (one) => staying.includes(one) && (one.writes as readonly StepTable[]).includes(table),
    );
  return staying
    .filter((one) => ORDER.indexOf(one) > ORDER.indexOf(step))
    .find((reader) =>
      tables.some((table) => (reader.reads as readonly StepTable[]).includes(table) && !isWrittenBefore(table, reader)),
    );
}
