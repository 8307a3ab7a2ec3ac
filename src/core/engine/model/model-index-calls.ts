import { MODEL_STEPS } from '../../index/pipeline';
import { valuesOf } from '../../parameters';
import type { IndexState } from '../../ports/index-state';
import type { ModelIndexingCalls } from '../api/model-indexing';
import { bringUpToDate, type RunContext } from '../index-run';
import { createMutex } from '../mutex';
import type { OpenCollection } from '../open-collection';
import type { Session } from '../session';
import { chosenModels } from './asking/chosen-models';
import { planModelIndex } from './plan/model-plan';
import { runModelIndex } from './run/run-model-index';
import { layersOf, takeBack } from './take-back/take-back';
import { describeEntity } from './click/describe-one';
import { passagesToTry } from './click/passages-to-try';
import { reportsToWrite } from './click/reports-to-write';
import { createPausing } from './run/pausing';
import { createWaker } from './run/waker';
import { writeReportOn } from './click/write-one-report';
import { tryPassage, tuneReading } from './click/trials';

/** The open collection read by a language model: planned, run beside whatever else goes on, left. */
export function modelIndexCalls(session: Session): ModelIndexingCalls {
  const runs = createMutex();
  const { env, queue, alone, embed } = session;
  const waker = createWaker();
  let pausing = createPausing();
  const shared = { queue, alone, embed, waker };
  return {
    modelPlan: async (parameters = {}, options = {}) => {
      const open = session.current();
      const models = await chosenModels(env.models);
      return models && planModelIndex(open, models, withChosen(open, parameters), { ...options, env, offers: true });
    },
    indexWithModel: (parameters = {}, options = {}) => {
      const own = (pausing = createPausing());
      return session.change(
        options.signal,
        async () => undefined,
        (context) =>
          runs.run(async () => {
            await keepChosen(context.open, parameters);
            await runModelIndex({ ...context, ...shared, pausing: own }, options);
          }),
      );
    },
    writeReport: (community, options = {}) =>
      session.change(
        options.signal,
        async () => undefined,
        (context) => writeReportOn({ ...context, ...shared }, community, options),
      ),
    reportsToWrite: (wanted, options) => reportsToWrite(session, wanted, options),
    modelLayers: () => layersOf(session.current()),
    takeBack: (layers, options = {}) => session.change(options.signal, (context) => takeBack(context, layers)),
    describeEntity: (id, options = {}) =>
      session.change(
        options.signal,
        async () => undefined,
        (context) => describeEntity({ ...context, ...shared }, id),
      ),
    passagesToTry: (count, options) => passagesToTry(session, count, options),
    tryPassage: (request, options) => tryPassage(session, request, options),
    tuneReading: (options) => tuneReading(session, options),
    pauseModelIndex: async () => pausing.pause(),
    wakeModelIndex: async () => waker.wake(),
    leaveModelIndex: (how, options = {}) => session.change(options.signal, (context) => leave(context, how)),
  };
}

async function leave(context: RunContext, phase: 'paused' | 'stopped'): Promise<void> {
  const { open } = context;
  await open.commit(({ model, derived }) =>
    model
      ? {
          state: {
            model: { ...model, phase: model.phase === 'done' ? 'done' : phase, behind: false },
            derived: derived && !model.behind,
          },
        }
      : {},
  );
  await bringUpToDate(context);
}

async function keepChosen(open: OpenCollection, parameters: IndexState['parameters']): Promise<void> {
  const chosen = withChosen(open, parameters);
  if (Object.keys(parameters).length > 0) await open.commit(() => ({ state: { parameters: chosen } }));
}

/** The collection's parameters with those of the model steps that are given here. */
function withChosen({ store }: OpenCollection, given: IndexState['parameters']): IndexState['parameters'] {
  const { parameters } = store.state;
  const chosen = MODEL_STEPS.flatMap((step) => {
    const values = given[step.name];
    return values ? [[step.name, valuesOf(step, { ...parameters[step.name], ...values })] as const] : [];
  });
  return { ...parameters, ...Object.fromEntries(chosen) };
}
