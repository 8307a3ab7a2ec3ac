import { STEPS } from '../index/pipeline';
import { valuesOf, type Values } from '../parameters';
import type { Step } from '../index/step';
import type { EngineApi } from './api';
import type { StepDescription } from './api/indexing';
import { bringUpToDate, type RunContext } from './index-run';
import type { Session } from './session';

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
