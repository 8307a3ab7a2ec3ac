import type { Ask } from '../../models/model-call';
import type { ChatModelInfo } from '../../models/chat-model';
import type { EntailmentModel } from '../../ports/models';
import { chatEntailment, type Thresholds } from '../../search/grounding';
import type { SearchEvent } from '../../search/events';
import { tracedCall } from '../../search/model-call/call-model';
import type { AskModel, Checker } from '../../search/writer/search-run';
import { checkerInTime } from './search-models';
import type { Session } from '../session/session';

/** Name of the setting that keeps thresholds by model. */
const NAME = 'entailment-thresholds';

/** What a checker is made for. */
interface CheckedSearch {
  /** Documents whose words the sentences and their premises may have. */
  readonly documentIds: readonly string[];
  readonly model: ChatModelInfo;
  readonly ask: AskModel;
  readonly signal: AbortSignal;
  readonly emit: (event: SearchEvent) => void;
}

/**
 * The checker of an answer's sentences: the chosen or stored entailment model, else, under the automatic choice, the chat model that
 * writes. Null where neither may check. Its thresholds are calibrated once and kept.
 */
export async function sentenceChecker(session: Session, search: CheckedSearch): Promise<Checker | null> {
  const { env, verdicts } = session;
  const choice = await env.models.checkerChoice();
  if (choice === 'none') return null;
  const own = await checkerInTime(env, search.signal);
  if (own) return { model: own, thresholds: await thresholdsOf(session, own, search.signal), verdicts };
  if (choice !== 'auto') return null;
  // Its trials on the labelled pairs hold no words of a document and are no part of this answer.
  const tried = chatChecker({ ...search, documentIds: [], emit: () => undefined });
  return { model: chatChecker(search), thresholds: await thresholdsOf(session, tried, search.signal), verdicts };
}

/** The chat model, asked for one enumerated token a sentence; its calls are told. */
function chatChecker({ documentIds, model, ask, emit }: CheckedSearch): EntailmentModel {
  const asked: Ask = async (call) => {
    const { reply, remembered } = await ask(call, () => undefined);
    emit({ kind: 'call', call: tracedCall('check', call, reply, remembered) });
    return reply;
  };
  const { shapes } = model.capabilities;
  return chatEntailment(asked, {
    model: `${model.choice.provider} ${model.choice.model}`,
    title: model.title,
    form: shapes === 'json schema' ? 'json' : 'lines',
    documentIds,
  });
}

async function thresholdsOf(
  { env, calibrate }: Session,
  model: EntailmentModel,
  signal: AbortSignal,
): Promise<Thresholds> {
  const kept = ((await env.settings.get(NAME)) ?? {}) as Readonly<Record<string, Thresholds>>;
  const known = kept[model.id];
  if (known) return known;
  const found = await calibrate(model, { signal });
  await env.settings.change(NAME, { [model.id]: found });
  return found;
}
