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
    const own = costOf(task.descriptions);
    return inTurns(task, promptOf(task, task.descriptions, options) - own, own, options);
  });
}

/** Tells calls that one summary of descriptions of so many tokens is expected to take, whatever they are of. */
export function callsBySize(options: DescriptionOptions): (tokens: number) => readonly CallEstimate[] {
  const frame = promptOf(ANYTHING, [], options);
  return (tokens) => inTurns(ANYTHING, frame, tokens, options);
}

type Named = Pick<DescriptionTask, 'names' | 'documentIds'>;

const ANYTHING: Named = { names: ['Somebody or something'], documentIds: [] };

function promptOf(named: Named, descriptions: readonly string[], options: DescriptionOptions): number {
  const { messages } = descriptionCall(named, descriptions, options, 0);
  return messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
}

/** `frame` is what a prompt has beside its descriptions, which have `own` tokens. */
function inTurns(named: Named, frame: number, own: number, options: DescriptionOptions): readonly CallEstimate[] {
  const replyTokens = Math.ceil(Math.min(TOKENS_PER_WORD * options.maxWords, KEPT * own));
  const room = Math.max(1, roomForDescriptions(named, options).budget - replyTokens);
  const turns = own <= room + replyTokens ? 1 : Math.ceil(own / room);
  const promptTokens = Math.ceil(frame + own / turns + (turns > 1 ? replyTokens : 0));
  return Array.from({ length: turns }, () => ({ promptTokens, replyTokens }));
}
