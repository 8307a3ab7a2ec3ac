import type { Ask } from '../../models/ask';
import { Attempts } from '../../models/attempts';
import { clipToTokens, oneLine } from './clip-text';
import {
  costOf,
  descriptionCall,
  readDescription,
  roomForDescriptions,
  type DescriptionOptions,
} from './description-call';
import type { DescriptionTask } from './list-descriptions';
import { callCount, type CallCount } from './report-tally';

export type { DescriptionOptions } from './description-call';

export interface SummarisedDescription {
  /** Null when no reply could be used: the descriptions stay side by side. */
  readonly text: string | null;
  readonly tally: CallCount['total'];
}

/**
 * One description of several (GraphRAG A5): as many as the budget holds, the one that passes it included unless the window would not hold
 * it, are made into one, which goes on with the next ones until none is left. The ModelErrors of `ask` pass through.
 */
export async function summariseDescriptions(
  task: DescriptionTask,
  options: DescriptionOptions,
  ask: Ask,
): Promise<SummarisedDescription> {
  const count = callCount(options.onUseless);
  const { budget, window } = roomForDescriptions(task, options);
  const collapse = (buffer: readonly string[]) => summarise(task, buffer, options, ask, count);
  const most = Math.floor(window / 2);
  let buffer: readonly string[] = [];
  for (const description of task.descriptions.map((text) => clipToTokens(oneLine(text), most))) {
    const isFull = buffer.length > 1 && (costOf(buffer) > budget || costOf([...buffer, description]) > window);
    if (isFull) {
      const text = await collapse(buffer);
      if (text === null) return { text, tally: count.total };
      buffer = [text];
    }
    buffer = [...buffer, description];
  }
  const text = await collapse(buffer);
  return { text, tally: count.total };
}

async function summarise(
  task: DescriptionTask,
  descriptions: readonly string[],
  options: DescriptionOptions,
  ask: Ask,
  count: CallCount,
): Promise<string | null> {
  const all = new Attempts(options.attempts);
  for (const attempt of all) {
    const { number, ...anew } = attempt;
    const reply = await ask({ ...descriptionCall(task, descriptions, options, number), ...anew });
    count.count(reply);
    const { text, repairs } = readDescription(reply.text, options.maxWords);
    if (text !== null) {
      count.note(repairs);
      return text;
    }
    if (all.useless(attempt, reply)) count.fail();
  }
  return null;
}
