import type { ExtractionRow } from '../../tables/tables';
import { expectedReply, roomFor } from './budget';
import { compactConversation, fullConversation } from './conversations';
import type { Part, Passage } from './passage';
import type { ReadingOptions } from './reading';

/** A passage as the parts that fit a model's window, in reading order; all of it where it can be. */
export function partsOf(
  passage: Passage,
  mentions: readonly ExtractionRow[],
  options: ReadingOptions,
): readonly Part[] {
  return split({ passage, from: 0, to: passage.sentences.length }, mentions, options);
}

/** Sentences that a part has at most: beyond them numbers cost more and small models lose count. */
const MOST_SENTENCES = 99;

function split(part: Part, mentions: readonly ExtractionRow[], options: ReadingOptions): readonly Part[] {
  const { passage, from, to } = part;
  if (to - from < 2 || (to - from <= MOST_SENTENCES && fits(part, mentions, options))) return [part];
  const middle = from + Math.ceil((to - from) / 2);
  return [
    ...split({ passage, from, to: middle }, mentions, options),
    ...split({ passage, from: middle, to }, mentions, options),
  ];
}

function fits(part: Part, mentions: readonly ExtractionRow[], options: ReadingOptions): boolean {
  const { kind, messages, textTokens, replies } =
    options.depth === 'compact'
      ? compactConversation(part, mentions, options)
      : fullConversation(part, mentions, options);
  return roomFor(messages, options.contextWindow) >= expectedReply(kind, textTokens, replies) * 1.5;
}
