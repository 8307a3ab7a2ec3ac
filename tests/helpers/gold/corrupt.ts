import { CLAIMS_SHAPE } from '../../../src/core/extract/model/replies/claims-reply';
import { compactShape } from '../../../src/core/extract/model/replies/compact-reply';
import { themesShape } from '../../../src/core/extract/model/replies/themes-reply';
import { fullShape } from '../../../src/core/extract/model/replies/full-reply';
import type { ChatMessage } from '../../../src/core/models/chat-model';
import { parseReply } from '../../../src/core/shapes/parse-reply';
import { invented } from './invented';
import { writeReply, type ReplyForm, type ReplyRecord } from './reply-form';
import { shownPrompt, type ShownPrompt } from './shown-prompt';

export interface Corrupted {
  readonly kind: 'malformed' | 'cut' | 'repeated' | 'hallucinated';
  readonly text: string;
  readonly finish: 'stop' | 'length';
}

const KINDS = ['malformed', 'cut', 'repeated', 'hallucinated'] as const;
const SHAPES = {
  compact: compactShape(null),
  full: fullShape(null),
  themes: themesShape(null),
  claims: CLAIMS_SHAPE,
} as const;

/** Spoils a reply to these messages, as lines or as JSON; each kind as likely as the others. */
export function corrupt(reply: string, random: () => number, messages: readonly ChatMessage[]): Corrupted {
  const kind = KINDS[Math.floor(random() * KINDS.length)] ?? 'cut';
  switch (kind) {
    case 'malformed':
      return { kind, text: malformed(reply, random), finish: 'stop' };
    case 'cut':
      return { kind, text: reply.slice(0, Math.floor(random() * reply.length)), finish: 'length' };
    case 'repeated':
      return { kind, text: repeated(reply, random), finish: 'length' };
    case 'hallucinated':
      return { kind, text: hallucinated(reply, random, shownPrompt(messages)), finish: 'stop' };
  }
}

const isJson = (reply: string): boolean => reply.startsWith('{');

/** Words around it, other signs between the fields, quotes and brackets lost, or no answer at all. */
function malformed(reply: string, random: () => number): string {
  const ways: readonly (() => string)[] = [
    () => `Sure! Here is what I found:\n\n\`\`\`\n${reply}\n\`\`\`\nLet me know if you need more.`,
    () => 'The passage is about several people and places, and how they are connected.',
    () => (isJson(reply) ? reply.replaceAll('"', "'") : reply.replaceAll('|', ' - ')),
    () => (isJson(reply) ? reply.replaceAll(']', '') : reply.replaceAll('|', ' | ').replace(/^/gmu, '* ')),
    () => reply.replaceAll(/\b(?:keep|new|link|entity|relation|claim)\b/gu, 'record'),
  ];
  return ways[Math.floor(random() * ways.length)]?.() ?? '';
}

/** The loop of small models: after some record, the same one to the end. */
function repeated(reply: string, random: () => number): string {
  const border = isJson(reply) ? '},' : '\n';
  const pieces = reply.split(border);
  const at = Math.floor(random() * pieces.length);
  const again = Array<string>(60).fill(pieces[at] ?? '');
  return [...pieces.slice(0, at), ...again].join(border);
}

/** Each record is, as likely as not, one that the passage does not bear out. */
function hallucinated(reply: string, random: () => number, shown: ShownPrompt | undefined): string {
  if (!shown || shown.isDecision) return 'Perhaps.';
  const { value } = parseReply(SHAPES[shown.kind], reply);
  const form: ReplyForm = isJson(reply) ? 'json' : 'lines';
  const records = (value as readonly ReplyRecord[]).map((record) =>
    random() < 0.5 ? inOrder(record, invented(record, random, shown)) : inOrder(record, record),
  );
  const more = invented({ tag: TAG_OF[shown.kind] }, random, shown);
  return writeReply(shown.kind, form, [...records, more]);
}

const TAG_OF = { compact: 'link', full: 'relation', themes: 'relation', claims: 'claim' } as const;

/** Tag first, then the fields in the order of the form. */
const inOrder = ({ tag }: ReplyRecord, record: ReplyRecord): ReplyRecord => ({ ...record, tag });
