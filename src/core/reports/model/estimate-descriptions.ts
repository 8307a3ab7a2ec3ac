import { estimateTokens } from '../../text/tokens';
import {
  costOf,
  descriptionCall,
  roomForDescriptions,
  TOKENS_PER_WORD,
  type DescriptionOptions,
} from './description-call';
import type { CallEstimate } from './estimate-reports';
import type { DescriptionTask } from './list-descriptions';

/** Part of the words that a summary of short descriptions saves nothing of. */
const KEPT = 0.8;

/** Calls that summaries are expected to take, counted from the very prompts. */
export function estimateDescriptions(
  tasks: readonly DescriptionTask[],
  options: DescriptionOptions,
): readonly CallEstimate[] {
  return tasks.flatMap((task) => {
    const { messages } = descriptionCall(task, task.descriptions, options, 0);
    const whole = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
    const own = costOf(task.descriptions);
    const replyTokens = Math.ceil(Math.min(TOKENS_PER_WORD * options.maxWords, KEPT * own));
    const room = Math.max(1, roomForDescriptions(task, options).budget - replyTokens);
    const turns = own <= room + replyTokens ? 1 : Math.ceil(own / room);
    const promptTokens = Math.ceil(whole - own + own / turns + (turns > 1 ? replyTokens : 0));
    return Array.from({ length: turns }, () => ({ promptTokens, replyTokens }));
  });
}
