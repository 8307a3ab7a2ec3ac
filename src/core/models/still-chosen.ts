import { ModelError } from '../errors';
import type { ChatChoice, ChatModel } from './chat-model';
import type { Priority } from './slots';

/** The model with which some work began; throws ModelError, which holds for all further calls, where another one or none is chosen now. */
export function stillChosen(model: ChatModel | null, begunWith: ChatChoice, priority: Priority): ChatModel {
  if (model && JSON.stringify(model.info.choice) === JSON.stringify(begunWith)) return model;
  const what = model
    ? `Another chat model is chosen now than ${begunWith.model}, with which this began.`
    : 'No chat model is chosen any more.';
  if (priority === 'question') throw new ModelError(what, { traits: ['holds for all'] });
  const next = model
    ? 'Resume goes on with the new one.'
    : 'Choose one in Settings, under Models; then Resume goes on.';
  throw new ModelError(`${what} What was read is kept. ${next}`, { traits: ['says what was kept', 'holds for all'] });
}
